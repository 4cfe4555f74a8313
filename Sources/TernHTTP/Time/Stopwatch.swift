/// The time that passes on a clock.
package struct Stopwatch: Sendable {
    private let read: @Sendable () -> Duration

    /// Starts the measurement at once.
    package init(on clock: any Clock<Duration>) {
        read = Self.read(clock)
    }

    /// The time since the start. Negative if the clock has jumped back.
    package var elapsed: Duration { read() }

    private static func read(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }
}
