import Foundation

/// The error text of a failed decoding: the coding path, the expected value, and an excerpt of the body.
enum DecodingFailure {
    static func reason(of error: any Error, type: Any.Type, in data: Data) -> String {
        if data.isEmpty { return "Expected \(type), found an empty body." }
        guard let error = error as? DecodingError else {
            return "Decoding \(type) failed with \(Swift.type(of: error)). Body: \(Redaction.excerpt(of: data))"
        }
        switch error {
        case .keyNotFound(let key, let context):
            let path = context.codingPath
            return "\(place(path, of: type)): no value for key \"\(Redaction.text(ofKey: key, below: path))\". "
                + "Excerpt: \(Redaction.excerpt(of: data, at: path))"
        case .valueNotFound(let expected, let context):
            return "\(place(context.codingPath, of: type)): expected \(expected), found null. "
                + "Excerpt: \(Redaction.excerpt(of: data, at: context.codingPath.dropLast()))"
        case .typeMismatch(let expected, let context):
            return "\(place(context.codingPath, of: type)): expected \(expected). "
                + "Excerpt: \(Redaction.excerpt(of: data, at: context.codingPath))"
        case .dataCorrupted(let context):
            // The error's debug description isn't used, since it may quote the value.
            let fault =
                if !context.codingPath.isEmpty {
                    "the value is not valid"
                } else if Redaction.isJSON(data) {
                    // Foundation reports a number that doesn't fit its type as invalid JSON, without a coding path.
                    "a value is not valid, or a number doesn't fit the property's type"
                } else {
                    "the body is not valid JSON"
                }
            return "\(place(context.codingPath, of: type)): \(fault). "
                + "Excerpt: \(Redaction.excerpt(of: data, at: context.codingPath))"
        @unknown default:
            return "Expected \(type). Body: \(Redaction.excerpt(of: data))"
        }
    }

    private static func place(_ path: [any CodingKey], of type: Any.Type) -> String {
        path.isEmpty ? "Decoding \(type)" : "Decoding \(type) at \"\(Redaction.text(ofPath: path))\""
    }
}
