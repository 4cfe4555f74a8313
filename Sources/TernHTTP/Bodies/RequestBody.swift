import Foundation

/// The body of a request: bytes in memory, a file, or a stream that is read as fast as the connection sends it.
public struct RequestBody: Sendable {
    /// Passes the body to `send`, chunk by chunk. `send` returns when there is room for the next chunk. It throws when
    /// the exchange has ended or has to send the body from its beginning again.
    package typealias Writer = @Sendable (_ send: @Sendable (Data) async throws -> Void) async throws -> Void

    package enum Source: Sendable {
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

    package let source: Source

    /// Whether a one-shot body was sent. `nil` for a replayable body.
    package var use: OneShotUse?

    /// The parts in memory of a body that isn't, in which the rules for texts find secrets.
    package var parts: [Part] = []

    /// A part of a multipart form.
    package struct Part: Sendable {
        package let name: String
        package let data: Data

        package init(name: String, data: Data) {
            (self.name, self.data) = (name, data)
        }
    }

    /// The bytes of a compressed body before the compression, if they are few enough to be searched for secrets.
    var original: Data?

    package init(
        length: Int64?,
        isReplayable: Bool,
        contentType: String?,
        source: Source,
        use: OneShotUse? = nil,
        parts: [Part] = []
    ) {
        self.length = length
        self.isReplayable = isReplayable
        self.contentType = contentType
        self.source = source
        self.use = use
        self.parts = parts
    }

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
    package var isUsedUp: Bool { use?.hasBegun ?? false }

    package static var sentAlready: TernError {
        let reason = "The body is a one-shot stream that was sent already. Create a new stream for each attempt."
        return TernError(.bodyNotReplayable, reason: reason)
    }
}

// MARK: - Files

extension RequestBody {
    private static let pieceBytes = 256 * 1024

    /// A body that reads a file while it is sent. The file is read from its start each time the body is sent.
    ///
    /// - Throws: `TernError` with code `.encodingFailed` if the file doesn't exist, can't be read, or isn't a regular
    ///   file, such as a directory or a FIFO.
    public static func file(_ url: URL, contentType: String? = nil) throws(TernError) -> RequestBody {
        let (handle, length) = try open(url)
        try? handle.close()
        let write: Writer = { send in
            let handle = try open(url).handle
            defer { try? handle.close() }
            while let piece = try handle.read(upToCount: pieceBytes), !piece.isEmpty { try await send(piece) }
        }
        let source = Source.file(url, write)
        return RequestBody(length: length, isReplayable: true, contentType: contentType, source: source)
    }

    /// The error of a body's file that doesn't exist or can't be read.
    package static func unreadableFile(_ url: URL, _ error: any Error) -> TernError {
        unreadableFile(url, "can't be read", error)
    }

    // MARK: - Private

    private static func open(_ url: URL) throws(TernError) -> (handle: FileHandle, length: Int64) {
        do {
            return try RegularFile.open(url)
        } catch {
            throw unreadableFile(url, error.text, error.underlying)
        }
    }

    private static func unreadableFile(_ url: URL, _ problem: String, _ error: (any Error)?) -> TernError {
        TernError(
            .encodingFailed,
            reason: "The body's file \"\(url.isFileURL ? url.path : url.lastPathComponent)\" \(problem).",
            advice: "Check the file's path and permissions.",
            underlying: error
        )
    }
}

// MARK: - Reading

extension RequestBody {
    /// Runs a body's source, checks the number of its bytes, and converts its errors to errors with a code.
    struct CheckedWriter {
        private struct State {
            var bytes: Int64 = 0
            /// The chunk that completes the length.
            var lastChunk: Data?
            /// The error that `send` threw, in contrast to an error of the source.
            var sendError: (any Error)?
        }

        let write: Writer
        let length: Int64?

