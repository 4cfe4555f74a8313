import Tern

/// The number of requests in a journal, and the tasks that wait for more.
final class RequestWaiters: Sendable {
    private struct Waiter {
        let minimum: Int
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var count = 0
        var lastWaiter = 0
        var waiters: [Int: Waiter] = [:]
    }

    private let state = Locked(State())

    func requestWasRecorded() {
        let ready = state.withLock { state in
            state.count += 1
            let ready = state.waiters.filter { $0.value.minimum <= state.count }
            for number in ready.keys { state.waiters[number] = nil }
            return ready.values.map(\.continuation)
        }
        for continuation in ready { continuation.resume() }
    }

    /// - Throws: `CancellationError` when the task is cancelled.
    func wait(atLeast minimum: Int) async throws {
        let number = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome = state.withLock { state -> Result<Void, any Error>? in
                    // If the task is cancelled after this check, the cancellation handler finds the waiter.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.count >= minimum { return .success(()) }
                    state.waiters[number] = Waiter(minimum: minimum, continuation: continuation)
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let waiter = state.withLock { $0.waiters.removeValue(forKey: number) }
            waiter?.continuation.resume(throwing: CancellationError())
        }
    }
}
