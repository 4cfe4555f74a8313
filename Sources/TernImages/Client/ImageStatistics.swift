/// The counts of an ``ImageClient`` since it was created, and its current state.
public struct ImageStatistics: Hashable, Sendable {
    /// The number of pictures that loads and `cached(_:)` found in memory.
    public var memoryHits = 0
    /// The number of loads whose picture wasn't in memory.
    public var memoryMisses = 0
    /// The number of pictures that were read from the client's cache, without a download.
    public var storedHits = 0
    /// The number of downloads that were started. A retry by a plugin doesn't count.
    public var downloads = 0
    /// The number of decodes that were started.
    public var decodes = 0
    /// The number of transforms that were started.
    public var transforms = 0
    /// The number of loads that joined the work of an earlier load.
    public var shared = 0
    /// The number of loads that ended with an error other than `.cancelled`.
    public var failed = 0
    /// The number of loads that ended with `.cancelled`: after `cancel()`, or because a plugin, a decoder or a
    /// transform threw this error.
    public var cancelled = 0

    /// The number of loads that have not ended.
    public var waitingLoads = 0
    /// The number of downloads, decodes and transforms that have not ended. It includes queued work, and cancelled work
    /// that is still running.
    public var work = 0
    /// The number of pictures in memory.
    public var cachedCount = 0
    /// The sum of the costs of the pictures in memory.
    public var cachedCost = 0

    /// Creates statistics in which every count is 0.
    public init() {}
}
