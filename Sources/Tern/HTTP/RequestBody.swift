import Foundation

/// The body of a request: bytes in memory, a file, or a stream that is read as fast as the connection sends it.
public struct RequestBody: Sendable {
    /// Passes the body to `send`, chunk by chunk. `send` returns when there is room for the next chunk. It throws when
    /// the exchange has ended or has to send the body from its beginning again.
    typealias Writer = @Sendable (_ send: @Sendable (Data) async throws -> Void) async throws -> Void

    enum Source: Sendable {
        case data(Data)
        case file(URL, Writer)
        case stream(Writer)
    }

    /// The length in bytes. `nil` if it isn't known: then HTTP/1.1 uses `Transfer-Encoding: chunked`.
    public let length: Int64?

    /// Whether the body can be sent again. Tern sends the body again after a redirect with status 307 or 308, or if the
    /// server has closed the connection. A body that isn't replayable then fails with `.bodyNotReplayable`.
    public let isReplayable: Bool

    /// The media type. It is sent as `Content-Type`, unless the request has that field already. `nil` if it isn't
    /// known.
    public let contentType: String?

    let source: Source

    /// Whether a one-shot body was sent. `nil` for a replayable body.
    var use: OneShotUse?

    /// Bytes in memory.
    public static func data(_ data: Data, contentType: String? = nil) -> RequestBody {
        RequestBody(length: Int64(data.count), isReplayable: true, contentType: contentType, source: .data(data))
    }

    /// The bytes of a body in memory. `nil` for a file or a stream.
    public var data: Data? {
        if case .data(let data) = source { data } else { nil }
    }

    /// The file of a body in a file, for engines that read files themselves. `nil` for other bodies.
    public var fileURL: URL? {
        if case .file(let url, _) = source { url } else { nil }
    }

    /// Passes the body to `send` from its beginning, chunk by chunk.
    ///
    /// If ``length`` is known, `send` receives exactly that number of bytes, or this method throws. The chunk that
    /// completes the length is passed to `send` only after the source has ended.
    ///
    /// - Parameter send: Takes one chunk, never an empty one, and returns when there is room for the next.
    /// - Throws: The error that `send` throws; `CancellationError`; `TernError` with code `.encodingFailed` if the
    ///   body's source throws another error, or has more or fewer bytes than ``length``.
    public func forEachChunk(_ send: @Sendable (Data) async throws -> Void) async throws {
        switch source {
        case .data(let data): if !data.isEmpty { try await send(data) }
        case .file(_, let write), .stream(let write): try await CheckedWriter(write: write, length: length).run(send)
        }
    }

    /// A replayable body of chunks from an asynchronous sequence. Tern makes a new sequence each time it sends the
    /// body.
    ///
    /// - Parameters:
    ///   - length: The length of all chunks in bytes. If it is wrong, the call fails with `.encodingFailed`.
    ///   - contentType: The media type. `nil`, the default, for none.
    ///   - chunks: Creates a sequence of the whole body.
    public static func stream<Chunks: AsyncSequence & SendableMetatype>(
        length: Int64? = nil,
        contentType: String? = nil,
        _ chunks: @escaping @Sendable () throws -> Chunks
    ) -> RequestBody where Chunks.Element == Data, Chunks.AsyncIterator: SendableMetatype {
        let source = Source.stream { send in
            for try await chunk in try chunks() where !chunk.isEmpty { try await send(chunk) }
        }
        return RequestBody(length: length, isReplayable: true, contentType: contentType, source: source)
    }

    /// A one-shot body of chunks from an asynchronous sequence. Sending it again fails with `.bodyNotReplayable`.
    ///
    /// - Parameters:
    ///   - length: The length of all chunks in bytes. If it is wrong, the call fails with `.encodingFailed`.
    ///   - contentType: The media type. `nil`, the default, for none.
    ///   - chunks: The chunks of the body. They are read once.
    public static func stream<Chunks: AsyncSequence & Sendable>(
        length: Int64? = nil,
        contentType: String? = nil,
        once chunks: Chunks
    ) -> RequestBody where Chunks.Element == Data, Chunks.AsyncIterator: SendableMetatype {
        let use = OneShotUse()
        let source = Source.stream { send in
            guard use.begin() else { throw Self.sentAlready }
            for try await chunk in chunks where !chunk.isEmpty { try await send(chunk) }
        }
        return RequestBody(length: length, isReplayable: false, contentType: contentType, source: source, use: use)
    }

    /// Whether a one-shot body was sent, so that it can't be sent again.
    var isUsedUp: Bool { use?.hasBegun ?? false }

    static var sentAlready: TernError {
        let reason = "The body is a one-shot stream that was sent already. Create a new stream for each attempt."
        return TernError(.bodyNotReplayable, reason: reason)
    }
}

/// Records that a one-shot body was sent. Copies of the body share this object.
final class OneShotUse: Sendable {
    private let state = Locked(false)

    var hasBegun: Bool { state.withLock(\.self) }

    /// - Returns: Whether this is the first call.
    func begin() -> Bool {
        state.withLock { hasBegun in
            defer { hasBegun = true }
            return !hasBegun
        }
    }
}
