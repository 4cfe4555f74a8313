/// The counts of an ``ImageClient`` since it was made, and its present state.
public struct ImageStatistics: Hashable, Sendable {
    /// Pictures that were found in memory, by loads and by `cached(_:)`.
    public var memoryHits = 0
    /// Loads whose picture wasn't in memory.
    public var memoryMisses = 0
    /// Downloads that were started. A retry by a plugin doesn't count.
    public var downloads = 0
    /// Decodes that were started.
    public var decodes = 0
    /// Runs of transforms that were started.
    public var transforms = 0
    /// Loads that joined the work of an earlier one.
    public var shared = 0
    /// Loads that ended with an error other than `.cancelled`.
    public var failed = 0
    /// Loads that ended with `.cancelled`: by `cancel()`, or because a plugin, a decoder or a transform threw it.
    public var cancelled = 0

    /// Loads that have not ended.
    public var waitingLoads = 0
    /// Downloads, decodes and transforms that have not ended, with those that wait for their turn, and those that were
    /// cancelled but still run.
    public var work = 0
    /// Pictures in memory.
    public var cachedCount = 0
    /// The sum of their costs.
    public var cachedCost = 0

    /// Creates statistics in which every count is 0.
    public init() {}
}