        func run(_ send: @Sendable (Data) async throws -> Void) async throws {
            let state = Locked(State())
            do {
                try await write { chunk in
                    let isLast = try state.withLock { state in
                        state.bytes += Int64(chunk.count)
                        if let length, state.bytes > length { throw RequestBody.wrongLength(state.bytes, length) }
                        guard state.bytes == length else { return false }
                        state.lastChunk = chunk
                        return true
                    }
                    guard !isLast else { return }
                    do { try await send(chunk) } catch {
                        state.withLock { $0.sendError = error }
                        throw error
                    }
                }
            } catch {
                if let error = state.withLock(\.sendError) { throw error }
                if error is TernError || error is CancellationError { throw error }
                throw RequestBody.failed(error)
            }
            // In a cancelled task, the stream ends without an error.
            try Task.checkCancellation()
            let (bytes, lastChunk) = state.withLock { ($0.bytes, $0.lastChunk) }
            if let length, bytes < length { throw RequestBody.wrongLength(bytes, length) }
            if let lastChunk { try await send(lastChunk) }
        }
    }
}

extension RequestBody {
    /// Reads the whole body into memory.
    ///
    /// - Throws: `TernError` with code `.encodingFailed` if the source fails or has another length than announced, and
    ///   `CancellationError`.
    package func collected() async throws -> Data {
        if let data { return data }
        let body = Locked(Data())
        try await forEachChunk { piece in
            try Task.checkCancellation()
            body.withLock { $0 += piece }
        }
        return body.withLock(\.self)
    }

    static func failed(_ error: any Error) -> TernError {
        if error is EncodingError { return EncodingFailure.error(of: .stream, wrapping: error) }
        let advice = "Check the file or stream of the body."
        return TernError(.encodingFailed, reason: reason(of: error), advice: advice, underlying: error)
    }

    private static func reason(of error: any Error) -> String {
        let text = Redaction.excerpt(ofText: Redaction.default.text(of: error))
        return "The body's source threw \(text)\(text.hasSuffix(".") ? "" : ".")"
    }

    static func wrongLength(_ bytes: Int64, _ length: Int64) -> TernError {
        let reason = "The body's source produced \(bytes) bytes, but \(length) were announced."
        let advice = "Check the length given to the body, and that its file doesn't change while it is sent."
        return TernError(.encodingFailed, reason: reason, advice: advice)
    }
}

extension RequestBody {
    /// The largest streamed body that an observer receives.
    private static let maximumObservedBytes = 16 * 1024 * 1024

    /// This body with an observer: `receive` is called with all bytes each time the body has been sent completely. It
    /// isn't called for a body in memory, or for a body of more than 16 MiB.
    package func observed(by receive: @escaping @Sendable (Data) -> Void) -> RequestBody {
        observedInPieces {
            let copy = Locked<Data?>(Data())
            return { piece in
                guard let piece else {
                    if let body = copy.withLock(\.self) { receive(body) }
                    return
                }
                copy.withLock { copy in
                    let hasRoom = (copy?.count ?? .max) <= Self.maximumObservedBytes - piece.count
                    if hasRoom { copy?.append(piece) } else { copy = nil }
                }
            }
        }
    }

    /// This body with an observer of its pieces. A body in memory has none.
    ///
    /// - Parameter begin: Called each time the body is sent. What it returns receives each piece, and `nil` after the
    ///   last one.
    package func observedInPieces(_ begin: @escaping @Sendable () -> @Sendable (Data?) -> Void) -> RequestBody {
        let write: Writer
        switch source {
        case .data: return self
        case .file(_, let writer), .stream(let writer): write = writer
        }
        let observing: Writer = { send in
            let receive = begin()
            try await write { chunk in
                receive(chunk)
                try await send(chunk)
            }
            receive(nil)
        }
        let source = fileURL.map { Source.file($0, observing) } ?? .stream(observing)
        return RequestBody(
            length: length,
            isReplayable: isReplayable,
            contentType: contentType,
            source: source,
            use: use,
            parts: parts
        )
    }
}
