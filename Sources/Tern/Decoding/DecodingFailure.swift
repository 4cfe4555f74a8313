import Foundation

/// The text of a failed decoding: where in the body, what was expected there, what is there.
enum DecodingFailure {
    static func reason(of error: any Error, type: Any.Type, in data: Data) -> String {
        if data.isEmpty { return "Expected \(type), found an empty body." }
        guard let error = error as? DecodingError else {
            return "Expected \(type); \(Swift.type(of: error)) was thrown. Body: \(Redaction.excerpt(of: data))"
        }
        switch error {
        case .keyNotFound(let key, let context):
            let path = context.codingPath
            return "\(place(path, of: type)): no value for key \"\(Redaction.text(ofKey: key, below: path))\". "
                + "There: \(Redaction.excerpt(of: data, at: path))"
        case .valueNotFound(let expected, let context):
            return "\(place(context.codingPath, of: type)): expected \(expected), found null. "
                + "There: \(Redaction.excerpt(of: data, at: context.codingPath.dropLast()))"
        case .typeMismatch(let expected, let context):
            return "\(place(context.codingPath, of: type)): expected \(expected). "
                + "There: \(Redaction.excerpt(of: data, at: context.codingPath))"
        case .dataCorrupted(let context):
            // The debug description of a value's own decoding may quote the value; that of the parser says where.
            let what =
                if !context.codingPath.isEmpty {
                    "the value is not valid"
                } else if Redaction.isJSON(data) {
                    // Foundation takes a number that doesn't fit its type for a fault of the JSON, and tells no path.
                    "a value is not valid, or a number doesn't fit the type that expects it"
                } else {
                    "the body is not valid JSON"
                }
            return "\(place(context.codingPath, of: type)): \(what). "
                + "There: \(Redaction.excerpt(of: data, at: context.codingPath))"
        @unknown default:
            return "Expected \(type). Body: \(Redaction.excerpt(of: data))"
        }
    }

    private static func place(_ path: [any CodingKey], of type: Any.Type) -> String {
        path.isEmpty ? "Decoding \(type)" : "Decoding \(type) at \"\(Redaction.text(ofPath: path))\""
    }
}
