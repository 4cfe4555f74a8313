import Tern

/// The response of a handler that may finish immediately. If it finishes before the loop continues with other work, the
/// loop needn't be woken for the response.
final class PendingResponse: Sendable {
    private enum State {
        case handlerIsRunning
        case loopContinued
        case fulfilled(WireResponse)
    }

    private let state = Locked(State.handlerIsRunning)

    /// Called by the handler's task.
    ///
    /// - Returns: Whether the response must be added to the command queue, because the loop has continued with other
    ///   work.
    func fulfill(_ response: WireResponse) -> Bool {
        state.withLock { state in
            if case .loopContinued = state { return true }
            state = .fulfilled(response)
            return false
        }
    }

    /// Called by the loop, once.
    ///
    /// - Returns: The response if the handler has finished. Otherwise it arrives in the command queue.
    func take() -> WireResponse? {
        state.withLock { state in
            defer { state = .loopContinued }
            if case .fulfilled(let response) = state { return response }
            return nil
        }
    }
}
