/// The clock of a ``VirtualScheduler``. Only the scheduler advances its time.
///
/// Pass it to each API that takes a clock. A cancelled sleep ends at once with
/// `CancellationError`. A sleep of zero or less returns without advancing time.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
public struct VirtualClock: Clock {
    public typealias Instant = VirtualInstant

    package let core: SchedulerCore

    public var now: Instant { Instant(offset: core.now) }
    public var minimumResolution: Duration { Duration(secondsComponent: 0, attosecondsComponent: 1) }

    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try await core.sleep(until: deadline.offset)
    }
}
