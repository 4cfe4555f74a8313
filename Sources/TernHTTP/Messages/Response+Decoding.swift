import Foundation

extension Response {
    /// The body, decoded as a value.
    ///
    /// ```swift
    /// let user = try response.decode(User.self)
    /// let items = try response.decode([Item].self, at: "data.items")
    /// ```
    ///
    /// Without a key path, `Data` and `String` are the body itself and are not decoded from JSON. ``NoContent`` accepts
    /// any body. An optional type is `nil` for an empty body, and if the key path leads to `null` or to nothing. It is
    /// otherwise decoded like the type that it wraps.
    ///
    /// - Parameters:
    ///   - type: The type of the value. Inferred by default.
    ///   - keyPath: The place of the value in the body: object keys and array indices, joined by dots. The whole body
    ///     by default. An array of keys is for keys with dots. Write the keys in the form that the decoder's `keyDecodingStrategy` produces.
    ///   - decoder: The decoder. A plain `JSONDecoder` by default. It must not set `allowsJSON5` or
    ///     `assumesTopLevelDictionary`.
    /// - Throws: `TernError` with code `.decodingFailed`. It names the coding path and the expected value, and quotes
    ///   an excerpt of the body at that path. JSON with more than 512 levels of arrays and objects isn't decoded.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        at keyPath: String? = nil,
        using decoder: JSONDecoder = JSONDecoder()
    ) throws(TernError) -> Value {
        try decode(type, at: keyPath.map(KeyPathDecoding.keys) ?? [], using: decoder)
    }

    /// The value at a key path whose keys may contain dots, such as `["files", "a.txt"]`. See
    /// ``decode(_:at:using:)-(_,String?,_)``.
    ///
    /// - Throws: `TernError` with code `.decodingFailed`.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        at keyPath: [String],
        using decoder: JSONDecoder = JSONDecoder()
    ) throws(TernError) -> Value {
        if let value = try valueWithoutDecoding(type, at: keyPath), let value = value as? Value { return value }
        guard !keyPath.isEmpty else { return try decodeJSON(type, using: decoder) }
        do {
            return try KeyPathDecoding.decode(type, at: keyPath, from: data, using: decoder)
        } catch {
            let failure = DecodingFailure(error, of: type, at: keyPath, in: self)
            throw decodingError(failure.reason, failure.advice, underlying: error, of: decoder)
        }
    }

    /// The body in memory, decoded from JSON, even if the type is `Data` or `String`.
    ///
    /// - Throws: `TernError` with code `.decodingFailed`.
    package func decodeJSON<Value: Decodable>(_ type: Value.Type, using decoder: JSONDecoder) throws(TernError) -> Value
    {
        do {
            return try JSONReader.decode(type, from: data, using: decoder)
        } catch {
            let failure = DecodingFailure(error, of: type, in: self)
            throw decodingError(failure.reason, failure.advice, underlying: error, of: decoder)
        }
    }

    /// The body as text, in the character encoding that `Content-Type` names. UTF-8 if it names no encoding. A mark of the
    /// byte order wins over UTF-16 and UTF-32 in another order; without one, `utf-16` and `utf-32` are little-endian, as
    /// in browsers (Encoding Standard).
    ///
    /// - Throws: `TernError` with code `.decodingFailed` if the encoding isn't supported, or if the body is not valid
    ///   in that encoding.
    public func string() throws(TernError) -> String {
        try checkBodyIsInMemory()
        let charset = headers["Content-Type"].flatMap { FieldParameters($0)["charset"] } ?? "UTF-8"
        let name = headers["Content-Type"].map(Redaction.excerpt(ofText:)) ?? charset
        guard let textEncoding = CharacterEncoding.named(charset) else {
            let shown = Redaction.excerpt(ofText: charset)
            let reason = "The character encoding \"\(shown)\" of \"\(name)\" isn't supported."
            throw decodingError(reason, underlying: nil)
        }
        guard let text = CharacterEncoding.text(of: data, in: textEncoding) else {
            let reason = "Expected text in \(name), found \(data.count) bytes that are not valid in that encoding."
            throw decodingError(reason, underlying: nil)
        }
        return text
    }

    /// The body as JSON without a type: dictionaries, arrays, strings, numbers and `NSNull`.
    ///
    /// - Throws: `TernError` with code `.decodingFailed`.
    public func jsonObject() throws(TernError) -> Any {
        try checkBodyIsInMemory()
        do {
            return try JSONReader.object(from: data)
        } catch {
            let refusal = JSONReader.Refusal(in: error).map { ", but \($0.reason)" } ?? ""
            throw decodingError("Expected JSON\(refusal). \(excerptText)", underlying: error)
        }
    }

    /// The value for a type or a body that isn't decoded from JSON. `nil` for all others.
    private func valueWithoutDecoding(_ type: Any.Type, at keyPath: [String]) throws(TernError) -> Any? {
        if case .data(let data) = body, data.isEmpty, let type = type as? any OptionalValue.Type {
            return type.noValue
        }
        if type == NoContent.self || type == NoContent?.self { return NoContent() }
        try checkBodyIsInMemory()
        guard keyPath.isEmpty else { return nil }
        if type == Data.self || type == Data?.self { return data }
        return type == String.self || type == String?.self ? try string() : nil
    }

    /// - Throws: `TernError` with code `.decodingFailed` for a body in a file or a stream.
    private func checkBodyIsInMemory() throws(TernError) {
        switch body {
        case .data: break
        case .file: throw decodingError("The body was written to a file, see body.", underlying: nil)
        case .stream: throw decodingError("The body is a stream, see stream.", underlying: nil)
        }
    }

    /// The body, for the text of an error.
    package var excerptText: String { data.isEmpty ? "The body is empty." : "Body: \(excerpt())" }

    /// The outline of the body, or the value at a coding path, as ``redaction`` allows. Of an error's body that is a
    /// text or markup, a short text.
    func excerpt(at path: [any CodingKey] = []) -> String {
        let type = headers["Content-Type"]
        let isOfError = statusCode >= 400
        return redaction.excerpt(of: data, contentType: type, at: path, isOfError: isOfError, about: request)
    }

    private func decodingError(
        _ reason: String,
        _ advice: String? = nil,
        underlying: (any Error)?,
        of decoder: JSONDecoder? = nil
    ) -> TernError {
        var (reason, advice) = (reason, advice)
        if isEncodedByDefault, let decoder {
            let strategies = decoder.unmatchedStrategies.joined(separator: ", ")
            if !strategies.isEmpty { reason += " The stub can't match the decoder's custom \(strategies)." }
            advice = "Compare the model with the body of the stub, or give the stub an encoder: .json(…, encoder: …)."
        }
        return TernError(
            .decodingFailed,
            reason: reason,
            advice: advice,
            target: target,
            request: request,
            response: self,
            attempts: attempts,
            underlying: underlying
        )
    }
}

/// A type for a value that can be missing: an empty body, or a key path that leads to nothing.
protocol OptionalValue {
    static var noValue: Self { get }
}

extension Optional: OptionalValue {
    static var noValue: Wrapped? { nil }
}

/// The value of a call that ignores the body, such as one with a 204 (No Content) response.
///
/// Any body is accepted and discarded.
public struct NoContent: Decodable, Hashable, Sendable {
    /// Creates the value.
    public init() {}

    public init(from decoder: any Decoder) throws {}
}

extension JSONDecoder {
    /// The key of the format of dates, if the closure of the strategy for dates reads it.
    package static let dateFormatKey = CodingUserInfoKey(rawValue: "Tern.DateFormat")

    /// The names of the strategies that are closures, which a matching encoder can't reverse.
    package var unmatchedStrategies: [String] {
        var names: [String] = []
        let format = Self.dateFormatKey.flatMap { userInfo[$0] }
        if case .custom = dateDecodingStrategy, format == nil { names.append("dateDecodingStrategy") }
        if case .custom = dataDecodingStrategy { names.append("dataDecodingStrategy") }
        if case .custom = keyDecodingStrategy { names.append("keyDecodingStrategy") }
        return names
    }
}
