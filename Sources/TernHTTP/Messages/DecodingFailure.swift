import Foundation

/// The texts of a failed decoding: the coding path, the expected value and an excerpt of the body, and the next step.
struct DecodingFailure {
    let reason: String
    /// `nil` for the advice of the code.
    private(set) var advice: String?

    /// - Parameter keyPath: The key path at which the caller asked for the value. Empty for the whole body.
    init(_ error: any Error, of type: Any.Type, at keyPath: [String] = [], in response: Response) {
        let (data, rules) = (response.data, response.redaction)
        guard !data.isEmpty else {
            reason = "Expected \(type), found an empty body."
            return
        }
        guard let error = error as? DecodingError else {
            reason = "Decoding \(type) failed with \(Swift.type(of: error)). Body: \(response.excerpt())"
            return
        }
        switch error {
        case .keyNotFound(let key, let context):
            let path = context.codingPath
            let asked = Self.asked(keyPath, after: path)
            let name = rules.text(ofKey: key, below: path)
            reason =
                "\(Self.place(path, of: type, rules)): no value for key \"\(name)\".\(asked) "
                + "Excerpt: \(response.excerpt(at: path))"
        case .valueNotFound(let expected, let context):
            reason =
                "\(Self.place(context.codingPath, of: type, rules)): expected \(expected), found null. "
                + "Excerpt: \(response.excerpt(at: Array(context.codingPath.dropLast())))"
        case .typeMismatch(let expected, let context):
            let value = Self.value(at: context.codingPath, in: data)
            let found = Self.kind(of: value).map { ", found \($0)" } ?? ""
            // A date without a strategy is a number.
            if expected == Double.self, let text = value as? String, Timestamp(text, isStrict: false) != nil {
                advice = DataFault.dateAdvice
            }
            let asked = Self.asked(keyPath, after: context.codingPath)
            reason =
                "\(Self.place(context.codingPath, of: type, rules)): expected \(expected)\(found).\(asked) "
                + "Excerpt: \(response.excerpt(at: context.codingPath))"
        case .dataCorrupted(let context):
            let fault = DataFault(context, in: response)
            advice = fault.advice
            reason =
                "\(Self.place(context.codingPath, of: type, rules)): \(fault.text). "
                + "Excerpt: \(response.excerpt(at: context.codingPath))"
        @unknown default:
            reason = "Expected \(type). Body: \(response.excerpt())"
        }
    }

    /// The caller's key path, if the error is before its end.
    private static func asked(_ keyPath: [String], after path: [any CodingKey]) -> String {
        path.count < keyPath.count ? " The key path is \"\(keyPath.joined(separator: "."))\"." : ""
    }

    /// The JSON value at a coding path. `nil` if there is none, as with keys that the decoder has changed.
    private static func value(at path: [any CodingKey], in data: Data) -> Any? {
        var value = Redaction.json(data)
        for key in path {
            switch value {
            case let object as [String: Any]: value = object[key.stringValue]
            case let array as [Any]: value = key.intValue.flatMap { array.indices.contains($0) ? array[$0] : nil }
            default: return nil
            }
        }
        return value
    }

    private static func kind(of value: Any?) -> String? {
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
