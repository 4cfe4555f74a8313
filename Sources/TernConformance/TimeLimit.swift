import Tern

/// Gives up on work that doesn't end, without waiting for it: a transport that hangs may not heed its cancellation.
enum TimeLimit {
    /// How the work ended; `nil` if it hasn't within `limit`.
    static func run(
        within limit: Duration,
        _ work: @escaping @Sendable () async throws -> Void
    ) async -> Result<Void, any Error>? {
        let first = FirstEnd()
        // Not structured, since a group would wait for both.
        let worker = Task {
            do {
                try await work()
                first.end(.success(()))
            } catch {
                first.end(.failure(error))
            }
        }
        let timer = Task {
            // Real time: this is about transports that hang, whatever clock their provider has.
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
