/// A clock whose time moves only as its ``VirtualScheduler`` moves it.
///
/// Pass it wherever a clock is asked for: `Provider(clock: scheduler.clock)`. A sleep that is cancelled ends at once with
/// `CancellationError`; one that isn't positive returns at once.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
public struct VirtualClock: Clock {
    public typealias Instant = VirtualInstant

    let core: SchedulerCore

    public var now: Instant { Instant(offset: core.now) }
    public var minimumResolution: Duration { Duration(secondsComponent: 0, attosecondsComponent: 1) }

    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try await core.sleep(until: deadline.offset)
    }
}
