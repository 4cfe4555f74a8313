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
/// A task begins with its body, or with `.plain` or a query. Each further `query` adds to the query. Values are encoded
/// when the request is built. If that fails, the call fails with `TernError.Code.encodingFailed`. Descriptions of a task
/// never show a value.
public struct HTTPTask: Sendable {
    /// `indirect`, since a task is copied more often than it is changed.
    indirect enum Body: Sendable {
        case json(any Encodable & Sendable, encoder: JSONEncoder?)
        case form(QueryParameters, encoder: QueryEncoder?)
        case data(Data, contentType: String?)
        case file(URL, contentType: String?)
        case stream(RequestBody)
        case multipart([Part], contentType: String, boundary: String?)
    }

    struct Query: Sendable {
        let parameters: QueryParameters
        /// `nil` for the encoder of the endpoint or the provider.
        let encoder: QueryEncoder?
    }

    /// The parts of the query, in order.
    private(set) var queries: [Query] = []
    private(set) var body: Body?

    /// A task without query and body.
    public static var plain: HTTPTask { HTTPTask() }

    /// This task with more parameters in its query.
    ///
    /// - Parameters:
    ///   - parameters: The parameters, after those of the query so far.
    ///   - encoder: The encoder of these parameters. `nil`, the default, for that of the endpoint or the provider, see
    ///     ``ProviderConfiguration/queryEncoder``.
    public func query(_ parameters: QueryParameters, encoder: QueryEncoder? = nil) -> HTTPTask {
        var task = self
        task.queries.append(Query(parameters: parameters, encoder: encoder))
        return task
    }

    /// This task with the properties of `object` as more parameters in its query.
    ///
    /// - Parameters:
    ///   - object: A value that encodes itself with keys: a struct, or a dictionary.
    ///   - encoder: The encoder of these parameters. `nil`, the default, for that of the endpoint or the provider.
    @_disfavoredOverload
    public func query(_ object: some Encodable & Sendable, encoder: QueryEncoder? = nil) -> HTTPTask {
        query(QueryParameters(object), encoder: encoder)
    }

    /// A task with a query: `.query(["q": text, "page": page])`.
    ///
    /// - Parameters:
    ///   - parameters: The parameters of the query.
    ///   - encoder: The encoder of these parameters. `nil`, the default, for that of the endpoint or the provider.
    public static func query(_ parameters: QueryParameters, encoder: QueryEncoder? = nil) -> HTTPTask {
        plain.query(parameters, encoder: encoder)
    }

    /// A task with the properties of `object` as its query.
    ///
    /// - Parameters:
    ///   - object: A value that encodes itself with keys: a struct, or a dictionary.
    ///   - encoder: The encoder of these parameters. `nil`, the default, for that of the endpoint or the provider.
    @_disfavoredOverload
    public static func query(_ object: some Encodable & Sendable, encoder: QueryEncoder? = nil) -> HTTPTask {
        plain.query(object, encoder: encoder)
    }

    /// This task with the body of another task.
    func replacingBody(with other: HTTPTask) -> HTTPTask {
        var task = self
        task.body = other.body
        return task
    }

    /// This task without its query.
    var withoutQuery: HTTPTask {
        var task = self
        task.queries = []
        return task
    }

    // MARK: - Bodies

    /// A value as JSON body, `Content-Type: application/json`. A `String` or `Data` is raw JSON and is sent unchanged.
    ///
    /// - Parameters:
    ///   - value: The value to encode.
    ///   - encoder: `nil` for that of the endpoint or the provider, see ``ProviderConfiguration/encoder``.
    @_disfavoredOverload
    public static func json(_ value: some Encodable & Sendable, encoder: JSONEncoder? = nil) -> HTTPTask {
        HTTPTask(body: .json(value, encoder: encoder))
    }

    /// A literal of mixed values as JSON body: `.json(["name": name, "count": 2, "tags": tags])`.
    ///
    /// - Parameters:
    ///   - literal: The literal to encode.
    ///   - encoder: `nil` for that of the endpoint or the provider, see ``ProviderConfiguration/encoder``.
    public static func json(_ literal: JSONLiteral, encoder: JSONEncoder? = nil) -> HTTPTask {
        HTTPTask(body: .json(literal, encoder: encoder))
    }

    /// Raw JSON as body, `Content-Type: application/json`. It is sent unchanged. Text that isn't valid JSON fails with
    /// `TernError.Code.encodingFailed` before anything is sent.
    public static func json(text: String) -> HTTPTask {
        HTTPTask(body: .json(text, encoder: nil))
    }

    /// Raw JSON in UTF-8 as body, `Content-Type: application/json`. It is sent unchanged. Bytes that aren't valid JSON
    /// fail with `TernError.Code.encodingFailed` before anything is sent.
    public static func json(data: Data) -> HTTPTask {
        HTTPTask(body: .json(data, encoder: nil))
    }

