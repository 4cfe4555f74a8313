import Tern

/// What `TernTesting` adds to virtual time: the waits of Tern's transports, and the names of Tern's functions.
extension LinkedTestKit: TestKit {
    package static func connect() {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
        ExternalWait.finder.withLock { $0 = { CurrentScheduler.core } }
    }

    package static let waits = [
        (function: "SampleGate.", words: "a gate that holds a response"),
        (function: "LoopbackServer.wait", words: "a server"),
        (function: "Journal.wait", words: "a journal"),
    ]

    package static let modules = ["$s4Tern", "$s11TernTesting", "$s15TernTestSupport"]
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension SchedulerCore: ExternalWaitObserver {
    package nonisolated(nonsending) func wait<Value: Sendable>(
        _ description: String,
        continues: Bool,
        _ body: nonisolated(nonsending) @Sendable () async throws -> Value
    ) async throws -> Value {
        try await outside(description, continues: continues, body)
    }
}

extension TernError: TimelineError {
    package var timelineText: String { "TernError.\(code)" }
}
