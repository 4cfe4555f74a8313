/// Starts a handler on the calling thread where the system can.
enum HandlerTask {
    /// Up to its first suspension the operation runs before this returns; on systems older than those of 2025 it
    /// runs later, on a thread of the pool.
    static func start(_ operation: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, *) {
            Task.immediate { await operation() }
        } else {
            Task { await operation() }
        }
    }
}
