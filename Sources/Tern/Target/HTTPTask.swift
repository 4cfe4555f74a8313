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
/// .file(video)                                            // a file, which is read while it is sent
/// .stream { makeChunks() }                                // an AsyncSequence of Data
/// .multipart([.text(title, name: "title"), .file(photo, name: "photo")])
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
        case file(URL, contentType: String?)
        case stream(RequestBody)
        case multipart([Part], contentType: String, boundary: String?)
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
    /// A `String` or `Data` is raw JSON and is sent unchanged, as with `json(text:)` and `json(data:)`: it is never
    /// encoded a second time.
    ///
    /// - Parameters:
    ///   - value: The value to encode.
    ///   - encoder: `nil` for that of the endpoint or the provider, see ``ProviderConfiguration/encoder``.
    @_disfavoredOverload
    public func json(_ value: some Encodable & Sendable, encoder: JSONEncoder? = nil) -> HTTPTask {
        with(.json(value, encoder: encoder))
    }

    /// This task with a literal of mixed values as JSON body, `Content-Type: application/json`.
    ///
    /// - Parameters:
    ///   - literal: The literal to encode.
    ///   - encoder: `nil` for that of the endpoint or the provider, see ``ProviderConfiguration/encoder``.
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
    /// - Parameters:
    ///   - parameters: The fields of the form.
    ///   - encoder: `nil` for the encoder of the task's query, with `+` for spaces.
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
    /// - Parameters:
    ///   - data: The bytes of the body.
    ///   - contentType: The body's media type; `application/octet-stream` by default. `nil` for no `Content-Type`.
    public func data(_ data: Data, contentType: String? = "application/octet-stream") -> HTTPTask {
        with(.data(data, contentType: contentType))
    }

    /// This task with a file as body, which is read while it is sent.
    ///
    /// The call fails with `TernError.Code.encodingFailed` if the file can't be read, or if its size changes after the
    /// request is built.
    ///
    /// - Parameters:
    ///   - url: The URL of the file.
    ///   - contentType: The body's media type. `nil` for no `Content-Type`.
    public func file(_ url: URL, contentType: String?) -> HTTPTask {
        with(.file(url, contentType: contentType))
    }

    /// This task with a file as body, which is read while it is sent. Its media type is that of the file's extension, or else
    /// `application/octet-stream`.
    public func file(_ url: URL) -> HTTPTask {
        file(url, contentType: MediaType(filename: url.lastPathComponent)?.text ?? MediaType.unknown)
    }

    /// This task with a replayable body of chunks from an asynchronous sequence. Tern makes a new sequence each time it
    /// sends the body.
    ///
    /// - Parameters:
    ///   - length: The length of all chunks in bytes. If it is wrong, the call fails with `.encodingFailed`. `nil`, the
    ///     default, if it isn't known.
    ///   - contentType: The body's media type; `application/octet-stream` by default. `nil` for no `Content-Type`.
    ///   - chunks: Creates a sequence of the whole body.
    public func stream<Chunks: AsyncSequence & SendableMetatype>(
        length: Int64? = nil,
        contentType: String? = "application/octet-stream",
        _ chunks: @escaping @Sendable () throws -> Chunks
    ) -> HTTPTask where Chunks.Element == Data, Chunks.AsyncIterator: SendableMetatype {
        with(.stream(.stream(length: length, contentType: contentType, chunks)))
    }

    /// This task with a one-shot body of chunks from an asynchronous sequence. Sending it again fails with
    /// `.bodyNotReplayable`.
    ///
    /// - Parameters:
    ///   - length: The length of all chunks in bytes. If it is wrong, the call fails with `.encodingFailed`. `nil`,
    ///     the default, if it isn't known.
    ///   - contentType: The body's media type; `application/octet-stream` by default. `nil` for no `Content-Type`.
    ///   - chunks: The chunks of the body. They are read once.
    public func stream<Chunks: AsyncSequence & Sendable>(
        length: Int64? = nil,
        contentType: String? = "application/octet-stream",
        once chunks: Chunks
    ) -> HTTPTask where Chunks.Element == Data, Chunks.AsyncIterator: SendableMetatype {
        with(.stream(.stream(length: length, contentType: contentType, once: chunks)))
    }

    /// This task with a multipart form as body, `Content-Type: multipart/form-data` (RFC 7578). Files and streams are
    /// read while they are sent.
    ///
    /// `Content-Length` is exact if the length of each part is known.
    ///
    /// - Parameters:
    ///   - parts: The parts of the form, in order.
    ///   - contentType: The media type without the boundary, such as `multipart/related`. A form by default.
    ///   - boundary: The delimiter of the parts: 1 to 70 letters, digits, hyphens, dots and underscores. By default, a
    ///     random delimiter that doesn't occur in the parts in memory.
    public func multipart(
        _ parts: [Part],
        contentType: String = "multipart/form-data",
        boundary: String? = nil
    ) -> HTTPTask {
        with(.multipart(parts, contentType: contentType, boundary: boundary))
    }

    /// This task with another encoder for query and form. A form still writes a space as `+`, unless `form` has an
    /// encoder.
    public func encodingQueries(with encoder: QueryEncoder) -> HTTPTask {
        var task = self
        task.queryEncoder = encoder
        return task
    }

    /// This task without its query.
    var withoutQuery: HTTPTask {
        var task = self
        task.query = nil
        return task
    }

    // MARK: - Private

    private func with(_ body: Body) -> HTTPTask {
        var task = self
        task.body = body
        return task
    }
}
