import Tern

/// Runs work with a time limit. After the limit, it doesn't wait for the work, since a hanging transport may ignore
/// cancellation.
package enum TimeLimit {
    /// The result of the work, or `nil` if it didn't end within `limit`.
    package static func run(
        within limit: Duration,
        _ work: @escaping @Sendable () async throws -> Void
    ) async -> Result<Void, any Error>? {
        let first = FirstEnd()
        // The tasks are unstructured, since a task group would wait for both.
        let worker = Task {
            do {
                try await work()
                first.end(.success(()))
            } catch {
                first.end(.failure(error))
            }
        }
        let timer = Task {
            // The limit uses real time, since a transport may hang with any clock of its provider.
            try await Task.sleep(for: limit)
            first.end(nil)
        }
        defer {
            worker.cancel()
            timer.cancel()
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { first.wait($0) }
        } onCancel: {
            worker.cancel()
        }
    }

    private final class FirstEnd: Sendable {
        private struct State {
            var end: Result<Void, any Error>??
            var waiter: CheckedContinuation<Result<Void, any Error>?, Never>?
        }

        private let state = Locked(State())

        func end(_ end: Result<Void, any Error>?) {
            let waiter = state.withLock { state -> CheckedContinuation<Result<Void, any Error>?, Never>? in
                guard state.end == nil else { return nil }
                state.end = .some(end)
                defer { state.waiter = nil }
                return state.waiter
            }
            waiter?.resume(returning: end)
        }

        func wait(_ waiter: CheckedContinuation<Result<Void, any Error>?, Never>) {
            let end = state.withLock { state -> Result<Void, any Error>?? in
                if state.end == nil { state.waiter = waiter }
                return state.end
            }
            if let end { waiter.resume(returning: end) }
        }
    }
}
