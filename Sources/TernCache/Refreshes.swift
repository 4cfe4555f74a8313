/// The requests in the background that refresh stored responses: one for each key, and a few at the same time.
final class Refreshes: Sendable {
    private struct State {
        var keys: Set<CacheKey> = []
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    /// A response that can't be refreshed now is refreshed by a later call.
    private static let maximum = 8

    private let state = Guarded(State())

    /// Runs the work, unless that of the key is running, or too much is.
    func run(_ key: CacheKey, _ work: @escaping @Sendable () async -> Void) {
        let isAllowed = state.withLock { $0.keys.count < Self.maximum && $0.keys.insert(key).inserted }
        guard isAllowed else { return }
        // The work outlives the call, whose response is there.
        Task {
            await work()
            end(key)
        }
    }

    /// Waits until nothing is being refreshed.
    func finish() async {
        await withCheckedContinuation { waiter in
            let isOver = state.withLock { state in
                if !state.keys.isEmpty { state.waiters.append(waiter) }
                return state.keys.isEmpty
            }
            if isOver { waiter.resume() }
        }
    }

    private func end(_ key: CacheKey) {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.keys.remove(key)
            guard state.keys.isEmpty else { return [] }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}
