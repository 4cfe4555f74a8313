import Tern

/// Limits the retries of all calls of a ``RetryPlugin`` together, so that retries don't multiply the load of a server
/// that fails for all of them.
///
/// The budget is a bucket of retries. Each retry takes one from the bucket. If the bucket is empty, the call fails with
/// its last error.
public struct RetryBudget: Sendable {
    /// The capacity of the bucket, which is full at the beginning. 20 by default. Values below 1 mean 1.
    public var maximumRetries: Int

    /// The number of retries that each call adds, from 0 to 1. 0.2 by default: in a long outage, these retries add at
    /// most a fifth to the load. ``retriesPerSecond`` adds further retries.
    public var retriesPerCall: Double

    /// The number of retries that each second adds, for applications with few calls. 1 by default. 0 adds none.
    public var retriesPerSecond: Double

    /// Creates a budget. Each parameter sets the property of the same name.
    public init(maximumRetries: Int = 20, retriesPerCall: Double = 0.2, retriesPerSecond: Double = 1) {
        self.maximumRetries = maximumRetries
        self.retriesPerCall = retriesPerCall
        self.retriesPerSecond = retriesPerSecond
    }

    var bucket: TokenBucket {
        // A rate below one retry in 100 years, or NaN, adds no retries.
        let isSlow = !(retriesPerSecond > 1 / (Waiting.forever / .seconds(1)))
        let interval = isSlow ? Waiting.forever : .seconds(1 / max(retriesPerSecond, 1e-9))
        return TokenBucket(capacity: maximumRetries, interval: interval)
    }
}
