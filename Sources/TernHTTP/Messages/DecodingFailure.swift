import Foundation

/// The error text of a failed decoding: the coding path, the expected value, and an excerpt of the body.
enum DecodingFailure {
    /// - Parameter keyPath: The key path at which the caller asked for the value. Empty for the whole body.
    static func reason(of error: any Error, type: Any.Type, at keyPath: [String] = [], in response: Response) -> String
    {
        let (data, rules) = (response.data, response.redaction)
        if data.isEmpty { return "Expected \(type), found an empty body." }
        guard let error = error as? DecodingError else {
            return "Decoding \(type) failed with \(Swift.type(of: error)). Body: \(response.excerpt())"
        }
        switch error {
        case .keyNotFound(let key, let context):
            let path = context.codingPath
            let asked = asked(keyPath, after: path)
            return
                "\(place(path, of: type, rules)): no value for key \"\(rules.text(ofKey: key, below: path))\".\(asked) "
                + "Excerpt: \(response.excerpt(at: path))"
        case .valueNotFound(let expected, let context):
            return "\(place(context.codingPath, of: type, rules)): expected \(expected), found null. "
                + "Excerpt: \(response.excerpt(at: context.codingPath.dropLast()))"
        case .typeMismatch(let expected, let context):
            let found = kind(at: context.codingPath, in: data).map { ", found \($0)" } ?? ""
            let asked = asked(keyPath, after: context.codingPath)
            return "\(place(context.codingPath, of: type, rules)): expected \(expected)\(found).\(asked) "
                + "Excerpt: \(response.excerpt(at: context.codingPath))"
        case .dataCorrupted(let context):
            // The error's debug description isn't used, since it may quote the value.
            let fault =
                if !context.codingPath.isEmpty {
                    "the value is not valid"
                } else if Redaction.json(data) != nil {
                    // Foundation reports a number that doesn't fit its type as invalid JSON, without a coding path.
                    "a value is not valid, or a number doesn't fit the property's type"
                } else {
                    "the body is not valid JSON"
                }
            return "\(place(context.codingPath, of: type, rules)): \(fault). "
                + "Excerpt: \(response.excerpt(at: context.codingPath))"
        @unknown default:
            return "Expected \(type). Body: \(response.excerpt())"
        }
    }

    /// The caller's key path, if the error is before its end.
    private static func asked(_ keyPath: [String], after path: [any CodingKey]) -> String {
        path.count < keyPath.count ? " The key path is \"\(keyPath.joined(separator: "."))\"." : ""
    }

    /// The kind of the JSON value at a coding path. `nil` if there is none, as with keys that the decoder has changed.
    private static func kind(at path: [any CodingKey], in data: Data) -> String? {
        var value = Redaction.json(data)
        for key in path {
            switch value {
            case let object as [String: Any]: value = object[key.stringValue]
            case let array as [Any]: value = key.intValue.flatMap { array.indices.contains($0) ? array[$0] : nil }
            default: return nil
            }
        }
        switch value {
        case is [String: Any]: return "object"
        case is [Any]: return "array"
        case is String: return "string"
        case is NSNull: return "null"
        // Each number of JSON is an `NSNumber`, and so are its Boolean values.
        case let number as NSNumber: return number.isBoolean ? "Boolean" : "number"
        default: return nil
        }
    }

    private static func place(_ path: [any CodingKey], of type: Any.Type, _ rules: Redaction) -> String {
        path.isEmpty ? "Decoding \(type)" : "Decoding \(type) at \"\(rules.text(ofPath: path))\""
    }
}
