import Tern

/// A refresh in flight, and the calls that wait for it.
final class CredentialsRefresh: Sendable {
    typealias Outcome = Result<CredentialsLease, any Error>
    private typealias Continuation = CheckedContinuation<CredentialsLease, any Error>

    private struct State: Sendable {
        var waiting = WaitQueue<Continuation>()
        /// The work of the refresh, and its timer.
        var tasks: [Task<Void, Never>] = []
        var outcome: Outcome?
    }

    /// The credentials that are refreshed.
    let credentials: RefreshingAuthorizationPlugin.Credentials
    private let state = Locked(State())

    init(of credentials: RefreshingAuthorizationPlugin.Credentials) {
        self.credentials = credentials
    }

    /// Cancels these tasks when the refresh ends. A sign-out may have ended it already.
    func cancelAtEnd(_ tasks: [Task<Void, Never>]) {
        let hasEnded = state.withLock { state in
            if state.outcome == nil { state.tasks = tasks }
            return state.outcome != nil
        }
        if hasEnded { for task in tasks { task.cancel() } }
    }

    /// The credentials that the calls use after the refresh.
    ///
    /// - Throws: The error of the refresh. `CancellationError` at once when the task is cancelled.
    func lease() async throws -> CredentialsLease {
        let ticket = state.withLock { $0.waiting.append() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: Continuation) in
                let outcome = state.withLock { state -> Outcome? in
                    // The call was cancelled before it began to wait.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.outcome == nil { state.waiting.suspend(ticket, continuation) }
                    return state.outcome
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            state.withLock { $0.waiting.remove(ticket).waiter }?.resume(throwing: CancellationError())
        }
    }

    /// Ends the refresh. The calls continue in the order in which they began to wait.
    func end(with outcome: Outcome) {
        let (tasks, waiting) = state.withLock { state in
            defer { state = State(outcome: outcome) }
            return (state.tasks, state.waiting)
        }
        for task in tasks { task.cancel() }
        var queue = waiting
        while !queue.isEmpty { queue.removeFirst()?.resume(with: outcome) }
    }
}
