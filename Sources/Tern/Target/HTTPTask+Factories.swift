import Foundation

// Each factory applies the method of the same name to `.plain`, so that a task can begin with any of these methods.
extension HTTPTask {
    /// A query: `.query(["q": text, "page": page])`.
    public static func query(_ parameters: QueryParameters) -> HTTPTask {
        plain.query(parameters)
    }

    /// A query with the properties of `object`, a value that encodes itself with keys: a struct, or a dictionary.
    @_disfavoredOverload
    public static func query(_ object: some Encodable & Sendable) -> HTTPTask {
        plain.query(QueryParameters(object))
    }

    /// A value as JSON body, `Content-Type: application/json`. A `String` or `Data` is raw JSON and is sent unchanged.
    ///
    /// - Parameters:
    ///   - value: The value to encode.
    ///   - encoder: `nil` for that of the endpoint or the provider, see ``ProviderConfiguration/encoder``.
    @_disfavoredOverload
    public static func json(_ value: some Encodable & Sendable, encoder: JSONEncoder? = nil) -> HTTPTask {
        plain.json(value, encoder: encoder)
    }

    /// A literal of mixed values as JSON body: `.json(["name": name, "count": 2, "tags": tags])`.
    ///
    /// - Parameters:
    ///   - literal: The literal to encode.
    ///   - encoder: `nil` for that of the endpoint or the provider, see ``ProviderConfiguration/encoder``.
    public static func json(_ literal: JSONLiteral, encoder: JSONEncoder? = nil) -> HTTPTask {
        plain.json(literal, encoder: encoder)
    }

    /// Raw JSON as body, `Content-Type: application/json`. Text that isn't valid JSON fails with
    /// `TernError.Code.encodingFailed`.
    public static func json(text: String) -> HTTPTask {
        plain.json(text: text)
    }

    /// Raw JSON in UTF-8 as body, `Content-Type: application/json`. Bytes that aren't valid JSON fail with
    /// `TernError.Code.encodingFailed`.
    public static func json(data: Data) -> HTTPTask {
        plain.json(data: data)
    }

    /// A form as body, `Content-Type: application/x-www-form-urlencoded`.
    ///
    /// - Parameters:
    ///   - parameters: The fields of the form.
    ///   - encoder: `nil` for the encoder of the task's query, with `+` for spaces.
    public static func form(_ parameters: QueryParameters, encoder: QueryEncoder? = nil) -> HTTPTask {
        plain.form(parameters, encoder: encoder)
    }

    /// A form with the properties of `object`, a value that encodes itself with keys: a struct, or a dictionary.
    ///
    /// - Parameters:
    ///   - object: A value whose properties are the fields of the form.
    ///   - encoder: `nil` for the encoder of the task's query, with `+` for spaces.
    @_disfavoredOverload
    public static func form(_ object: some Encodable & Sendable, encoder: QueryEncoder? = nil) -> HTTPTask {
        plain.form(QueryParameters(object), encoder: encoder)
    }

    /// Bytes as body.
    ///
    /// - Parameters:
    ///   - data: The bytes of the body.
    ///   - contentType: The body's media type; `application/octet-stream` by default. `nil` for no `Content-Type`.
    public static func data(_ data: Data, contentType: String? = "application/octet-stream") -> HTTPTask {
        plain.data(data, contentType: contentType)
    }

    /// A file as body, which is read while it is sent.
    ///
    /// - Parameters:
    ///   - url: The URL of the file.
    ///   - contentType: The body's media type. `nil` for no `Content-Type`.
    public static func file(_ url: URL, contentType: String?) -> HTTPTask {
        plain.file(url, contentType: contentType)
    }

    /// A task with a file as body, which is read while it is sent. Its media type is that of the file's extension, or else
    /// `application/octet-stream`.
    public static func file(_ url: URL) -> HTTPTask {
        plain.file(url, contentType: MediaType(filename: url.lastPathComponent)?.text ?? MediaType.unknown)
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
        plain.stream(length: length, contentType: contentType, chunks)
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
        plain.stream(length: length, contentType: contentType, once: chunks)
    }

    /// A multipart form as body, `Content-Type: multipart/form-data` (RFC 7578).
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
        plain.multipart(parts, contentType: contentType, boundary: boundary)
    }
}
