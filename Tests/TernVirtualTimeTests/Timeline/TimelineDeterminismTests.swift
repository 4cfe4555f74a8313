import TestRounds
import Testing

@testable import TernVirtualTime

@Suite(.timeLimit(.minutes(20)))
struct TimelineDeterminismTests {
    /// Shows the newest of two sequences, and makes a request for each tap. The trace has all shown values in order.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    private static func trace(seed: UInt64? = nil) async throws -> String {
        let scheduler = VirtualScheduler(seed: seed, unit: .milliseconds(10))
        let taps = try scheduler.hot("a-b(cd)--e|")
        let response = try scheduler.cold("-(xy)-z|")
        let (shown, continuation) = AsyncStream<String>.makeStream()
        let models = scheduler.record(shown)
        let seen = scheduler.record(taps)
        let other = scheduler.record(try scheduler.hot("12345678|"))

        try await scheduler.run {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for try await tap in taps {
                    group.addTask {
                        for try await value in response { continuation.yield(tap + value) }
                        continuation.yield(tap + "|")
                    }
                }
                for try await value in response { continuation.yield("last " + value) }
                try await group.waitForAll()
            }
            continuation.finish()
            try await models.finished()
            try await seen.finished()
            try await other.finished()
        }
        return "\(models.events)\(seen.events)\(other.events)\(response.subscriptions)\(taps.subscriptions)"
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func runsGiveTheSameTrace() async throws {
        let first = try await Self.trace()
        for _ in 1..<Rounds.count(1_000, part: 200) { #expect(try await Self.trace() == first) }
        #expect(first.contains(#".next(1, "ax")"#))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func runsInParallelGiveTheSameTrace() async throws {
        let traces = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<Rounds.count(300, part: 100) { group.addTask { try await Self.trace() } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        let trace = try await Self.trace()
        #expect(traces == [trace])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: [1, 2, 3] as [UInt64]) func aSeedGivesTheSameTraceEachTime(seed: UInt64) async throws {
        let first = try await Self.trace(seed: seed)
        for _ in 1..<50 { #expect(try await Self.trace(seed: seed) == first) }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func eventsOfOneTimeAreSentInOrderToAllIterators() async throws {
        let scheduler = VirtualScheduler()
        let hot = try scheduler.hot("-(ab)|")
        let (shown, continuation) = AsyncStream<String>.makeStream()
        let seen = scheduler.record(shown)

        try await scheduler.run {
            await withThrowingTaskGroup(of: Void.self) { group in
                for name in 1...2 {
                    group.addTask { for try await value in hot { continuation.yield("\(value)\(name)") } }
                }
            }
            continuation.finish()
            try await seen.finished()
        }

        #expect(seen.events.values == ["a1", "a2", "b1", "b2"])
    }
}
