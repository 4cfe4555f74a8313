import Tern

/// A stopwatch for all calls that share a state. It starts with the first call, on the clock of that call.
final class SharedStopwatch: Sendable {
    private struct Start: Sendable {
        let stopwatch: Stopwatch
        let clock: any Clock<Duration>
    }

    private let start = Locked<Start?>(nil)

    /// The clock of the first call of ``elapsed(on:)``. `nil` before that call.
    var clock: (any Clock<Duration>)? { start.withLock(\.self)?.clock }

    /// The time since the first call of ``elapsed(on:)``. `nil` before that call.
    var elapsed: Duration? { start.withLock(\.self)?.stopwatch.elapsed }

    /// The time since the first call of this function.
    func elapsed(on clock: any Clock<Duration>) -> Duration {
        if let elapsed { return elapsed }
        // Created outside of the lock, since it calls the clock.
        let new = Start(stopwatch: Stopwatch(on: clock), clock: clock)
        return start.withLock { start in
            start = start ?? new
            return start ?? new
        }.stopwatch.elapsed
    }
}
