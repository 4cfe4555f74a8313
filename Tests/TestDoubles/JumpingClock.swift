/// A clock whose time the test sets, also backwards. Sleeps whose deadline has passed end.
package final class JumpingClock: Clock {
    package struct Instant: InstantProtocol {
        package var offset = Duration.zero
        package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        package func duration(to other: Instant) -> Duration { other.offset - offset }
        package static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
    }

    private let time = Watched(Instant())

    package init() {}

    package var now: Instant { time.value }
    package var minimumResolution: Duration { .nanoseconds(1) }

    package func jump(to offset: Duration) { time.update { $0.offset = offset } }

    package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        await time.value { $0 >= deadline }
        try Task.checkCancellation()
    }
}
