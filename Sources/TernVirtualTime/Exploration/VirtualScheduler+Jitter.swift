@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension VirtualScheduler {
    /// The maximum delay of an exploration's timers.
    ///
    /// It applies to every sleep on the scheduler's clock with a duration of more than zero. Events of hot and cold
    /// sequences keep their times. Half of the timers are exact.
    public struct Jitter: Sendable {
        let timers: TimerJitter

        /// All timers are exact.
        public static let none = Jitter(timers: .none)

        /// Timers are late by at most this duration.
        public static func upTo(_ maximum: Duration) -> Jitter { Jitter(timers: .upTo(maximum)) }

        /// Timers are late by at most this fraction of their own duration. With 0.5, a timer of 2 s fires after 2 s to
        /// 3 s.
        public static func fraction(_ maximum: Double) -> Jitter { Jitter(timers: .fraction(maximum)) }
    }
}
