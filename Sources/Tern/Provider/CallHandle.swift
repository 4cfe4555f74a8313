/// Cancels a call whose result comes by callback.
///
/// It need not be kept: a call without a handle goes on.
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

    /// Ends the call with `TernError.Code.cancelled`. Does nothing if the call has ended.
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

    /// Ends the call; tells whether it was cancelled before.
    func finish() -> Bool {
        state.withLock { state in
            state.isFinished = true
            state.task = nil
            return state.isCancelled
        }
    }
}
