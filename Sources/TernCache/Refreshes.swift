/// The requests in the background that refresh stored responses: one for each key, and a few at the same time.
final class Refreshes: Sendable {
    /// A response that can't be refreshed now is refreshed by a later call.
    private static let maximum = 8

    private let keys = Guarded<Set<CacheKey>>([])

    /// Runs the work, unless that of the key is running, or too much is.
    func run(_ key: CacheKey, _ work: @escaping @Sendable () async -> Void) {
        let isAllowed = keys.withLock { $0.count < Self.maximum && $0.insert(key).inserted }
        guard isAllowed else { return }
        // The work outlives the call, whose response is there.
        Task {
            await work()
            _ = keys.withLock { $0.remove(key) }
        }
    }
}
