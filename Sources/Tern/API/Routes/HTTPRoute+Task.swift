import Foundation

// The methods are those of `HTTPTask`, whose documentation has the details.
extension HTTPRoute {
    /// This route with more parameters in its query: `.query(["q": text, "page": page])`.
    public func query(_ parameters: QueryParameters, encoder: QueryEncoder? = nil) -> HTTPRoute {
        changing { $0.task = $0.task.query(parameters, encoder: encoder) }
    }

    /// This route with the properties of `object` as more parameters in its query.
    @_disfavoredOverload
    public func query(_ object: some Encodable & Sendable, encoder: QueryEncoder? = nil) -> HTTPRoute {
        changing { $0.task = $0.task.query(object, encoder: encoder) }
    }

    /// This route with a value as JSON body.
    @_disfavoredOverload
    public func json(_ value: some Encodable & Sendable, encoder: JSONEncoder? = nil) -> HTTPRoute {
        body(.json(value, encoder: encoder))
    }

    /// This route with a literal of mixed values as JSON body: `.json(["name": name, "count": 2, "tags": tags])`.
    public func json(_ literal: JSONLiteral, encoder: JSONEncoder? = nil) -> HTTPRoute {
        body(.json(literal, encoder: encoder))
    }

    /// This route with raw JSON as body. See ``HTTPTask/json(text:)``.
    public func json(text: String) -> HTTPRoute { body(.json(text: text)) }

    /// This route with raw JSON in UTF-8 as body. See ``HTTPTask/json(data:)``.
    public func json(data: Data) -> HTTPRoute { body(.json(data: data)) }

    /// This route with a form as body.
    public func form(_ parameters: QueryParameters, encoder: QueryEncoder? = nil) -> HTTPRoute {
        body(.form(parameters, encoder: encoder))
    }

    /// This route with a form with the properties of `object` as body.
    @_disfavoredOverload
    public func form(_ object: some Encodable & Sendable, encoder: QueryEncoder? = nil) -> HTTPRoute {
        body(.form(object, encoder: encoder))
    }

    /// This route with bytes as body. See ``HTTPTask/data(_:contentType:)``.
    public func data(_ data: Data, contentType: String? = "application/octet-stream") -> HTTPRoute {
        body(.data(data, contentType: contentType))
    }

    /// This route with a file as body. See ``HTTPTask/file(_:contentType:)``.
    public func file(_ url: URL, contentType: String?) -> HTTPRoute {
        body(.file(url, contentType: contentType))
    }

    /// This route with a file as body, with the media type of the file's extension. See ``HTTPTask/file(_:)``.
    public func file(_ url: URL) -> HTTPRoute { body(.file(url)) }

    /// This route with a replayable body of chunks. See ``HTTPTask/stream(length:contentType:_:)``.
    public func stream<Chunks: AsyncSequence & SendableMetatype>(
        length: Int64? = nil,
        contentType: String? = "application/octet-stream",
        _ chunks: @escaping @Sendable () throws -> Chunks
    ) -> HTTPRoute where Chunks.Element == Data, Chunks.AsyncIterator: SendableMetatype {
        body(.stream(length: length, contentType: contentType, chunks))
    }

    /// This route with a one-shot body of chunks. See ``HTTPTask/stream(length:contentType:once:)``.
    public func stream<Chunks: AsyncSequence & Sendable>(
        length: Int64? = nil,
        contentType: String? = "application/octet-stream",
        once chunks: Chunks
    ) -> HTTPRoute where Chunks.Element == Data, Chunks.AsyncIterator: SendableMetatype {
        body(.stream(length: length, contentType: contentType, once: chunks))
    }

    /// This route with a multipart form as body. See ``HTTPTask/multipart(_:contentType:boundary:)``.
    public func multipart(
        _ parts: [HTTPTask.Part],
        contentType: String = "multipart/form-data",
        boundary: String? = nil
    ) -> HTTPRoute {
        body(.multipart(parts, contentType: contentType, boundary: boundary))
    }

    /// This route with the body of a task.
    private func body(_ task: HTTPTask) -> HTTPRoute {
        changing { $0.task = $0.task.replacingBody(with: task) }
    }
}
