import Tern

/// Holds waiting tasks until the gate is opened or the task is cancelled.
struct Gate: Sendable {
    private let state = Locked((isOpen: false, waiting: [AsyncStream<Void>.Continuation]()))

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            return state.waiting
        }
        for continuation in waiting { continuation.finish() }
    }

    func wait() async {
        // Each task has a stream of its own, since a cancelled task ends its stream for all that read it.
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        let isOpen = state.withLock { state in
            state.waiting.append(continuation)
            return state.isOpen
        }
        if isOpen { return }
        for await _ in stream {}
    }
}
