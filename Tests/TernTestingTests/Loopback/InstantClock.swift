import Tern
import TernTesting

/// A clock whose sleeps end at once. Each sleep is recorded, and advances the time.
final class InstantClock: Clock {
    typealias Instant = VirtualInstant

    private let state = Locked<(now: Instant, sleeps: [Duration])>((Instant(), []))

    var now: Instant { state.withLock(\.now) }
    var minimumResolution: Duration { .zero }
    var sleeps: [Duration] { state.withLock(\.sleeps) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        state.withLock { state in
            state.sleeps.append(state.now.duration(to: deadline))
            state.now = max(state.now, deadline)
        }
    }
}
