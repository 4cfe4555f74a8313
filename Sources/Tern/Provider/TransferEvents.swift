/// The progress of a call, and then its response.
///
/// ```swift
/// for try await event in github.transfer(.upload(video)) {
///     switch event {
///     case .progress(let progress): bar.value = progress.fractionCompleted ?? 0
///     case .response(let response): show(response)
///     @unknown default: break
///     }
/// }
/// ```
///
/// Each iteration makes the call. It ends with the response, or throws a ``TernError``. Leaving the loop early, or cancelling
/// its task, cancels the call. A reader that is slower than the network misses some updates, but never the last one.
public struct TransferEvents: AsyncSequence, Sendable {
    typealias Call = @Sendable (_ progress: @escaping ProgressHandler) async throws(TernError) -> Response

    let call: Call

    public func makeAsyncIterator() -> Iterator {
        Iterator(run: TransferRun(call))
    }

    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let run: TransferRun

        /// The next event. `nil` after the response.
        ///
        /// - Throws: `TernError`, once.
        public mutating func next() async throws -> TransferEvent? {
            try await run.next()
        }
    }
}

/// An event of ``TransferEvents``.
@nonexhaustive
public enum TransferEvent: Sendable {
    /// Bytes were sent or received.
    case progress(TransferProgress)
    /// The response. It is the last event.
    case response(Response)
}

/// One call, and its events that wait for their reader. Cancels the call when it is released.
private final class TransferRun: Sendable {
    private let channel = TransferChannel()
    private let task: Task<Void, Never>

    init(_ call: @escaping TransferEvents.Call) {
        // Unstructured, since the reader leaves the iterator between two events.
        task = Task { [channel] in
            do throws(TernError) {
                channel.end(.success(try await call { channel.report($0) }))
            } catch {
                channel.end(.failure(error))
            }
        }
    }

    deinit {
        task.cancel()
    }

    func next() async throws -> TransferEvent? {
        try await withTaskCancellationHandler {
            try await channel.next()
        } onCancel: {
            task.cancel()
        }
    }
}

/// Holds the latest update and the end of a call for one reader.
private final class TransferChannel: Sendable {
    private struct State {
        var progress: TransferProgress?
        var end: Result<Response, TernError>?
        var isOver = false
        var reader: CheckedContinuation<Void, Never>?

        /// The next event. `nil` if there is none yet.
        mutating func take() -> Result<TransferEvent?, TernError>? {
            if let progress = progress.take() { return .success(.progress(progress)) }
            if let end = end.take() {
                isOver = true
                return end.map { .response($0) }
            }
            return isOver ? .success(nil) : nil
        }
    }

    private let state = Locked(State())

    func report(_ progress: TransferProgress) {
        change { $0.progress = progress }
    }

    func end(_ result: Result<Response, TernError>) {
        change { $0.end = result }
    }

    func next() async throws -> TransferEvent? {
        while true {
            if let event = state.withLock({ $0.take() }) { return try event.get() }
            await withCheckedContinuation { reader in
                let isReady = state.withLock { state in
                    if state.progress != nil || state.end != nil || state.isOver { return true }
                    state.reader = reader
                    return false
                }
                if isReady { reader.resume() }
            }
        }
    }

    private func change(_ change: (inout State) -> Void) {
        let reader = state.withLock { state in
            change(&state)
            return state.reader.take()
        }
        reader?.resume()
    }
}
