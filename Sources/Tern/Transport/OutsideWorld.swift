/// Is told while Tern waits for the world outside, such as a socket: under virtual time nothing else tells such a wait from
/// a standstill.
package protocol OutsideWatcher: Sendable {
    /// Runs a body that waits for the world outside.
    func watch<Value: Sendable>(_ what: String, _ body: @Sendable () async throws -> Value) async throws -> Value
}

package enum OutsideWorld {
    /// `nil` outside of virtual time.
    @TaskLocal package static var watcher: (any OutsideWatcher)?

    /// Finds the watcher of a task that inherits none, such as a detached one. `nil` without virtual time in the process.
    package static let finder = Locked<(@Sendable () -> (any OutsideWatcher)?)?>(nil)

    /// - Parameter what: Names the wait, if somebody watches.
    static func wait<Value: Sendable>(
        _ what: @autoclosure () -> String,
        _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        guard let watcher = watcher ?? finder.withLock({ $0 })?() else { return try await body() }
        return try await watcher.watch(what(), body)
    }
}
