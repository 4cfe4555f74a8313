/// A bucket that gains one token per interval, up to its capacity. It is full at the beginning.
///
/// It stores one time, that at which the bucket will be full: each token that is missing moves it by the interval. So
/// all arithmetic is exact, and a wait of ``delay(at:)`` always suffices. Times are those of a ``SharedStopwatch``. A
/// clock that jumps ahead fills the bucket; one that jumps back empties it at most.
struct TokenBucket: Sendable {
    private let interval: Duration
    /// The time in which an empty bucket becomes full.
    private let span: Duration
    private var fullAt: Duration = .zero

    /// - Parameters:
    ///   - capacity: The largest number of tokens, at least 1.
    ///   - interval: The time for one token. Not positive for tokens without limit.
    init(capacity: Int, interval: Duration) {
        let interval = min(max(.zero, interval), Waiting.forever)
        self.interval = interval
        // The product of hostile values would overflow.
        span = interval * min(max(1, capacity), 1_000_000)
    }

    /// Whether the bucket is as it was made.
    func isFull(at now: Duration) -> Bool { fullAt <= now }

    /// The time until there is a token. Zero if there is one.
    mutating func delay(at now: Duration) -> Duration {
        limit(at: now)
        return max(.zero, missing(at: now) + interval - span)
    }

    /// Takes a token.
    ///
    /// - Returns: Whether there was one.
    mutating func take(at now: Duration) -> Bool {
        limit(at: now)
        let missing = missing(at: now)
        guard missing + interval <= span else { return false }
        fullAt = now + missing + interval
        return true
    }

    /// Adds this number of tokens, or a part of one, up to the capacity.
    mutating func add(_ tokens: Double) {
        // Bounded, since the time may be that of a bucket that wasn't used for long.
        fullAt = max(.zero - Waiting.forever, fullAt - interval.scaled(by: tokens))
    }

    /// After a clock has jumped back, an empty bucket becomes full in its usual time.
    private mutating func limit(at now: Duration) {
        fullAt = min(fullAt, now + span)
    }

    /// The time in which the missing tokens return.
    private func missing(at now: Duration) -> Duration {
        max(.zero, fullAt - now)
    }
}
