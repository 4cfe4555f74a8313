import Tern

/// A stopwatch for all calls that share a state. It starts with the first call, on the clock of that call.
final class SharedStopwatch: Sendable {
    private let stopwatch = Locked<Stopwatch?>(nil)

    /// The time since the first call of ``elapsed(on:)``. `nil` before that call.
    var elapsed: Duration? { stopwatch.withLock(\.self)?.elapsed }

    /// The time since the first call of this function.
    func elapsed(on clock: any Clock<Duration>) -> Duration {
        if let elapsed { return elapsed }
        // Created outside of the lock, since it calls the clock.
        let new = Stopwatch(on: clock)
        return stopwatch.withLock { stopwatch in
            stopwatch = stopwatch ?? new
            return stopwatch ?? new
        }.elapsed
    }
}
