import Foundation

/// The query and the body of a request. Both are optional.
///
/// ```swift
/// .plain                                                  // no query, no body
/// .query(["q": text, "page": page])                       // ?q=…&page=…, a nil is omitted
/// .query(filter)                                          // the properties of an Encodable value
/// .json(draft).query(["notify": true])                    // body and query compose
/// .json(["name": name, "count": 2, "note": note])         // a literal of mixed values, a nil becomes null
/// .json(text: #"{"id":1}"#)                               // raw JSON
/// .form(["grant_type": "password", "username": name])     // an HTML form
/// .data(image, contentType: "image/png").query(["q": "a"]).query(["q": "b"])
/// ```
///
/// A second `query` adds to the first; a second body replaces the first. Values are encoded when the request is built.
/// If a value can't be encoded, the call then fails with `TernError.Code.encodingFailed`. Descriptions of a task never
/// show a value.
public struct HTTPTask: Sendable {
    enum Body: Sendable {
        case json(any Encodable & Sendable, encoder: JSONEncoder?)
        case form(QueryParameters, encoder: QueryEncoder?)
        case data(Data, contentType: String?)
    }

    private(set) var query: QueryParameters?
    private(set) var body: Body?

    /// The encoder for this task's query and form; `nil` for the encoder of the endpoint or the provider.
    package private(set) var queryEncoder: QueryEncoder?

    /// A task without query and body.
    public static var plain: HTTPTask { HTTPTask() }

    /// This task with more parameters in its query.
    public func query(_ parameters: QueryParameters) -> HTTPTask {
        var task = self
        task.query = query?.merging(parameters) ?? parameters
        return task
    }

    /// This task with the properties of `object` as more parameters in its query.
    ///
    /// - Parameter object: A value that encodes itself with keys: a struct, or a dictionary.
    @_disfavoredOverload
    public func query(_ object: some Encodable & Sendable) -> HTTPTask {
        query(QueryParameters(object))
    }

    /// This task with a value as JSON body, `Content-Type: application/json`.
    ///
    /// A `String` or `Data` is raw JSON and is sent unchanged, as with ``json(text:)`` and ``json(data:)``: it is never
    /// encoded a second time.
    ///
    /// - Parameter encoder: `nil` for a `JSONEncoder` that sorts keys and doesn't escape slashes, so that equal values
    ///   have equal bodies.
    @_disfavoredOverload
    public func json(_ value: some Encodable & Sendable, encoder: JSONEncoder? = nil) -> HTTPTask {
        with(.json(value, encoder: encoder))
    }

    /// This task with a literal of mixed values as JSON body, `Content-Type: application/json`.
    ///
    /// - Parameter encoder: `nil` for a `JSONEncoder` that sorts keys and doesn't escape slashes, so that equal values
    ///   have equal bodies.
    public func json(_ literal: JSONLiteral, encoder: JSONEncoder? = nil) -> HTTPTask {
        with(.json(literal, encoder: encoder))
    }

    /// This task with raw JSON as body, `Content-Type: application/json`. It is sent unchanged. Text that isn't valid
    /// JSON fails with `TernError.Code.encodingFailed` before anything is sent.
    public func json(text: String) -> HTTPTask {
        with(.json(text, encoder: nil))
    }

    /// This task with raw JSON in UTF-8 as body, `Content-Type: application/json`. It is sent unchanged. Bytes that
    /// aren't valid JSON fail with `TernError.Code.encodingFailed` before anything is sent.
    public func json(data: Data) -> HTTPTask {
        with(.json(data, encoder: nil))
    }

    /// This task with a form as body, `Content-Type: application/x-www-form-urlencoded`.
    ///
    /// - Parameter encoder: `nil` for the encoder of the task's query, with `+` for spaces.
    public func form(_ parameters: QueryParameters, encoder: QueryEncoder? = nil) -> HTTPTask {
        with(.form(parameters, encoder: encoder))
    }

    /// This task with the properties of `object` as a form, `Content-Type: application/x-www-form-urlencoded`.
    ///
    /// - Parameters:
    ///   - object: A value that encodes itself with keys: a struct, or a dictionary.
    ///   - encoder: `nil` for the encoder of the task's query, with `+` for spaces.
    @_disfavoredOverload
    public func form(_ object: some Encodable & Sendable, encoder: QueryEncoder? = nil) -> HTTPTask {
        form(QueryParameters(object), encoder: encoder)
    }

    /// This task with bytes as body.
    ///
    /// - Parameter contentType: The body's media type; `nil` for `application/octet-stream`.
    public func data(_ data: Data, contentType: String? = nil) -> HTTPTask {
        with(.data(data, contentType: contentType))
    }

    /// This task with another encoder for query and form. A form still writes a space as `+`, unless `form` names an
    /// encoder.
    public func encodingQueries(with encoder: QueryEncoder) -> HTTPTask {
        var task = self
        task.queryEncoder = encoder
        return task
    }

    // MARK: - Private

    private func with(_ body: Body) -> HTTPTask {
        var task = self
        task.body = body
        return task
    }
}
