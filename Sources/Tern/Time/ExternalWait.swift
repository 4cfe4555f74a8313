/// Knows while Tern waits for something outside of the process, such as a socket. Virtual time can't tell such a wait from a
/// deadlock by itself.
package protocol ExternalWaitObserver: Sendable {
    /// Runs a body that waits for something outside of the process.
    nonisolated(nonsending) func wait<Value: Sendable>(
        _ description: String,
        _ body: nonisolated(nonsending) @Sendable () async throws -> Value
    ) async throws -> Value
}

package enum ExternalWait {
    /// `nil` outside of virtual time.
    @TaskLocal package static var observer: (any ExternalWaitObserver)?

    /// Finds the observer of a task that inherits none, such as a detached one. `nil` without virtual time in the process.
    package static let finder = Locked<(@Sendable () -> (any ExternalWaitObserver)?)?>(nil)

    /// - Parameter description: Names the wait, if there is an observer.
    static func run<Value: Sendable>(
        _ description: @autoclosure () -> String,
        _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        guard let observer = observer ?? finder.withLock({ $0 })?() else { return try await body() }
        return try await observer.wait(description(), body)
    }
}
