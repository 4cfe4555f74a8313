/// The memory of a client. Its values have no type parameter, so that the compiler can make fast code for them.
struct ImageMemory<Value: Sendable>: Sendable {
    typealias Cache = MemoryCache<ImageKey, any AnyObject & Sendable>

    private final class Picture: Sendable {
        let value: Value

        init(_ value: Value) {
            self.value = value
        }
    }

    let cache: Cache

    /// - Parameter counts: Whether it counts as a hit.
    func value(for key: ImageKey, counts: Bool = true) -> Value? {
        (cache.value(for: key, counts: counts) as? Picture)?.value
    }

    /// Sets the picture of a key. A long text of the key counts as part of the cost.
    ///
    /// - Returns: The pictures that were removed for it. They have to be released outside of a lock.
    func set(_ value: Value, for key: ImageKey, cost: Int) -> [any AnyObject & Sendable] {
        let (sum, overflow) = max(0, cost).addingReportingOverflow(key.longTextBytes)
        return cache.exchange(Picture(value), for: key, cost: overflow ? .max : sum).removed
    }
}
