/// The time since its creation, on any clock.
struct Stopwatch: Sendable {
    private let time: @Sendable () -> Duration

    init(on clock: any Clock<Duration>) {
        time = Self.time(on: clock)
    }

    var elapsed: Duration { time() }

    private static func time(on clock: some Clock<Duration>) -> @Sendable () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }
}
