/// The memory cache of a client. Its values have no type parameter, so that the compiler can generate faster code.
struct ImageMemory<Value: Sendable>: Sendable {
    typealias Cache = MemoryCache<ImageKey, any AnyObject & Sendable>

    private final class Picture: Sendable {
        let value: Value

        init(_ value: Value) {
            self.value = value
        }
    }

    let cache: Cache

    /// The time for the other functions. It must be read outside of a lock, since the user may have supplied the clock.
    var now: Duration { cache.now }

    func value(for key: ImageKey) -> Value? {
        (cache.value(for: key) as? Picture)?.value
    }

    /// - Parameter counts: Whether the lookup counts as a hit.
    /// - Returns: The picture, or an expired picture that the caller must release outside of a lock.
    func lookup(
        _ key: ImageKey,
        at now: Duration,
        counts: Bool
    ) -> (value: Value?, expired: (any AnyObject & Sendable)?) {
        let (picture, expired) = cache.lookup(key, at: now, counts: counts)
        return ((picture as? Picture)?.value, expired)
    }

    /// Sets the picture of a key. If the text of the key is long, its bytes are added to the cost.
    ///
    /// - Returns: Whether the picture is kept, and the pictures that were removed for it. The caller must release them
    ///   outside of a lock.
    func set(
        _ value: Value,
        for key: ImageKey,
        cost: Int,
        at now: Duration
    ) -> (isKept: Bool, removed: [any AnyObject & Sendable]) {
        let (sum, overflow) = max(0, cost).addingReportingOverflow(key.longTextBytes)
        return cache.exchange(Picture(value), for: key, cost: overflow ? .max : sum, at: now)
    }
}
