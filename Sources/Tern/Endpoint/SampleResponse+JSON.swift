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
    ///   - encoder: `nil` for a `JSONEncoder` that sorts keys and doesn't escape slashes, so that equal values have
    ///     equal bodies.
    @_disfavoredOverload
    public static func json(
        _ value: some Encodable,
        status: Int = 200,
        headers: HTTPHeaders = [:],
        encoder: JSONEncoder? = nil
    ) -> SampleResponse {
        json(status, headers) { try JSONBody.data(of: value, encoder: encoder) }
    }

    /// A literal of mixed values as JSON: `.json(["message": message, "code": 7], status: 422)`. A literal that can't
    /// be encoded fails the call with `TernError.Code.encodingFailed`.
    ///
    /// - Parameters:
    ///   - literal: The literal to encode.
    ///   - status: The status code. 200 by default.
    ///   - headers: The header fields. None by default.
    ///   - encoder: `nil` for a `JSONEncoder` that sorts keys and doesn't escape slashes, so that equal values have
    ///     equal bodies.
    public static func json(
        _ literal: JSONLiteral,
        status: Int = 200,
        headers: HTTPHeaders = [:],
        encoder: JSONEncoder? = nil
    ) -> SampleResponse {
        json(status, headers) { try JSONBody.data(of: literal, encoder: encoder) }
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

    /// The JSON from `body`, as `application/json` unless `headers` has another `Content-Type`.
    package static func json(_ status: Int, _ headers: HTTPHeaders, body: () throws -> Data) -> SampleResponse {
        do {
            return make(status, headers, try body(), contentType: "application/json")
        } catch {
            return invalid(JSONBody.error(wrapping: error))
        }
    }
}
