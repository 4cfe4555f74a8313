/// The limits of a ``MemoryCache``.
public struct MemoryCacheLimits: Hashable, Sendable {
    /// The maximum sum of the costs, usually in bytes. 128 MiB by default. A value whose cost exceeds a tenth of this
    /// limit isn't kept.
    public var maximumCost: Int

    /// The maximum number of values. `nil`, the default, for no limit.
    public var maximumCount: Int?

    /// The longest time for which a value is kept after it was set, on the cache's clock. `nil`, the default, for no
    /// limit.
    public var maximumAge: Duration?

    /// Creates limits. Each parameter sets the property of the same name.
    public init(maximumCost: Int = 128 * 1024 * 1024, maximumCount: Int? = nil, maximumAge: Duration? = nil) {
        self.maximumCost = maximumCost
        self.maximumCount = maximumCount
        self.maximumAge = maximumAge
    }
}
