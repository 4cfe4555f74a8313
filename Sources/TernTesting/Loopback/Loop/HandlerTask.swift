/// Starts a handler on the calling thread if the system supports that.
enum HandlerTask {
    /// Starts a task. The operation runs up to its first suspension before this function returns. On systems before
    /// 2025, it runs later on a thread of the pool.
    static func start(_ operation: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            Task.immediate { await operation() }
        } else {
            Task { await operation() }
        }
    }
}
