import TestDoubles

/// A clock that jumps to any time during each sleep. Sleeps return at once.
final class UnsteadyClock: Clock {
    struct Instant: InstantProtocol {
        let offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
    }

    private let state = Watched(Duration.zero)
    let sleeps = Watched<[Duration]>([])
    /// Where the time jumps during a sleep.
    private let jump: @Sendable (Duration) -> Duration

    init(jump: @escaping @Sendable (Duration) -> Duration = { $0 }) {
        self.jump = jump
    }

    var now: Instant { Instant(offset: state.value) }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        await Task.yield()
        sleeps.append(now.duration(to: deadline))
        state.update { $0 = jump(deadline.offset) }
    }
}
