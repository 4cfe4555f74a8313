import Tern
import TernTesting

/// The record of a server, and the tasks that wait for it to change.
final class HTTP2Log: Sendable {
    private struct Waiter {
        var condition: @Sendable (HTTP2Record) -> Bool
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var record = HTTP2Record()
        var waiters: [Int: Waiter] = [:]
        var lastWaiter = 0

        /// The result of a wait, or `nil` while it continues.
        func outcome(of condition: (HTTP2Record) -> Bool) -> Result<Void, any Error>? {
            if condition(record) { return .success(()) }
            let message = "The server was stopped while a test waited for it."
            return record.isStopped ? .failure(TestKitError(.serverStopped, message)) : nil
        }
    }

    private let state = Locked(State())

    var record: HTTP2Record { state.withLock { $0.record } }

    func update(_ change: @Sendable (inout HTTP2Record) -> Void) {
        let ended = state.withLock { state -> [(Waiter, Result<Void, any Error>)] in
            change(&state.record)
            if state.waiters.isEmpty { return [] }
            return state.waiters.compactMap { number, waiter in
                guard let outcome = state.outcome(of: waiter.condition) else { return nil }
                state.waiters[number] = nil
                return (waiter, outcome)
            }
        }
        for (waiter, outcome) in ended { waiter.continuation.resume(with: outcome) }
    }

    func wait(until condition: @escaping @Sendable (HTTP2Record) -> Bool) async throws {
        let number = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome = state.withLock { state -> Result<Void, any Error>? in
                    // If the task is cancelled after this check, the cancellation handler finds the waiter.
                    let outcome = Task.isCancelled ? .failure(CancellationError()) : state.outcome(of: condition)
                    if outcome == nil {
                        state.waiters[number] = Waiter(condition: condition, continuation: continuation)
                    }
                    return outcome
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let waiter = state.withLock { $0.waiters.removeValue(forKey: number) }
            waiter?.continuation.resume(throwing: CancellationError())
        }
    }
}
