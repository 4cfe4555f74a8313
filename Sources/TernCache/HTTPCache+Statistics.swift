extension HTTPCache {
    /// Counts of the uses of a cache since it was created, and its current size.
    public struct Statistics: Hashable, Sendable {
        /// The responses that were stored and fresh.
        public var hits = 0
        /// The responses that were stored and no longer fresh.
        public var staleHits = 0
        /// The stored responses that the server has confirmed.
        public var revalidations = 0
        /// The responses of the server to requests whose responses can be stored.
        public var fetches = 0
        /// The requests in the background that refresh stored responses (RFC 5861).
        public var refreshes = 0

        /// The number of stored responses in memory.
        public var count = 0
        /// The bytes of the stored responses in memory, with their keys.
        public var bytes = 0
        /// The number of stored responses on the disk. Those of earlier processes are counted soon after the start.
        public var countOnDisk = 0
        /// The bytes of the files of stored responses.
        public var bytesOnDisk = 0

        /// Creates statistics in which every count is 0.
        public init() {}
    }

    /// The counts of uses since the cache was created, and its current size.
    public var statistics: Statistics {
        var statistics = counts.withLock(\.self)
        (statistics.count, statistics.bytes) = tiers.memory.size
        if let disk = tiers.disk?.entries.statistics {
            (statistics.countOnDisk, statistics.bytesOnDisk) = (disk.count, disk.bytes)
        }
        return statistics
    }
}
