/// A clock whose time the test sets, also backwards. Sleeps whose deadline has passed end.
final class JumpingClock: Clock {
    struct Instant: InstantProtocol {
        var offset = Duration.zero
        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
    }

    private let time = Watched(Instant())

    var now: Instant { time.value }
    var minimumResolution: Duration { .nanoseconds(1) }

    func jump(to offset: Duration) { time.update { $0.offset = offset } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        await time.value { $0 >= deadline }
        try Task.checkCancellation()
    }
}
