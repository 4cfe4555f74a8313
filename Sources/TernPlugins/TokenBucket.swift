import Tern

/// A bucket that gains one token per interval, up to its capacity. It is full at the beginning.
///
/// It stores only the time at which the bucket will be full: each missing token moves this time by the interval. So all
/// arithmetic is exact, and waiting for ``delay(at:)`` always suffices. Times come from a ``SharedStopwatch``. A clock
/// that jumps ahead fills the bucket. A clock that jumps back can only empty the bucket.
struct TokenBucket: Sendable {
    private let interval: Duration
    /// The time in which an empty bucket becomes full.
    private let span: Duration
    private var fullAt: Duration = .zero

    /// - Parameters:
    ///   - capacity: The largest number of tokens, at least 1.
    ///   - interval: The time for one token. If it isn't positive, the number of tokens is unlimited.
    init(capacity: Int, interval: Duration) {
        let interval = min(max(.zero, interval), Waiting.forever)
        self.interval = interval
        // The product of extreme values would overflow.
        span = interval * min(max(1, capacity), 1_000_000)
    }

    /// Whether the bucket is full, as at the beginning.
    func isFull(at now: Duration) -> Bool { fullAt <= now }

    /// The time until a token is available. Zero if a token is available now.
    mutating func delay(at now: Duration) -> Duration {
        limit(at: now)
        return max(.zero, missing(at: now) + interval - span)
    }

    /// Takes a token.
    ///
    /// - Returns: Whether a token was available.
    mutating func take(at now: Duration) -> Bool {
        limit(at: now)
        let missing = missing(at: now)
        guard missing + interval <= span else { return false }
        fullAt = now + missing + interval
        return true
    }

    /// The time in which the bucket gains a token, or this part of one.
    func time(for part: Double) -> Duration { interval.scaled(by: part) }

    /// Adds the tokens of this time, up to the capacity.
    mutating func advance(by time: Duration) {
        // Bounded, since the bucket may not have been used for a long time.
        fullAt = max(.zero - Waiting.forever, fullAt - time)
    }

    /// After a clock has jumped back, an empty bucket becomes full in its usual time.
    private mutating func limit(at now: Duration) {
        fullAt = min(fullAt, now + span)
    }

    /// The time until the missing tokens are available again.
    private func missing(at now: Duration) -> Duration {
        max(.zero, fullAt - now)
    }
}
