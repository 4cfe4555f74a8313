import Foundation

/// Passes a body from an engine to its single reader, with bounded memory and backpressure.
package final class BodyChannel: Sendable {
    fileprivate struct State {
        var pieces: [Data] = []
        /// The number of `pieces` that the reader has received.
        var takenCount = 0
        var bufferedBytes = 0
        var end: Result<Void, any Error>?
        var metrics: Response.Metrics?
        var trailers: HTTPHeaders = [:]
        var reader: CheckedContinuation<Data?, any Error>?
        var isEngineWaiting = false
    }

    private let budget: BodyBudget
    private let state = Locked(State())
    private let onRoom: @Sendable () -> Void
    private let onAbandon: @Sendable () -> Void

    /// - Parameters:
    ///   - budget: Limits the bytes that wait for the reader before the engine must pause.
    ///   - onRoom: Called when an engine that had to pause may continue.
    ///   - onAbandon: Called when the reader no longer needs the rest of the body. May be called after the end.
    package init(
        budget: BodyBudget = BodyBudget(),
        onRoom: @escaping @Sendable () -> Void,
        onAbandon: @escaping @Sendable () -> Void
    ) {
        self.budget = budget
        self.onRoom = onRoom
        self.onAbandon = onAbandon
    }

    deinit {
        budget.release(state.withLock(\.bufferedBytes))
    }

    // MARK: - Engine

    /// Adds a piece, even if the buffer is full.
    ///
    /// - Returns: Whether the engine may continue. If not, it must pause until `onRoom` is called.
    package func push(_ piece: Data) -> Bool {
        let (reader, mayGoOn) = state.withLock { state -> (CheckedContinuation<Data?, any Error>?, Bool) in
            guard state.end == nil else { return (nil, true) }
            if let reader = state.reader {
                state.reader = nil
                return (reader, true)
            }
            state.pieces.append(piece)
            state.bufferedBytes += piece.count
            budget.use(piece.count)
            // After a pause only `onRoom` lets the engine continue, even if it pushes another piece in the meantime.
            if state.bufferedBytes > budget.bytesPerStream { state.isEngineWaiting = true }
            return (nil, !state.isEngineWaiting)
        }
        reader?.resume(returning: piece)
        return mayGoOn
    }

    /// Ends the body: it is complete, or has failed. Only the first call has an effect.
    package func finish(
        _ end: Result<Void, any Error>,
        metrics: Response.Metrics? = nil,
        trailers: HTTPHeaders = [:]
    ) {
        let reader = state.withLock { state -> CheckedContinuation<Data?, any Error>? in
            guard state.end == nil else { return nil }
            // A waiting reader receives the error now. Later reads don't throw it again.
            state.end = state.reader == nil ? end : .success(())
            state.metrics = metrics
            state.trailers = trailers
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume(with: end.map { nil })
    }

    /// The number of bytes that wait for the reader.
    package var waitingBytes: Int { state.withLock(\.bufferedBytes) }

    /// Whether the engine has to pause.
    package var isEngineWaiting: Bool { state.withLock(\.isEngineWaiting) }

    // MARK: - Reader

    /// The next piece, or `nil` at the end. An error is thrown once, after all pieces before it were delivered.
    func next() async throws -> Data? {
        try await withTaskCancellationHandler {
            try Task.checkCancellation()
            return try await withCheckedThrowingContinuation { reader in
                let (result, hasRoom) = state.withLock { $0.take(for: reader, budget) }
                if let result { reader.resume(with: result) }
                if hasRoom { onRoom() }
            }
        } onCancel: {
            abandon()
        }
    }

    var metrics: Response.Metrics? { state.withLock(\.metrics) }

    var trailers: HTTPHeaders { state.withLock(\.trailers) }

    /// Ends the body with an error, unless it is complete, and ends the exchange. The reader still receives the pieces
    /// that have arrived.
    func end(with error: TernError) {
        finish(.failure(error))
        onAbandon()
    }

    func abandon() {
        finish(.failure(CancellationError()))
        state.withLock { state in
            // Discarded pieces make the body incomplete, even if the engine had finished.
            if state.bufferedBytes > 0 { state.end = .failure(CancellationError()) }
            state.discardPieces(budget)
        }
        onAbandon()
    }

    /// Discards the pieces that have arrived, and ends the exchange. The next read throws the error, even if the body
    /// was complete.
    func abandon(with error: TernError) {
        finish(.failure(error))
        state.withLock { state in
            state.end = .failure(error)
            state.discardPieces(budget)
        }
        onAbandon()
    }
}

extension BodyChannel.State {
    fileprivate mutating func discardPieces(_ budget: BodyBudget) {
        budget.release(bufferedBytes)
        (pieces, takenCount, bufferedBytes) = ([], 0, 0)
    }

    /// - Returns: The result for the reader, or `nil` if it has to wait; and whether `onRoom` must be called.
    fileprivate mutating func take(
        for reader: CheckedContinuation<Data?, any Error>,
        _ budget: BodyBudget
    ) -> (Result<Data?, any Error>?, hasRoom: Bool) {
        if takenCount < pieces.count {
            let piece = pieces[takenCount]
            pieces[takenCount] = Data()
            takenCount += 1
            if takenCount * 2 >= pieces.count {
                pieces.removeFirst(takenCount)
                takenCount = 0
            }
            bufferedBytes -= piece.count
            budget.release(piece.count)
            let hasRoom = isEngineWaiting && bufferedBytes <= budget.bytesPerStream / 2
            if hasRoom { isEngineWaiting = false }
            return (.success(piece), hasRoom)
        }
        if let end {
            if case .failure = end { self.end = .success(()) }
            return (end.map { nil }, false)
        }
        guard self.reader == nil else {
            return (.failure(TernError.readTwice), false)
        }
        self.reader = reader
        return (nil, false)
    }
}

extension BodyStream {
    /// A stream of the body that an engine pushes through a channel.
    package init(_ channel: BodyChannel) {
        self.init(ChannelBody(channel))
    }
}

/// The reader of a channel. Ends the exchange when no copy of the stream is left.
private final class ChannelBody: BodySequence {
    private let channel: BodyChannel

    init(_ channel: BodyChannel) {
        self.channel = channel
    }

    deinit {
        channel.abandon()
    }

    var metrics: Response.Metrics? { channel.metrics }
    var trailers: HTTPHeaders { channel.trailers }

    func next() async throws -> Data? {
        try await ExternalWait.run("the next piece of a body", continues: true) { [channel] in try await channel.next()
        }
    }

    func end(with error: TernError) {
        channel.end(with: error)
    }

    func abandon(with error: TernError) {
        channel.abandon(with: error)
    }
}

extension TernError {
    static var readTwice: TernError {
        TernError(.transportFailed, reason: "Two tasks read the body at the same time. Read it in one task.")
    }
}

/// Limits the memory of all streamed bodies of one transport that wait for their readers.
///
/// Each stream may always hold ``minimumBytes``, so that it continues at its reader's speed, regardless of the number
/// of streams.
package final class BodyBudget: Sendable {
    /// The limit for one stream, while all streams together hold less than ``totalBytes``.
    static let maximumBytes = 512 * 1024
    /// The limit for one stream, when all streams together hold ``totalBytes``.
    static let minimumBytes = 64 * 1024
    /// The limit for all streams together: 32 MiB.
    static let totalBytes = 32 * 1024 * 1024

    private let usedBytes = Locked(0)

    package init() {}

    /// The current limit for one stream.
    package var bytesPerStream: Int {
        usedBytes.withLock(\.self) < Self.totalBytes ? Self.maximumBytes : Self.minimumBytes
    }

    func use(_ bytes: Int) {
        usedBytes.withLock { $0 += bytes }
    }

    func release(_ bytes: Int) {
        usedBytes.withLock { $0 -= bytes }
    }
}
