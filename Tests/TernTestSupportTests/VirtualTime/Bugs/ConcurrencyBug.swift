import TernTesting
import Testing

/// A classic concurrency bug, and its correction.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
struct ConcurrencyBug: Sendable, CustomTestStringConvertible {
    let name: String
    var strategy = VirtualScheduler.Strategy.random
    var jitter = VirtualScheduler.Jitter.none
    /// Throws or stalls if the bug shows itself. The flag tells whether the code is correct.
    let body: @Sendable (VirtualScheduler, Bool) async throws -> Void

    var testDescription: String { name }

    static let all = state + requests + streams
}

/// A value that several tasks share. Every access is a suspension.
actor Shared<Value: Sendable> {
    var value: Value

    init(_ value: Value) {
        self.value = value
    }

    func set(_ value: Value) {
        self.value = value
    }

    @discardableResult
    func change<Result: Sendable>(_ body: @Sendable (inout Value) -> Result) -> Result {
        body(&value)
    }
}

/// Runs both bodies concurrently.
func concurrently(
    _ one: @escaping @Sendable () async throws -> Void,
    _ other: @escaping @Sendable () async throws -> Void
) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await one() }
        group.addTask { try await other() }
        try await group.waitForAll()
    }
}
