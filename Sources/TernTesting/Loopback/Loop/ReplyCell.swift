import Tern

/// Where a handler leaves its response. A handler that finishes before the loop turns to other work is answered
/// without waking anyone.
final class ReplyCell: Sendable {
    private enum State {
        case handlerRuns
        case loopMovedOn
        case fulfilled(LoopbackResponse)
    }

    private let state = Locked(State.handlerRuns)

    /// Called by the handler's task.
    ///
    /// - Returns: Whether the response must be posted to the mailbox, because the loop isn't waiting for it here.
    func fulfill(_ response: LoopbackResponse) -> Bool {
        state.withLock { state in
            if case .loopMovedOn = state { return true }
            state = .fulfilled(response)
            return false
        }
    }

    /// Called by the loop, once.
    ///
    /// - Returns: The response if it is there; otherwise it will be posted to the mailbox.
    func take() -> LoopbackResponse? {
        state.withLock { state in
            defer { state = .loopMovedOn }
            if case .fulfilled(let response) = state { return response }
            return nil
        }
    }
}
