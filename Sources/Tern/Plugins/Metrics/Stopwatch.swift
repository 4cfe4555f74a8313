/// The time since its creation, on any clock.
struct Stopwatch: Sendable {
    private enum Start {
        // The clock of nearly all providers, without an allocation.
        case continuous(ContinuousClock.Instant)
        case other(@Sendable () -> Duration)
    }

    private let start: Start

    init(on clock: any Clock<Duration>) {
        // Comparing types costs less than a cast, and all values of this clock are equal.
        if type(of: clock) == ContinuousClock.self {
            start = .continuous(.now)
        } else {
            start = .other(Self.elapsed(on: clock))
        }
    }

    var elapsed: Duration {
        switch start {
        case .continuous(let instant): instant.duration(to: .now)
        case .other(let elapsed): elapsed()
        }
    }

    private static func elapsed(on clock: some Clock<Duration>) -> @Sendable () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }
}
