/// Cancels a call with a callback.
///
/// Releasing the handle doesn't cancel the call.
public final class CallHandle: Sendable {
    private struct State {
        var task: Task<Void, Never>?
        var isCancelled = false
        var isFinished = false
    }

    private let state = Locked(State())

    init() {}

    /// Whether ``cancel()`` was called before the call ended.
    public var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Ends the call with `TernError.Code.cancelled`. Has no effect after the end of the call.
    public func cancel() {
        let task = state.withLock { state in
            if !state.isFinished { state.isCancelled = true }
            return state.task
        }
        task?.cancel()
    }

    func run(_ operation: @escaping @Sendable @concurrent () async -> Void) {
        let task = Task(operation: operation)
        state.withLock { state in
            if !state.isFinished { state.task = task }
        }
    }

    /// Marks the call as ended, and returns whether it was cancelled before.
    func finish() -> Bool {
        state.withLock { state in
            state.isFinished = true
            state.task = nil
            return state.isCancelled
        }
    }
}
