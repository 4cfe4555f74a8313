import Foundation

extension Response {
    /// The body as a value.
    ///
    /// ```swift
    /// let user = try response.decode(User.self)
    /// let items = try response.decode([Item].self, at: "data.items")
    /// ```
    ///
    /// Without a key path, `Data` and `String` are the body itself and not JSON. ``NoContent`` takes any body, and an optional
    /// type is `nil` for an empty one.
    ///
    /// - Parameters:
    ///   - keyPath: Where in the body the value stands: object keys, and indices of arrays, joined by dots. The whole
    ///     body by default. Keys are those that the decoder's `keyDecodingStrategy` makes.
    /// - Throws: `TernError` with code `.decodingFailed`, which tells the coding path, what was expected there, and
    ///   an excerpt of the body at that place.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        at keyPath: String? = nil,
        using decoder: JSONDecoder = JSONDecoder()
    ) throws(TernError) -> Value {
        if let value: Value = try valueWithoutDecoding(at: keyPath) { return value }
        if data.isEmpty, let empty = (Value.self as? any EmptyBodyDecodable.Type)?.fromEmptyBody as? Value {
            return empty
        }
        do {
            guard let keyPath, !keyPath.isEmpty else { return try decoder.decode(type, from: data) }
            return try KeyPathDecoding.decode(type, at: keyPath, from: data, using: decoder)
        } catch {
            throw decodingError(DecodingFailure.reason(of: error, type: type, in: data), underlying: error)
        }
    }

    /// The body as text, in the character encoding that `Content-Type` names; UTF-8 if it names none.
    ///
    /// - Throws: `TernError` with code `.decodingFailed` if the bytes are not such text.
    public func string() throws(TernError) -> String {
        let name = headers["Content-Type"] ?? "UTF-8"
        guard let textEncoding else {
            throw decodingError("\(name) names a character encoding that isn't supported.", underlying: nil)
        }
        guard let text = String(data: data, encoding: textEncoding) else {
            throw decodingError("Expected text as \(name), found \(data.count) bytes that are not.", underlying: nil)
        }
        return text
    }

    /// The body as JSON without a type: dictionaries, arrays, strings, numbers and `NSNull`.
    ///
    /// - Throws: `TernError` with code `.decodingFailed`.
    public func jsonObject() throws(TernError) -> Any {
        do {
            return try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
        } catch {
            throw decodingError("Expected JSON. \(excerptText)", underlying: error)
        }
    }

    /// A value that isn't decoded from JSON; `nil` for all others.
    private func valueWithoutDecoding<Value>(at keyPath: String?) throws(TernError) -> Value? {
        if Value.self == NoContent.self { return NoContent() as? Value }
        guard keyPath?.isEmpty != false else { return nil }
        if Value.self == Data.self { return data as? Value }
        return Value.self == String.self ? try string() as? Value : nil
    }

    /// The beginning of the body, for the text of an error.
    var excerptText: String {
        data.isEmpty ? "The body is empty." : "The body begins: \(Redaction.excerpt(of: data))"
    }

    private func decodingError(_ reason: String, underlying: (any Error)?) -> TernError {
        TernError(
            .decodingFailed,
            reason: reason,
            target: target,
            request: request,
            response: self,
            attempts: attempts,
            underlying: underlying
        )
    }

    private var textEncoding: String.Encoding? {
        let parameters = (headers["Content-Type"] ?? "").split(separator: ";").dropFirst()
        let charset = parameters.lazy.compactMap { parameter -> String? in
            let pair = parameter.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, pair[0].trimmingCharacters(in: .whitespaces).lowercased() == "charset" else {
                return nil
            }
            return pair[1].trimmingCharacters(in: .init(charactersIn: " \t\"'")).lowercased()
        }.first
        switch charset {
        case nil, "utf-8", "utf8": return .utf8
        case "us-ascii": return .ascii
        case "iso-8859-1", "latin1": return .isoLatin1
        case "windows-1252": return .windowsCP1252
        case "utf-16": return .utf16
        case "utf-16le": return .utf16LittleEndian
        case "utf-16be": return .utf16BigEndian
        default: return nil
        }
    }
}

/// What an empty body decodes as.
private protocol EmptyBodyDecodable {
    static var fromEmptyBody: Self { get }
}

extension Optional: EmptyBodyDecodable {
    fileprivate static var fromEmptyBody: Wrapped? { nil }
}
