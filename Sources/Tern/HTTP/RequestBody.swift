import Foundation

/// The body of a request: bytes in memory, a file, or a stream that is read as the connection takes it.
public struct RequestBody: Sendable {
    /// Passes the body to `send`, chunk by chunk. `send` returns when there is room for the next chunk, and throws when the
    /// exchange has ended or sends the body from its beginning.
    typealias Pump = @Sendable (_ send: @Sendable (Data) async throws -> Void) async throws -> Void

    enum Source: Sendable {
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

    let source: Source

    /// Of a body that isn't replayable: whether it was sent.
    var use: OneShotUse?

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

    /// The pieces of a one-shot asynchronous sequence. Sending the body again fails with `.bodyNotReplayable`.
    public static func stream<Pieces: AsyncSequence & Sendable>(
        length: Int64? = nil,
        contentType: String? = nil,
        once pieces: Pieces
    ) -> RequestBody where Pieces.Element == Data, Pieces.AsyncIterator: SendableMetatype {
        let use = OneShotUse()
        let source = Source.stream { send in
            guard use.begin() else { throw Self.sentAlready }
            for try await piece in pieces where !piece.isEmpty { try await send(piece) }
        }
        return RequestBody(length: length, isReplayable: false, contentType: contentType, source: source, use: use)
    }

    /// Whether a one-shot body was sent, so that it can't be sent again.
    var isUsedUp: Bool { use?.hasBegun ?? false }

    static var sentAlready: TernError {
        let reason = "The body is a one-shot stream that was sent already. Make the stream anew for each attempt."
        return TernError(.bodyNotReplayable, reason: reason)
    }
}

/// Remembers that a one-shot body was sent. Copies of the body share it.
final class OneShotUse: Sendable {
    private let state = Locked(false)

    var hasBegun: Bool { state.withLock(\.self) }

    /// - Returns: Whether this is the first time.
    func begin() -> Bool {
        state.withLock { hasBegun in
            defer { hasBegun = true }
            return !hasBegun
        }
    }
}
