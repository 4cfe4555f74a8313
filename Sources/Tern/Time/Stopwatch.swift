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

/// A stopwatch for all calls that share a state. It starts with the first call, on the clock of that call.
final class SharedStopwatch: Sendable {
    private let stopwatch = Locked<Stopwatch?>(nil)

    /// The time since the first call of this function.
    func elapsed(on clock: any Clock<Duration>) -> Duration {
        if let stopwatch = stopwatch.withLock(\.self) { return stopwatch.elapsed }
        // Created outside of the lock, since it calls the clock.
        let new = Stopwatch(on: clock)
        return stopwatch.withLock { stopwatch in
            stopwatch = stopwatch ?? new
            return stopwatch ?? new
        }.elapsed
    }
}
