/// Observes waits for external events, such as data on a socket. Without this, virtual time can't distinguish such a
/// wait from a deadlock.
package protocol ExternalWaitObserver: Sendable {
    /// Runs `body`, which waits for an event outside of the process.
    nonisolated(nonsending) func wait<Value: Sendable>(
        _ description: String,
        _ body: nonisolated(nonsending) @Sendable () async throws -> Value
    ) async throws -> Value

    /// Starts a wait for an event without suspending a task.
    ///
    /// - Returns: A closure that ends the wait.
    func begin(_ description: String) -> @Sendable () -> Void
}

/// Marks waits for events outside of the process, such as data on a socket, so that virtual time doesn't advance during
/// the wait.
///
/// Use it in a custom transport. It has no effect without virtual time.
public enum ExternalWait {
    /// The observer of the current task. `nil` without virtual time.
    @TaskLocal package static var observer: (any ExternalWaitObserver)?

    /// Returns the observer for a task that doesn't inherit an observer, such as a detached task. `nil` if the process
    /// uses no virtual time.
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
        guard let observer = currentObserver else { return try await body() }
        return try await observer.wait(description(), body)
    }

    /// Starts a wait that doesn't suspend a task, such as the wait for a closure on a queue.
    ///
    /// - Returns: A closure that ends the wait. `nil` without virtual time.
    static func begin(_ description: @autoclosure () -> String) -> (@Sendable () -> Void)? {
        currentObserver?.begin(description())
    }

    private static var currentObserver: (any ExternalWaitObserver)? { observer ?? finder.withLock { $0 }?() }
}
