/// Observes waits for external events, such as data on a socket. Without this, virtual time can't distinguish such a
/// wait from a deadlock.
package protocol ExternalWaitObserver: Sendable {
    /// Runs `body`, which waits for an event outside of the process.
    ///
    /// - Parameter continues: Whether the wait is for more of a response that an earlier wait was for.
    nonisolated(nonsending) func wait<Value: Sendable>(
        _ description: String,
        continues: Bool,
        _ body: nonisolated(nonsending) @Sendable () async throws -> Value
    ) async throws -> Value

    /// Starts a wait for an event without suspending a task.
    ///
    /// - Parameter isBackground: Whether a test may end before the wait.
    /// - Returns: A closure that ends the wait.
    func begin(_ description: String, isBackground: Bool) -> @Sendable () -> Void

    /// Suspends external waits for a test double that waits in virtual time itself: the waits that are open now, or that
    /// continue such a wait.
    ///
    /// - Parameter waits: The number of external waits for the double's response.
    /// - Returns: A closure that ends the suspension.
    func hold(_ waits: Int) -> @Sendable () -> Void
}

/// Marks waits for events outside of the process, such as data on a socket, so that virtual time doesn't advance during
/// the wait.
///
/// Use it in a custom transport. It has no effect without virtual time.
public enum ExternalWait {
    /// The external waits for the response that the current task of a test double makes.
    package struct Served: Sendable {
        /// `nil` if the double isn't known to belong to a virtual time.
        let observer: (any ExternalWaitObserver)?
        let count: Int

        package init(observer: (any ExternalWaitObserver)?, count: Int) {
            self.observer = observer
            self.count = count
        }
    }

    /// `nil` for a task that isn't a double's.
    @TaskLocal package static var served: Served?

    /// Returns the observer of the calling code. `nil` if the process uses no virtual time. A `static`, since a detached
    /// task inherits nothing.
    package static let finder = Locked<(@Sendable () -> (any ExternalWaitObserver)?)?>(nil)

    /// Runs `body`, which waits for an event outside of the process. Virtual time doesn't advance until it returns.
    ///
    /// - Parameters:
    ///   - description: The description of the wait. Evaluated only if there is an observer.
    ///   - body: Waits for the event.
    public static func run<Value: Sendable>(
        _ description: @autoclosure () -> String,
        _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        try await run(description(), continues: false, body)
    }

    /// - Parameter continues: Whether the wait is for more of a response that an earlier wait was for.
    static func run<Value: Sendable>(
        _ description: @autoclosure () -> String,
        continues: Bool,
        _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        guard let observer = currentObserver else { return try await body() }
        return try await observer.wait(description(), continues: continues, body)
    }

    /// Suspends the external waits for the response of the current double. `nil` without virtual time.
    ///
    /// - Returns: A closure that ends the suspension.
    package static func hold() -> (@Sendable () -> Void)? {
        served.flatMap { $0.observer?.hold($0.count) }
    }

    /// Starts a wait that doesn't suspend a task, such as the wait for a closure on a queue.
    ///
    /// - Returns: A closure that ends the wait. `nil` without virtual time.
    package static func begin(_ description: @autoclosure () -> String) -> (@Sendable () -> Void)? {
        currentObserver?.begin(description(), isBackground: false)
    }

    private static var currentObserver: (any ExternalWaitObserver)? { finder.withLock { $0 }?() }
}
