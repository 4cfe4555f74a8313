import Foundation
import Tern

// The JSON forms are those of a sample. Only here raw JSON isn't checked, because a server may send anything.
extension LoopbackResponse {
    /// A response with a value as `application/json`. Fields in `headers` override this. If the value can't be encoded,
    /// the server responds with status 500 and the error text.
    ///
    /// - Parameter encoder: `nil` for a `JSONEncoder` that sorts keys and doesn't escape slashes.
    @_disfavoredOverload
    public static func json(
        _ value: some Encodable,
        status: Int = 200,
        headers: HTTPHeaders = [:],
        encoder: JSONEncoder? = nil
    ) -> LoopbackResponse {
        if let text = value as? String { return json(text: text, status: status, headers: headers) }
        if let data = value as? Data { return json(data: data, status: status, headers: headers) }
        return encoding(value, status, headers, encoder)
    }

    /// A response with a literal of mixed values as `application/json`. Fields in `headers` override this. If the
    /// literal can't be encoded, the server responds with status 500 and the error text.
    ///
    /// - Parameter encoder: `nil` for a `JSONEncoder` that sorts keys and doesn't escape slashes.
    public static func json(
        _ literal: JSONLiteral,
        status: Int = 200,
        headers: HTTPHeaders = [:],
        encoder: JSONEncoder? = nil
    ) -> LoopbackResponse {
        encoding(literal, status, headers, encoder)
    }

    /// A response with raw JSON as `application/json`, not checked. Fields in `headers` override this.
    public static func json(text: String, status: Int = 200, headers: HTTPHeaders = [:]) -> LoopbackResponse {
        json(data: Data(text.utf8), status: status, headers: headers)
    }

    /// A response with raw JSON as `application/json`, not checked. Fields in `headers` override this.
    public static func json(data: Data, status: Int = 200, headers: HTTPHeaders = [:]) -> LoopbackResponse {
        .data(data, contentType: "application/json", status: status, headers: headers)
    }

    private static func encoding(
        _ value: some Encodable,
        _ status: Int,
        _ headers: HTTPHeaders,
        _ encoder: JSONEncoder?
    ) -> LoopbackResponse {
        do {
            return json(data: try JSONBody.encoded(value, encoder: encoder), status: status, headers: headers)
        } catch {
            return text(JSONBody.error(wrapping: error).reason, status: 500)
        }
    }
}
