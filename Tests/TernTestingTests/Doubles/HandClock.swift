import Tern

/// A clock on which every sleep lasts until the test rings.
final class HandClock: Clock {
    struct Instant: InstantProtocol {
        var offset: Duration = .zero

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
    }

    private struct State {
        var lastID = 0
        var sleepers: [Int: CheckedContinuation<Void, any Error>] = [:]
        var watcher: CheckedContinuation<Void, Never>?
    }

    private let state = Locked(State())

    var now: Instant { Instant() }
    var minimumResolution: Duration { .nanoseconds(1) }

    /// Returns when somebody sleeps. For one waiter at a time.
    func sleeper() async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.sleepers.isEmpty { state.watcher = continuation }
                return !state.sleepers.isEmpty
            }
            if isThere { continuation.resume() }
        }
    }

    /// Wakes all who sleep.
    func ring() {
        let sleepers = state.withLock { state in
            defer { state.sleepers = [:] }
            return Array(state.sleepers.values)
        }
        for sleeper in sleepers { sleeper.resume() }
    }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let (isCancelled, watcher) = state.withLock { state -> (Bool, CheckedContinuation<Void, Never>?) in
                    if Task.isCancelled { return (true, nil) }
                    state.sleepers[id] = continuation
                    defer { state.watcher = nil }
                    return (false, state.watcher)
                }
                if isCancelled { continuation.resume(throwing: CancellationError()) }
                watcher?.resume()
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: id) }?.resume(throwing: CancellationError())
        }
    }
}
