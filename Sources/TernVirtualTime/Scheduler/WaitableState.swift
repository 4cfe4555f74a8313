/// A value behind a lock, and the tasks that wait until it meets a condition.
package final class WaitableState<Value: Sendable>: Sendable {
    /// The result of a wait. `nil` as long as the wait continues.
    package typealias Condition = @Sendable (Value) -> Result<Void, any Error>?

    private struct Waiter {
        let condition: Condition
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var value: Value
        var lastWaiter = 0
        var waiters: [Int: Waiter] = [:]
    }

    private let state: Guarded<State>

    package init(_ value: Value) {
        state = Guarded(State(value: value))
    }

    package var value: Value { state.withLock(\.value) }

    /// Reads a part of the value.
    package func read<Result: Sendable>(_ read: (Value) -> Result) -> Result { state.withLock { read($0.value) } }

    /// Changes the value, and resumes the tasks whose wait has ended.
    package func update<Change: Sendable>(_ change: (inout Value) -> Change) -> Change {
        let (result, ended) = state.withLock { state in
            let result = change(&state.value)
            var ended: [(CheckedContinuation<Void, any Error>, Result<Void, any Error>)] = []
            // In the order in which they began to wait, since the order of a dictionary differs between processes.
            for (number, waiter) in state.waiters.sorted(by: { $0.key < $1.key }) {
                guard let outcome = waiter.condition(state.value) else { continue }
                state.waiters[number] = nil
                ended.append((waiter.continuation, outcome))
            }
            return (result, ended)
        }
        for (continuation, outcome) in ended { continuation.resume(with: outcome) }
        return result
    }

    /// Waits until the condition has a result.
    ///
    /// - Throws: The error of the condition. `CancellationError` when the task is cancelled.
    package func wait(until condition: @escaping Condition) async throws {
        let number = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome = state.withLock { state -> Result<Void, any Error>? in
                    // If the task is cancelled after this check, the cancellation handler finds the waiter.
                    let outcome = Task.isCancelled ? .failure(CancellationError()) : condition(state.value)
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
