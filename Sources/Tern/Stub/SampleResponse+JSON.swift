import Foundation

// The rules are those of the JSON factories of `HTTPTask`.
extension SampleResponse {
    /// A value as JSON. A value that can't be encoded fails the call with `TernError.Code.encodingFailed`.
    ///
    /// A `String` or `Data` is raw JSON and becomes the body unchanged, as with ``json(text:status:headers:)`` and
    /// ``json(data:status:headers:)``.
    ///
    /// - Parameters:
    ///   - value: The value to encode.
    ///   - status: The status code. 200 by default.
    ///   - headers: The header fields. None by default.
    ///   - encoder: The encoder. By default, one that writes what ``ProviderConfiguration/decoder`` of the stubbed
    ///     provider reads: it has the strategies of the decoder for dates, data, numbers and keys. Where a strategy of
    ///     the decoder is a closure, the strategy of ``ProviderConfiguration/encoder`` is used. For a stubbed session
    ///     or a server, which have no decoder, the default is a `JSONEncoder` without strategies. Keys are sorted and
    ///     slashes aren't escaped, so that equal values have equal bodies.
    @_disfavoredOverload
    public static func json(
        _ value: some Encodable & Sendable,
        status: Int = 200,
        headers: HTTPHeaders = [:],
        encoder: JSONEncoder? = nil
    ) -> SampleResponse {
        json(status, headers, encoder: encoder) { try JSONBody.data(of: value, encoder: $0) }
    }

    /// A value of a type that isn't `Sendable` as JSON. It is encoded at once, so the default encoder doesn't know the
    /// decoder of a provider: it has no strategies.
    ///
    /// - Parameters:
    ///   - value: The value to encode.
    ///   - status: The status code. 200 by default.
    ///   - headers: The header fields. None by default.
    ///   - encoder: `nil` for a `JSONEncoder` that sorts keys and doesn't escape slashes, so that equal values have
    ///     equal bodies.
    @_disfavoredOverload
    public static func json(
        _ value: some Encodable,
        status: Int = 200,
        headers: HTTPHeaders = [:],
        encoder: JSONEncoder? = nil
    ) -> SampleResponse {
        let sample = json(status, headers) { try JSONBody.data(of: value, encoder: encoder) }
        return encoder == nil ? sample.changing { $0.isEncodedByDefault = true } : sample
    }

    /// A literal of mixed values as JSON: `.json(["message": message, "code": 7], status: 422)`. A literal that can't
    /// be encoded fails the call with `TernError.Code.encodingFailed`.
    ///
    /// - Parameters:
    ///   - literal: The literal to encode. Its own keys stay as they are.
    ///   - status: The status code. 200 by default.
    ///   - headers: The header fields. None by default.
    ///   - encoder: The encoder of the values in it. By default, one that writes what the decoder of the stubbed
    ///     provider reads.
    public static func json(
        _ literal: JSONLiteral,
        status: Int = 200,
        headers: HTTPHeaders = [:],
        encoder: JSONEncoder? = nil
    ) -> SampleResponse {
        json(status, headers, encoder: encoder) { try JSONBody.data(of: literal, encoder: $0) }
    }

    /// Raw JSON. Text that isn't valid JSON fails the call with `TernError.Code.encodingFailed`; for such a body, use
    /// ``text(_:status:headers:)``.
    public static func json(text: String, status: Int = 200, headers: HTTPHeaders = [:]) -> SampleResponse {
        json(status, headers) { try JSONBody.data(of: text) }
    }

    /// Raw JSON in UTF-8. Bytes that aren't valid JSON fail the call with `TernError.Code.encodingFailed`; for such a
    /// body, use ``networkResponse(_:_:)``.
    public static func json(data: Data, status: Int = 200, headers: HTTPHeaders = [:]) -> SampleResponse {
        json(status, headers) { try JSONBody.data(of: data) }
    }

    /// The JSON from `body`, which receives the encoder, as `application/json` unless `headers` has another
    /// `Content-Type`.
    ///
    /// - Parameters:
    ///   - encoder: `nil` for the encoder that matches a decoder.
    ///   - decoder: The decoder of the call. `nil` for that of the provider, which isn't known yet: the provider
    ///     encodes the body again.
    package static func json(
        _ status: Int,
        _ headers: HTTPHeaders,
        encoder: JSONEncoder?,
        for decoder: JSONDecoder? = nil,
        body: @escaping @Sendable (JSONEncoder?) throws -> Data
    ) -> SampleResponse {
        let sample = json(status, headers) { try body(encoder ?? decoder?.matchingEncoder()) }
        guard encoder == nil else { return sample }
        return sample.changing { parts in
            parts.isEncodedByDefault = true
            if decoder == nil { parts.encoding = { encoder in json(status, headers) { try body(encoder) } } }
        }
    }

    /// The JSON from `body`, as `application/json` unless `headers` has another `Content-Type`.
    package static func json(_ status: Int, _ headers: HTTPHeaders, body: () throws -> Data) -> SampleResponse {
        do {
            return make(status, headers, try body(), contentType: "application/json")
        } catch {
            return invalid(JSONBody.error(wrapping: error))
        }
    }
}

/// The decoder and the encoder of a provider, which determine the JSON of its stubs.
package struct SampleCoders: Sendable {
    let decoder: JSONDecoder
    /// Determines the strategies for which the decoder has a closure.
    let encoder: JSONEncoder

    package init(decoder: JSONDecoder = JSONDecoder(), encoder: JSONEncoder = JSONEncoder()) {
        self.decoder = decoder
        self.encoder = encoder
    }

    /// `nil` if the canonical encoder writes what the decoder reads.
    var sampleEncoder: JSONEncoder? { decoder.matchingEncoder(like: encoder) }
}
