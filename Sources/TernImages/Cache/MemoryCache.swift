import Tern

/// Values in memory within limits: when a limit is exceeded, the value that was used longest ago is removed first.
///
/// ```swift
/// let cache = MemoryCache<URL, Data>(limits: MemoryCacheLimits(maximumCost: 10_000_000, maximumAge: .seconds(600)))
/// cache.set(data, for: url, cost: data.count)
/// let kept = cache.value(for: url)
/// ```
///
/// All functions can be called from any thread, and take constant time for each value. On Apple platforms, half of the
/// costs are removed when the system warns that memory is low, and everything when that is critical.
public final class MemoryCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// The limits that the cache was created with.
    public let limits: MemoryCacheLimits

    private let store: Locked<LRUStore<Key, Value>>
    private let stopwatch: Stopwatch
    private let pressure: MemoryPressure

    /// - Parameters:
    ///   - limits: What is kept at most. 128 MiB without other limits by default.
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

    /// The number of values, including those that are too old but have not been asked for since.
    public var count: Int { store.withLock(\.count) }

    /// The sum of the costs of these values.
    public var totalCost: Int { store.withLock(\.totalCost) }

    /// The value of a key, which is then the value used last. `nil` without one, or if it is too old.
    public func value(for key: Key) -> Value? {
        value(for: key, counts: true)
    }

    /// Sets the value of a key, which is then the value used last.
    ///
    /// - Parameters:
    ///   - value: The value to store.
    ///   - key: The key of the value.
    ///   - cost: Usually the bytes it takes. Values below 0 mean 0.
    /// - Returns: Whether it is kept. `false` if it costs more than a tenth of the limit; then the key has no value.
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

    /// Removes the values used longest ago, until the sum of the costs is at most this one.
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
    /// - Returns: The value, or one that was too old and has to be released outside of a lock.
    func lookup(_ key: Key, at now: Duration, counts: Bool) -> (value: Value?, expired: Value?) {
        store.withLock { $0.value(for: key, at: now, counts: counts) }
    }

    /// - Parameter now: Read outside of a lock, since the clock may be one of the user.
    /// - Returns: Whether it is kept, and the values that were removed for it. They may run code of the user when they
    ///   are released, so that has to be outside of a lock.
    func exchange(_ value: Value, for key: Key, cost: Int, at now: Duration) -> (isKept: Bool, removed: [Value]) {
        store.withLock { $0.set(value, for: key, cost: cost, at: now) }
    }

    /// - Returns: The value, which was removed and has to be released outside of a lock.
    func take(_ key: Key) -> Value? {
        store.withLock { $0.remove(key) }
    }

    /// - Returns: All values, which were removed and have to be released outside of a lock.
    func takeAll() -> [Value] {
        store.withLock { $0.removeAll() }
    }

    /// The time for ages. The clock is read only if there are ages.
    var now: Duration { limits.maximumAge == nil ? .zero : stopwatch.elapsed }
}
