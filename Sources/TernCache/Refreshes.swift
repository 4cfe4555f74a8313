import Foundation
import Tern

/// The requests in the background that refresh stored responses: one for each key, and a few for each origin, so that a
/// server that never responds delays no other one.
final class Refreshes: Sendable {
    private struct State {
        var running: [(key: CacheKey, url: URL)] = []
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    /// A response that can't be refreshed now is refreshed by a later call.
    private static let maximumPerOrigin = 8

    private let state = Guarded(State())

    /// Runs the work, unless that of the key is running, or too much for the origin of the URL is.
    func run(_ key: CacheKey, for url: URL, _ work: @escaping @Sendable () async -> Void) {
        let isAllowed = state.withLock { state in
            guard !state.running.contains(where: { $0.key == key }),
                state.running.count(where: { $0.url.hasSameOrigin(as: url) }) < Self.maximumPerOrigin
            else { return false }
            state.running.append((key, url))
            return true
        }
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
                if !state.running.isEmpty { state.waiters.append(waiter) }
                return state.running.isEmpty
            }
            if isOver { waiter.resume() }
        }
    }

    private func end(_ key: CacheKey) {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.running.removeAll { $0.key == key }
            guard state.running.isEmpty else { return [] }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}
