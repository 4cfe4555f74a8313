/// What a ``MemoryCache`` keeps at most.
public struct MemoryCacheLimits: Hashable, Sendable {
    /// The sum of the costs, usually bytes. 128 MiB by default. A value that costs more than a tenth of it isn't kept.
    public var maximumCost: Int

    /// The number of values. `nil`, the default, for no limit.
    public var maximumCount: Int?

    /// The longest time for which a value is kept, from when it was set, on the cache's clock. `nil`, the default, for
    /// no limit.
    public var maximumAge: Duration?

    /// Creates limits. Each parameter sets the property of the same name.
    public init(maximumCost: Int = 128 * 1024 * 1024, maximumCount: Int? = nil, maximumAge: Duration? = nil) {
        self.maximumCost = maximumCost
        self.maximumCount = maximumCount
        self.maximumAge = maximumAge
    }
}
