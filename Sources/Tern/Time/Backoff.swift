/// Delays that double with each consecutive failure, up to a maximum.
struct Backoff: Sendable {
    /// The delay after the first failure.
    var base: Duration
    /// The upper bound of each delay.
    var maximum: Duration

    /// The delay after this number of consecutive failures, at least 1. Never negative.
    func delay(afterFailures failures: Int) -> Duration {
        let doublings = min(max(1, failures), 31) - 1
        let upperBound = max(.zero, maximum)
        // Divides instead of multiplying, since a product may overflow.
        return base >= upperBound / (1 << doublings) ? upperBound : max(.zero, base) * (1 << doublings)
    }
}

extension Duration {
    /// A part of this duration.
    ///
    /// - Parameter fraction: From 0 to 1. A value outside of this range is replaced by the nearest bound, and NaN by 1.
    func scaled(by fraction: Double) -> Duration {
        guard fraction < 1 else { return self }
        return min(self, Waiting.forever) * max(0, fraction)
    }
}
