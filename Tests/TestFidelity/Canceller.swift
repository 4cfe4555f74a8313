import Tern

/// Cancels a task, which may be set after the cancellation.
final class Canceller: Sendable {
    private struct State {
        var cancelTask: (@Sendable () -> Void)?
        var isCancelled = false
    }

    private let state = Locked(State())

    func cancel() {
        // In the task itself, the cancellation takes effect at once.
        withUnsafeCurrentTask { $0?.cancel() }
        state.withLock { state in
            state.isCancelled = true
            return state.cancelTask
        }?()
    }

    func attach(_ cancelTask: @escaping @Sendable () -> Void) {
        let isCancelled = state.withLock { state in
            state.cancelTask = cancelTask
            return state.isCancelled
        }
        if isCancelled { cancelTask() }
    }
}
