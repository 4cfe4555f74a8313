/// Delays that double with each consecutive failure, up to a maximum.
package struct Backoff: Sendable {
    /// The delay after the first failure.
    package var base: Duration
    /// The upper bound of each delay.
    package var maximum: Duration

    package init(base: Duration, maximum: Duration) {
        self.base = base
        self.maximum = maximum
    }

    /// The delay after this number of consecutive failures, at least 1. Never negative.
    package func delay(afterFailures failures: Int) -> Duration {
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
    package func scaled(by fraction: Double) -> Duration {
        guard fraction < 1 else { return self }
        return min(self, Waiting.forever) * max(0, fraction)
    }
}
