import Foundation

// Each does what the method of the same name does to `.plain`, so that a task can begin with any of them.
extension HTTPTask {
    /// A query: `.query(["q": text, "page": page])`.
    public static func query(_ parameters: QueryParameters) -> HTTPTask {
        plain.query(parameters)
    }

    /// A query of the properties of `object`, a value that encodes itself with keys.
    @_disfavoredOverload
    public static func query(_ object: some Encodable & Sendable) -> HTTPTask {
        plain.query(QueryParameters(object))
    }

    /// A JSON body, `Content-Type: application/json`.
    ///
    /// - Parameter encoder: `nil` for a `JSONEncoder` that sorts keys, so that equal values have equal bodies.
    public static func json(_ value: some Encodable & Sendable, encoder: JSONEncoder? = nil) -> HTTPTask {
        plain.json(value, encoder: encoder)
    }

    /// A form as body, `Content-Type: application/x-www-form-urlencoded`.
    ///
    /// - Parameter encoder: `nil` for the encoder of the task's query, but with `+` for spaces.
    public static func form(_ parameters: QueryParameters, encoder: QueryEncoder? = nil) -> HTTPTask {
        plain.form(parameters, encoder: encoder)
    }

    /// A form of the properties of `object`, a value that encodes itself with keys.
    ///
    /// - Parameter encoder: `nil` for the encoder of the task's query, but with `+` for spaces.
    @_disfavoredOverload
    public static func form(_ object: some Encodable & Sendable, encoder: QueryEncoder? = nil) -> HTTPTask {
        plain.form(QueryParameters(object), encoder: encoder)
    }

    /// A body of bytes.
    ///
    /// - Parameter contentType: The body's media type; `nil` for `application/octet-stream`.
    public static func data(_ data: Data, contentType: String? = nil) -> HTTPTask {
        plain.data(data, contentType: contentType)
    }
}
