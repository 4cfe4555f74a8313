import Foundation

extension Response {
    /// This response with its body in memory.
    ///
    /// - Throws: `TernError` with code `.bodyTooLarge` if the body exceeds the limit, `.fileFailed` if a file can't be
    ///   read, and the errors of a stream.
    package func collected(for request: Request) async throws(TernError) -> Response {
        switch body {
        case .data(let data):
            guard data.count <= request.bodyLimit || data.isEmpty else {
                throw TernError.bodyTooLarge(limit: request.bodyLimit, status: statusCode)
            }
            return self
        case .stream(let stream):
            if let announced = announcedBytes(for: request), announced > request.bodyLimit {
                throw TernError.bodyTooLarge(limit: request.bodyLimit, status: statusCode)
            }
            return with(.data(try await collected(stream, for: request)), of: stream)
        case .file:
            return with(.data(try await collected(try streamed(), for: request)), of: nil)
        }
    }

    /// - Throws: The error of the stream, with this response and the bytes that arrived.
    private func collected(_ stream: BodyStream, for request: Request) async throws(TernError) -> Data {
        var body = Data()
        do {
            for try await piece in stream {
                guard piece.count <= request.bodyLimit - body.count else {
                    throw TernError.bodyTooLarge(limit: request.bodyLimit, status: statusCode)
                }
                body.append(piece)
            }
            // A stream that is cancelled at its end throws no error.
            try Task.checkCancellation()
            return body
        } catch {
            throw .interrupting(with(.data(body), of: nil), to: request, error)
        }
    }

    /// The body as a stream, regardless of its current form.
    ///
    /// - Throws: `TernError` with code `.fileFailed` if a file can't be read.
    package func streamed() throws(TernError) -> BodyStream {
        switch body {
        case .stream(let stream): stream
        case .data(let data): BodyStream(data, of: self)
        case .file(let url): try BodyStream(file: url, of: self)
        }
    }

    /// The largest part of an unacceptable response's body that its error contains, in bytes.
    private static let errorBodyBytes = 1024 * 1024

    /// This response with the first MiB of its body in memory.
    package func withErrorBody() async throws(TernError) -> Response {
        let stream = try streamed()
        var body = Data()
        do {
            for try await piece in stream {
                body.append(piece.prefix(Self.errorBodyBytes - body.count))
                if body.count >= Self.errorBodyBytes { break }
            }
            try Task.checkCancellation()
        } catch {
            throw .wrapping(error, thrownBy: .transport)
        }
        return with(.data(body), of: stream)
    }

    /// Whether the body is the representation's bytes, without a content coding.
    package var hasIdentityCoding: Bool {
        headers["Content-Encoding"].map { $0.isEqualIgnoringASCIICase(to: "identity") } ?? true
    }

    /// The length of the body in `Content-Length`. `nil` if it isn't announced, or if it is the length of an encoded
    /// body.
    ///
    /// A response to HEAD and a response with status 204 or 304 has no body, and `Transfer-Encoding` overrides
    /// `Content-Length` (RFC 9112, section 6.3).
    package func announcedBytes(for request: Request) -> Int64? {
        guard request.method != .head, statusCode != 204, statusCode != 304, hasIdentityCoding,
            !headers.contains("Transfer-Encoding")
        else { return nil }
        return headers["Content-Length"].flatMap { FieldLine.number($0).map { Int64($0) } }
    }

    /// This response with another body.
    ///
    /// - Parameter stream: The stream that was read to its end. It supplies the trailers and metrics.
    package func with(_ body: Body, of stream: BodyStream?) -> Response {
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
    /// A stream of a body in memory, with the trailers and metrics of its response.
    init(_ data: Data, of response: Response? = nil) {
        let channel = BodyChannel(onRoom: {}, onAbandon: {})
        if !data.isEmpty { _ = channel.push(data) }
        channel.finish(.success(()), metrics: response?.metrics, trailers: response?.trailers ?? [:])
        self.init(channel)
    }

    /// A stream of a file's content, which is mapped into memory.
    ///
    /// - Throws: `TernError` with code `.fileFailed` if the file can't be read.
    init(file url: URL, of response: Response) throws(TernError) {
        do {
            self.init(try Data(contentsOf: url, options: .mappedIfSafe), of: response)
        } catch {
            let reason = "The file \"\(url.lastPathComponent)\", which holds the response's body, can't be read."
            throw TernError(.fileFailed, reason: reason, underlying: error)
        }
    }
}
