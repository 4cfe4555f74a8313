/// A clock whose time moves only as its ``VirtualScheduler`` moves it.
///
/// Pass it wherever a clock is asked for: `Provider(clock: scheduler.clock)`. A sleep that is cancelled ends at once with
/// `CancellationError`; one that isn't positive returns at once.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
public struct VirtualClock: Clock {
    /// A time, as the distance from the scheduler's beginning.
    public struct Instant: InstantProtocol {
        public let offset: Duration

        public init(offset: Duration) {
            self.offset = offset
        }

        /// Ends at the greatest time that there is, rather than overflow.
        public func advanced(by duration: Duration) -> Instant {
            Instant(offset: offset.addingSaturated(duration))
        }

        public func duration(to other: Instant) -> Duration {
            other.offset.addingSaturated(offset.negatedSaturated)
        }

        public static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
    }

    let core: SchedulerCore

    public var now: Instant { Instant(offset: core.now) }
    public var minimumResolution: Duration { Duration(attoseconds: 1) }

    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try await core.sleep(until: deadline.offset)
    }
}

extension Duration {
    /// Far beyond what anybody waits for, and far from where sums overflow.
    static let furthest = Duration.seconds(Int64.max / 4)

    func addingSaturated(_ other: Duration) -> Duration {
        let (one, other) = (clamped, other.clamped)
        return (one + other).clamped
    }

    var negatedSaturated: Duration { .zero - clamped }

    private var clamped: Duration { max(.zero - .furthest, min(self, .furthest)) }
}
