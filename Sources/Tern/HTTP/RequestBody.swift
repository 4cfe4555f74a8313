import Foundation

/// The body of a request: bytes in memory, a file, or a stream that is read as the connection takes it.
public struct RequestBody: Sendable {
    /// Passes the body to `send`, chunk by chunk. `send` returns when there is room for the next chunk, and throws when the
    /// exchange has ended or sends the body from its beginning.
    typealias Pump = @Sendable (_ send: @Sendable (Data) async throws -> Void) async throws -> Void

    private enum Source: Sendable {
        case data(Data)
        case file(URL, Pump)
        case stream(Pump)
    }

    /// In bytes. `nil` if it isn't known, which takes `Transfer-Encoding: chunked` on HTTP/1.1.
    public let length: Int64?

    /// Whether the body can be sent again, as redirects with 307 and 308 and connections that turn out to be closed
    /// ask for. If it can't, they fail with `.bodyNotReplayable`.
    public let isReplayable: Bool

    /// The media type, for the `Content-Type` field that the endpoint adds. `nil` if it isn't known.
    public let contentType: String?

    private let source: Source

    /// Bytes in memory.
    public static func data(_ data: Data, contentType: String? = nil) -> RequestBody {
        RequestBody(length: Int64(data.count), isReplayable: true, contentType: contentType, source: .data(data))
    }

    /// The body, if it is in memory.
    public var data: Data? {
        if case .data(let data) = source { data } else { nil }
    }

    /// The file that the body is, for engines that read it themselves.
    public var fileURL: URL? {
        if case .file(let url, _) = source { url } else { nil }
    }

    /// Passes the body to `send` from its beginning, chunk by chunk.
    ///
    /// - Parameter send: Takes one chunk, never an empty one, and returns when there is room for the next.
    /// - Throws: What `send` or the body's source throws.
    public func forEachChunk(_ send: @Sendable (Data) async throws -> Void) async throws {
        switch source {
        case .data(let data): if !data.isEmpty { try await send(data) }
        case .file(_, let pump), .stream(let pump): try await pump(send)
        }
    }

    /// A file, which is read as it is sent, from the start for each time it is sent.
    ///
    /// - Throws: `TernError` with code `.encodingFailed` if there is no such file, or if it can't be read.
    public static func file(_ url: URL, contentType: String? = nil) throws(TernError) -> RequestBody {
        let handle: FileHandle
        let length: UInt64
        do {
            handle = try FileHandle(forReadingFrom: url)
            length = try handle.seekToEnd()
            try handle.close()
        } catch {
            let reason = "The body's file \(url.lastPathComponent) can't be read."
            throw TernError(.encodingFailed, reason: reason, underlying: error)
        }
        let pump: Pump = { send in
            let handle = try FileHandle(forReadingFrom: url)
            defer { try? handle.close() }
            while let piece = try handle.read(upToCount: pieceBytes), !piece.isEmpty { try await send(piece) }
        }
        let source = Source.file(url, pump)
        return RequestBody(length: Int64(length), isReplayable: true, contentType: contentType, source: source)
    }

    /// Pieces as an asynchronous sequence brings them, made anew for each time that the body is sent.
    ///
    /// - Parameters:
    ///   - length: In bytes. If it isn't what the pieces come to, the call fails with `.encodingFailed`.
    ///   - pieces: Makes the sequence from its start.
    public static func stream<Pieces: AsyncSequence & SendableMetatype>(
        length: Int64? = nil,
        contentType: String? = nil,
        _ pieces: @escaping @Sendable () throws -> Pieces
    ) -> RequestBody where Pieces.Element == Data, Pieces.AsyncIterator: SendableMetatype {
        let source = Source.stream { send in
            for try await piece in try pieces() where !piece.isEmpty { try await send(piece) }
        }
        return RequestBody(length: length, isReplayable: true, contentType: contentType, source: source)
    }

    /// Pieces as an asynchronous sequence brings them, which can be had only once.
    public static func stream<Pieces: AsyncSequence & Sendable>(
        length: Int64? = nil,
        contentType: String? = nil,
        once pieces: Pieces
    ) -> RequestBody where Pieces.Element == Data, Pieces.AsyncIterator: SendableMetatype {
        let source = Source.stream { send in
            for try await piece in pieces where !piece.isEmpty { try await send(piece) }
        }
        return RequestBody(length: length, isReplayable: false, contentType: contentType, source: source)
    }

    private static let pieceBytes = 256 * 1024

    /// The whole body.
    ///
    /// - Throws: `TernError` with code `.encodingFailed`, and `CancellationError`.
    func collected() async throws -> Data {
        if let data { return data }
        let body = Locked(Data())
        do {
            try await forEachChunk { piece in
                try Task.checkCancellation()
                let count = body.withLock { body in
                    body += piece
                    return Int64(body.count)
                }
                if let length, count > length { throw Self.wrongLength(count, length) }
            }
        } catch {
            if error is TernError || error is CancellationError { throw error }
            throw Self.failed(error)
        }
        let data = body.withLock(\.self)
        if let length, data.count < length { throw Self.wrongLength(Int64(data.count), length) }
        return data
    }

    static func failed(_ error: any Error) -> TernError {
        TernError(.encodingFailed, reason: reason(of: error), underlying: error)
    }

    /// Quotes the beginning of the error's text, up to where it may hold a secret.
    private static func reason(of error: any Error) -> String {
        if error is EncodingError { return EncodingFailure.reason(of: error) }
        let text =
            (error as? any LocalizedError)?.errorDescription
            ?? (error is any CustomNSError ? error.localizedDescription : "\(error)")
        let line = text.prefix(200).split(whereSeparator: \.isNewline).joined(separator: " ")
        let shown = Redaction.text(ofForeign: line, about: nil)
        return "The body's source threw \(type(of: error)): \(shown)\(shown.hasSuffix(".") ? "" : ".")"
    }

    static func wrongLength(_ bytes: Int64, _ length: Int64) -> TernError {
        let reason = "The body's source brought \(bytes) bytes where \(length) were announced."
        return TernError(.encodingFailed, reason: reason)
    }
}
