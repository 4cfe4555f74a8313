/// Values in the order of their last use, within limits. Every operation takes constant time, on average.
struct LRUStore<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        var key: Key
        var value: Value
        var cost: Int
        /// The time at which the value was set.
        var setAt: Duration
    }

    /// The indices of the entries that were used directly after and before an entry. -1 if there is no such entry. They
    /// are stored separately from the entries, so that a use copies no entry.
    private struct Neighbors: Sendable {
        var newer = -1
        var older = -1
    }

    let limits: MemoryCacheLimits
    private var indexes: [Key: Int] = [:]
    private var entries: [Entry?] = []
    private var neighbors: [Neighbors] = []
    private var freeIndexes: [Int] = []
    private var newest = -1
    private var oldest = -1

    /// The sum of the costs.
    private(set) var totalCost = 0
    private(set) var hits = 0

    init(limits: MemoryCacheLimits) {
        self.limits = limits
    }

    var count: Int { indexes.count }

    private var maximumCost: Int { max(0, limits.maximumCost) }

    /// The maximum cost of one value. A value with a higher cost isn't kept.
    private var maximumCostOfOne: Int { maximumCost / 10 }

    /// The value of a key, which becomes the most recently used value.
    ///
    /// - Parameters:
    ///   - now: The time. A value that is too old is removed.
    ///   - counts: Whether the lookup counts as a hit.
    /// - Returns: The value, or an expired value that the caller may release outside of a lock.
    mutating func value(
        for key: Key,
        at now: Duration = .zero,
        counts: Bool = true
    ) -> (value: Value?, expired: Value?) {
        guard let index = indexes[key] else {
            return (nil, nil)
        }
        if let age = limits.maximumAge, let setAt = entries[index]?.setAt, now - setAt >= age {
            return (nil, remove(at: index))
        }
        if counts { hits += 1 }
        if index != newest {
            unlink(index)
            linkAsNewest(index)
        }
        return (entries[index]?.value, nil)
    }

    /// Sets the value of a key.
    ///
    /// - Returns: Whether the value is kept, and the values that were removed for it. The caller may release them
    ///   outside of a lock.
    mutating func set(_ value: Value, for key: Key, cost: Int, at now: Duration = .zero) -> (
        isKept: Bool, removed: [Value]
    ) {
        let cost = max(0, cost)
        var removed: [Value] = []
        if let old = remove(key) { removed.append(old) }
        let maximumCount = limits.maximumCount ?? .max
        guard cost <= maximumCostOfOne, maximumCount > 0 else { return (false, removed) }
        // Old values are removed first, since the sum of the costs may overflow.
        while totalCost > maximumCost - cost || count >= maximumCount, let old = removeOldest() {
            removed.append(old)
        }
        let entry = Entry(key: key, value: value, cost: cost, setAt: now)
        let index: Int
        if let free = freeIndexes.popLast() {
            index = free
            entries[index] = entry
        } else {
            index = entries.count
            entries.append(entry)
            neighbors.append(Neighbors())
        }
        indexes[key] = index
        totalCost += cost
        linkAsNewest(index)
        return (true, removed)
    }

    mutating func remove(_ key: Key) -> Value? {
        indexes[key].flatMap { remove(at: $0) }
    }

    /// Removes all values.
    mutating func removeAll() -> [Value] {
        trim(toCost: -1)
    }

    /// Removes the least recently used values, until the sum of the costs is at most `cost`.
    mutating func trim(toCost cost: Int) -> [Value] {
        var removed: [Value] = []
        while totalCost > cost, let old = removeOldest() { removed.append(old) }
        return removed
    }

    // MARK: - Private

    private mutating func removeOldest() -> Value? {
        oldest < 0 ? nil : remove(at: oldest)
    }

    private mutating func remove(at index: Int) -> Value? {
        guard let entry = entries[index] else { return nil }
        unlink(index)
        entries[index] = nil
        indexes[entry.key] = nil
        freeIndexes.append(index)
        totalCost -= entry.cost
        return entry.value
    }

    private mutating func linkAsNewest(_ index: Int) {
        neighbors[index] = Neighbors(newer: -1, older: newest)
        if newest >= 0 { neighbors[newest].newer = index } else { oldest = index }
        newest = index
    }

    private mutating func unlink(_ index: Int) {
        let (newer, older) = (neighbors[index].newer, neighbors[index].older)
        if newer >= 0 { neighbors[newer].older = older } else { newest = older }
        if older >= 0 { neighbors[older].newer = newer } else { oldest = newer }
    }
}