    /// A form as body, `Content-Type: application/x-www-form-urlencoded`. Line breaks stay as they are, as in
    /// `URLSearchParams` of the URL standard.
    ///
    /// - Parameters:
    ///   - parameters: The fields of the form.
    ///   - encoder: `nil` for that of the endpoint or the provider, with `+` for spaces.
    public static func form(_ parameters: QueryParameters, encoder: QueryEncoder? = nil) -> HTTPTask {
        HTTPTask(body: .form(parameters, encoder: encoder))
    }

    /// A form with the properties of `object`, a value that encodes itself with keys: a struct, or a dictionary.
    ///
    /// - Parameters:
    ///   - object: A value whose properties are the fields of the form.
    ///   - encoder: `nil` for that of the endpoint or the provider, with `+` for spaces.
    @_disfavoredOverload
    public static func form(_ object: some Encodable & Sendable, encoder: QueryEncoder? = nil) -> HTTPTask {
        form(QueryParameters(object), encoder: encoder)
    }

    /// Bytes as body.
    ///
    /// - Parameters:
    ///   - data: The bytes of the body.
    ///   - contentType: The body's media type; `application/octet-stream` by default. `nil` for no `Content-Type`.
    public static func data(_ data: Data, contentType: String? = "application/octet-stream") -> HTTPTask {
        HTTPTask(body: .data(data, contentType: contentType))
    }

    /// A file as body, which is read while it is sent.
    ///
    /// The call fails with `TernError.Code.encodingFailed` if the file can't be read, or if its size changes after the
    /// request is built.
    ///
    /// - Parameters:
    ///   - url: The URL of the file.
    ///   - contentType: The body's media type. `nil` for no `Content-Type`.
    public static func file(_ url: URL, contentType: String?) -> HTTPTask {
        HTTPTask(body: .file(url, contentType: contentType))
    }

    /// A task with a file as body, which is read while it is sent. Its media type is that of the file's extension, or else
    /// `application/octet-stream`.
    public static func file(_ url: URL) -> HTTPTask {
        file(url, contentType: MediaType(filename: url.lastPathComponent)?.text ?? MediaType.unknown)
    }

    /// A replayable body of chunks from an asynchronous sequence. Tern makes a new sequence each time it sends the
    /// body.
    ///
    /// - Parameters:
    ///   - length: The length of all chunks in bytes. If it is wrong, the call fails with `.encodingFailed`. `nil`, the
    ///     default, if it isn't known.
    ///   - contentType: The body's media type; `application/octet-stream` by default. `nil` for no `Content-Type`.
    ///   - chunks: Creates a sequence of the whole body.
    public static func stream<Chunks: AsyncSequence & SendableMetatype>(
        length: Int64? = nil,
        contentType: String? = "application/octet-stream",
        _ chunks: @escaping @Sendable () throws -> Chunks
    ) -> HTTPTask where Chunks.Element == Data, Chunks.AsyncIterator: SendableMetatype {
        HTTPTask(body: .stream(.stream(length: length, contentType: contentType, chunks)))
    }

    /// A one-shot body of chunks from an asynchronous sequence. Sending it again fails with `.bodyNotReplayable`.
    ///
    /// - Parameters:
    ///   - length: The length of all chunks in bytes. If it is wrong, the call fails with `.encodingFailed`. `nil`,
    ///     the default, if it isn't known.
    ///   - contentType: The body's media type; `application/octet-stream` by default. `nil` for no `Content-Type`.
    ///   - chunks: The chunks of the body. They are read once.
    public static func stream<Chunks: AsyncSequence & Sendable>(
        length: Int64? = nil,
        contentType: String? = "application/octet-stream",
        once chunks: Chunks
    ) -> HTTPTask where Chunks.Element == Data, Chunks.AsyncIterator: SendableMetatype {
        HTTPTask(body: .stream(.stream(length: length, contentType: contentType, once: chunks)))
    }

    /// A multipart form as body, `Content-Type: multipart/form-data` (RFC 7578). Files and streams are read while they
    /// are sent. `Content-Length` is exact if the length of each part is known.
    ///
    /// - Parameters:
    ///   - parts: The parts of the form, in order.
    ///   - contentType: The media type without the boundary, such as `multipart/related`. A form by default.
    ///   - boundary: The delimiter of the parts: 1 to 70 letters, digits, hyphens, dots and underscores. By default, a
    ///     random delimiter that doesn't occur in the parts in memory.
    public static func multipart(
        _ parts: [Part],
        contentType: String = "multipart/form-data",
        boundary: String? = nil
    ) -> HTTPTask {
        HTTPTask(body: .multipart(parts, contentType: contentType, boundary: boundary))
    }
}
