import Foundation

extension Response {
    /// This response with its body in the form that the request asks for.
    ///
    /// - Throws: `TernError` with code `.bodyTooLarge` if the body exceeds the limit, `.transportFailed` if a file
    ///   can't be read or written, and the errors of a stream.
    func delivered(for request: Request) async throws -> Response {
        switch (request.delivery, body) {
        case (.collected, .data(let data)):
            guard data.count <= request.bodyLimit || data.isEmpty else {
                throw TernError.bodyTooLarge(limit: request.bodyLimit)
            }
            return self
        case (.streamed, .stream):
            return self
        case (.file(let url), .file(let other)) where url == other:
            return self
        case (.collected, .stream(let stream)):
            if let announced = announcedBytes(for: request), announced > request.bodyLimit {
                throw TernError.bodyTooLarge(limit: request.bodyLimit)
            }
            return self.with(.data(try await stream.collected(limit: request.bodyLimit)), of: stream)
        case (.collected, .file(let url)):
            return try await self.with(.stream(BodyStream(file: url)), of: nil).delivered(for: request)
        case (.streamed, .data(let data)):
            return self.with(.stream(BodyStream(data)), of: nil)
        case (.streamed, .file(let url)):
            return self.with(.stream(try BodyStream(file: url)), of: nil)
        case (.file(let url), .stream(let stream)):
            try await BodyFile.write(stream, to: url)
            return self.with(.file(url), of: stream)
        case (.file(let url), .data(let data)):
            try await BodyFile.write(BodyStream(data), to: url)
            return self.with(.file(url), of: nil)
        case (.file(let url), .file(let other)):
            try await BodyFile.write(try BodyStream(file: other), to: url)
            return self.with(.file(url), of: nil)
        }
    }

    /// The largest part of an unacceptable response's body that its error has.
    private static let errorBodyBytes = 1024 * 1024

    /// This response with the first MiB of its body in memory.
    func withErrorBody() async throws -> Response {
        var streamed = Request(url: URL(fileURLWithPath: "/"))
        streamed.delivery = .streamed
        guard let stream = try await delivered(for: streamed).stream else { return self }
        var body = Data()
        for try await piece in stream {
            body.append(piece.prefix(Self.errorBodyBytes - body.count))
            if body.count >= Self.errorBodyBytes { break }
        }
        try Task.checkCancellation()
        return with(.data(body), of: stream)
    }

    /// The length of the body in `Content-Length`. `nil` if the response has no body of this length.
    private func announcedBytes(for request: Request) -> Int? {
        guard request.method != .head, statusCode != 304, !headers.contains("Content-Encoding") else { return nil }
        return headers["Content-Length"].flatMap { Int($0) }
    }

    /// - Parameter stream: The stream that was read to its end. It has the trailers and metrics.
    private func with(_ body: Body, of stream: BodyStream?) -> Response {
        var response = self
        response.body = body
        if let stream {
            if !stream.trailers.isEmpty { response.trailers = stream.trailers }
            response.metrics = stream.metrics ?? metrics
        }
        return response
    }
}

extension BodyStream {
    /// A stream of a body in memory.
    init(_ data: Data) {
        let channel = BodyChannel(onRoom: {}, onAbandon: {})
        if !data.isEmpty { _ = channel.push(data) }
        channel.finish(.success(()), metrics: nil, trailers: [:])
        self.init(channel)
    }

    /// A stream of a file's content, which is mapped into memory.
    ///
    /// - Throws: `TernError` with code `.transportFailed` if the file can't be read.
    init(file url: URL) throws(TernError) {
        do {
            self.init(try Data(contentsOf: url, options: .mappedIfSafe))
        } catch {
            let reason = "The file \(url.lastPathComponent), which holds the response's body, can't be read."
            throw TernError(.transportFailed, reason: reason, underlying: error)
        }
    }

    /// Reads the whole body into memory.
    ///
    /// - Throws: `TernError` with code `.bodyTooLarge` if the body exceeds the limit.
    func collected(limit: Int) async throws -> Data {
        var body = Data()
        for try await piece in self {
            guard piece.count <= limit - body.count else { throw TernError.bodyTooLarge(limit: limit) }
            body.append(piece)
        }
        // A stream that is cancelled at its end throws no error.
        try Task.checkCancellation()
        return body
    }
}
