/// Limits the retries of all calls of a ``RetryPlugin`` together, so that retries don't multiply the load of a server
/// that fails for all of them.
///
/// The budget is a bucket of retries. Each retry takes one from the bucket; without one, the call fails with its last
/// error.
public struct RetryBudget: Sendable {
    /// The largest number of saved retries, which is also the number at the beginning. 20 by default. Values below 1
    /// mean 1.
    public var maximumRetries: Int

    /// The retries that each call adds. 0.2 by default: in a long outage, retries add at most a fifth to the load. From
    /// 0 to 1.
    public var retriesPerCall: Double

    /// The retries that each second adds, for applications with few calls. 1 by default. 0 for none.
    public var retriesPerSecond: Double

    /// Creates a budget. Each parameter sets the property of the same name.
    public init(maximumRetries: Int = 20, retriesPerCall: Double = 0.2, retriesPerSecond: Double = 1) {
        self.maximumRetries = maximumRetries
        self.retriesPerCall = retriesPerCall
        self.retriesPerSecond = retriesPerSecond
    }

    var bucket: TokenBucket {
        // Below one retry in 100 years, and for NaN, there are none.
        let isSlow = !(retriesPerSecond > 1 / (Waiting.forever / .seconds(1)))
        let interval = isSlow ? Waiting.forever : .seconds(1 / max(retriesPerSecond, 1e-9))
        return TokenBucket(capacity: maximumRetries, interval: interval)
    }
}
