/// A clock on which every sleep returns at once, and advances the time to the end of the sleep. For previews, and for
/// tests that don't examine times.
///
/// ```swift
/// let clock = ImmediateClock()
/// let results = try await Search(clock: clock).results(of: "swift")      // takes no real time
/// #expect(clock.now.offset == .seconds(3))
/// ```
///
/// Concurrent sleeps return in the order in which they begin, not in the order of their ends. So a timeout fires at
/// once, before the work that it limits: use ``VirtualScheduler`` or ``ManualClock`` for code with timeouts.
public final class ImmediateClock: Clock {
    public typealias Instant = VirtualInstant

    private let latest = Guarded(Instant())

    /// Creates a clock at 0.
    public init() {}

    /// The latest end of a sleep so far. 0 at first.
    public var now: Instant { latest.withLock { $0 } }
    public var minimumResolution: Duration { Duration(secondsComponent: 0, attosecondsComponent: 1) }

    /// - Throws: `CancellationError` if the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        latest.withLock { $0 = max($0, deadline) }
        // Other tasks can run, as they could during a sleep.
        await Task.yield()
    }
}
