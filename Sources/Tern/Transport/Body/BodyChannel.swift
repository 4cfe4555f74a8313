import Foundation

/// Hands a body from an engine to its one reader, with bounded memory between them.
final class BodyChannel: Sendable {
    fileprivate struct State {
        var pieces: [Data] = []
        /// Of `pieces`, how many the reader has had.
        var takenCount = 0
        var bufferedBytes = 0
        var end: Result<Void, any Error>?
        var metrics: TransportMetrics?
        var trailers: HTTPHeaders = [:]
        var reader: CheckedContinuation<Data?, any Error>?
        var isEngineWaiting = false
    }

    private let budget: BodyBudget
    private let state = Locked(State())
    private let onRoom: @Sendable () -> Void
    private let onAbandon: @Sendable () -> Void

    /// - Parameters:
    ///   - budget: Says how much may wait for the reader before the engine is to pause.
    ///   - onRoom: Is called when the engine, having been told to pause, may go on.
    ///   - onAbandon: Is called when nobody wants the rest of the body. May come after the end.
    init(
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

    // MARK: - The engine's side

    /// Takes a piece in any case.
    ///
    /// - Returns: Whether the engine may go on; if not, `onRoom` tells when.
    func push(_ piece: Data) -> Bool {
        let (reader, mayGoOn) = state.withLock { state -> (CheckedContinuation<Data?, any Error>?, Bool) in
            guard state.end == nil else { return (nil, true) }
            if let reader = state.reader {
                state.reader = nil
                return (reader, true)
            }
            state.pieces.append(piece)
            state.bufferedBytes += piece.count
            budget.use(piece.count)
            // Once told to pause, an engine is told to go on by `onRoom` alone, even if a piece was on its way.
            if state.bufferedBytes > budget.bytesPerStream { state.isEngineWaiting = true }
            return (nil, !state.isEngineWaiting)
        }
        reader?.resume(returning: piece)
        return mayGoOn
    }

    /// No more pieces come: the body is complete, or an error says why not. Only the first end counts.
    func finish(
        _ end: Result<Void, any Error>,
        metrics: TransportMetrics? = nil,
        trailers: HTTPHeaders = [:]
    ) {
        let reader = state.withLock { state -> CheckedContinuation<Data?, any Error>? in
            guard state.end == nil else { return nil }
            // A reader that waits hears of an error now, and not again.
            state.end = state.reader == nil ? end : .success(())
            state.metrics = metrics
            state.trailers = trailers
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume(with: end.map { nil })
    }

    /// How much waits for the reader.
    var waitingBytes: Int { state.withLock(\.bufferedBytes) }

    /// Whether the engine was told to pause, and not yet to go on.
    var isEngineWaiting: Bool { state.withLock(\.isEngineWaiting) }

    // MARK: - The reader's side

    /// What came before an error is delivered before the error, which is thrown once.
    func next() async throws -> Data? {
        try await withTaskCancellationHandler {
            try Task.checkCancellation()
            return try await withCheckedThrowingContinuation { reader in
                let (answer, hasRoom) = state.withLock { $0.take(for: reader, budget) }
                if let answer { reader.resume(with: answer) }
                if hasRoom { onRoom() }
            }
        } onCancel: {
            abandon()
        }
    }

    var metrics: TransportMetrics? { state.withLock(\.metrics) }

    var trailers: HTTPHeaders { state.withLock(\.trailers) }

    func abandon() {
        finish(.failure(CancellationError()))
        state.withLock { state in
            // What is thrown away is missing, even if the engine was at its end.
            if state.bufferedBytes > 0 { state.end = .failure(CancellationError()) }
            budget.release(state.bufferedBytes)
            (state.pieces, state.takenCount, state.bufferedBytes) = ([], 0, 0)
        }
        onAbandon()
    }
}

extension BodyChannel.State {
    /// - Returns: What the reader gets at once, if anything, and whether the engine has to hear of new room.
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
            let error = TernError(.transportFailed, reason: "A body is read by one task at a time.")
            return (.failure(error), false)
        }
        self.reader = reader
        return (nil, false)
    }
}
