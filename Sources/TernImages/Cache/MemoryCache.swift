import Tern

/// Values in memory, within limits. When a limit is exceeded, the least recently used values are removed.
///
/// ```swift
/// let cache = MemoryCache<URL, Data>(limits: MemoryCacheLimits(maximumCost: 10_000_000, maximumAge: .seconds(600)))
/// cache.set(data, for: url, cost: data.count)
/// let kept = cache.value(for: url)
/// ```
///
/// All functions can be called from any thread, and take constant time for each value. On Apple platforms, values with
/// half of the costs are removed when the system warns that memory is low. All values are removed when the warning is
/// critical.
public final class MemoryCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// The limits with which the cache was created.
    public let limits: MemoryCacheLimits

    private let store: Locked<LRUStore<Key, Value>>
    private let stopwatch: Stopwatch
    private let pressure: MemoryPressure

    /// - Parameters:
    ///   - limits: The limits. 128 MiB without other limits by default.
    ///   - clock: The clock of the ages. Real time by default.
    public init(limits: MemoryCacheLimits = MemoryCacheLimits(), clock: any Clock<Duration> = ContinuousClock()) {
        self.limits = limits
        let store = Locked(LRUStore<Key, Value>(limits: limits))
        self.store = store
        stopwatch = Stopwatch(on: clock)
        pressure = MemoryPressure { level in
            _ = store.withLock { $0.trim(toCost: level == .critical ? -1 : $0.totalCost / 2) }
        }
    }

    /// The number of values, including expired values that have not been requested since they expired.
    public var count: Int { store.withLock(\.count) }

    /// The sum of the costs of these values.
    public var totalCost: Int { store.withLock(\.totalCost) }

    /// The value of a key, which becomes the most recently used value. `nil` if there is no value, or if it is too old.
    public func value(for key: Key) -> Value? {
        value(for: key, counts: true)
    }

    /// Sets the value of a key, which becomes the most recently used value.
    ///
    /// - Parameters:
    ///   - value: The value to store.
    ///   - key: The key of the value.
    ///   - cost: The cost of the value, usually its size in bytes. Values below 0 mean 0.
    /// - Returns: Whether the value is kept. `false` if its cost exceeds a tenth of the limit. The key then has no
    ///   value.
    @discardableResult
    public func set(_ value: Value, for key: Key, cost: Int) -> Bool {
        exchange(value, for: key, cost: cost, at: now).isKept
    }

    /// Removes the value of a key, if there is one.
    public func remove(_ key: Key) {
        _ = take(key)
    }

    /// Removes all values.
    public func removeAll() {
        _ = store.withLock { $0.removeAll() }
    }

    /// Removes the least recently used values, until the sum of the costs is at most `cost`.
    public func trim(toCost cost: Int) {
        _ = store.withLock { $0.trim(toCost: max(0, cost)) }
    }

    // MARK: - Counts and releases

    var hits: Int { store.withLock(\.hits) }

    /// - Parameter counts: Whether it counts as a hit.
    func value(for key: Key, counts: Bool) -> Value? {
        lookup(key, at: now, counts: counts).value
    }

    /// - Parameters:
    ///   - now: Read outside of a lock, since the clock may be one of the user.
    ///   - counts: Whether it counts as a hit.
    /// - Returns: The value, or an expired value that the caller must release outside of a lock.
    func lookup(_ key: Key, at now: Duration, counts: Bool) -> (value: Value?, expired: Value?) {
        store.withLock { $0.value(for: key, at: now, counts: counts) }
    }

    /// - Parameter now: Read outside of a lock, since the clock may be one of the user.
    /// - Returns: Whether the value is kept, and the values that were removed for it. Their release may run code of the
    ///   user, so the caller must release them outside of a lock.
    func exchange(_ value: Value, for key: Key, cost: Int, at now: Duration) -> (isKept: Bool, removed: [Value]) {
        store.withLock { $0.set(value, for: key, cost: cost, at: now) }
    }

    /// - Returns: The removed value, which the caller must release outside of a lock.
    func take(_ key: Key) -> Value? {
        store.withLock { $0.remove(key) }
    }

    /// - Returns: The removed values, which the caller must release outside of a lock.
    func takeAll() -> [Value] {
        store.withLock { $0.removeAll() }
    }

    /// The time for the ages of values. The clock is read only if the age is limited.
    var now: Duration { limits.maximumAge == nil ? .zero : stopwatch.elapsed }
}
