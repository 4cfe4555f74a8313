import TernTestSupport
import TernTesting
import Testing

/// Classic concurrency bugs are found within 200 seeds, and correct code causes no false alarm.
@Suite(.timeLimit(.minutes(20)))
struct ConcurrencyBugTests {
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: ConcurrencyBug.all) func bugIsFound(_ bug: ConcurrencyBug) async throws {
        let failure = try await VirtualScheduler.firstFailure(
            seeds: 0..<200,
            strategy: bug.strategy,
            jitter: bug.jitter
        ) { scheduler in
            try await bug.body(scheduler, false)
        }
        let found = try #require(failure)
        #expect(found.divergence == nil)
        #expect(found.reorderings.count <= found.reorderingsBefore)
        #expect(found.description.split(separator: "\n").count <= 9, "\(found)")
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: ConcurrencyBug.all) func correctCodePasses(_ bug: ConcurrencyBug) async throws {
        try await VirtualScheduler.explore(seeds: 0..<200, strategy: bug.strategy, jitter: bug.jitter) { scheduler in
            try await bug.body(scheduler, true)
        }
    }
}
