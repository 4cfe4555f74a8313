import Foundation
import Tern
import TernTestSupport
import TernTesting
import TestDoubles
import Testing

/// The orders that each strategy tries.
@Suite(.timeLimit(.minutes(20)))
struct ExploreStrategyTests {
    /// Three tasks of one step each, which end in some order.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    private static func orders(
        seeds: Range<UInt64>,
        strategy: VirtualScheduler.Strategy
    ) async throws -> (orders: [String], result: VirtualScheduler.ExplorationResult) {
        let orders = Locked<[String]>([])
        let result = try await VirtualScheduler.explore(seeds: seeds, strategy: strategy) { _ in
            let order = Locked("")
            await withTaskGroup(of: Void.self) { group in
                for name in ["a", "b", "c"] { group.addTask { order.withLock { $0 += name } } }
            }
            orders.withLock { $0.append(order.withLock { $0 }) }
        }
        return (orders.withLock { $0 }, result)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func exhaustiveStrategyTriesEveryOrder() async throws {
        let (orders, result) = try await Self.orders(seeds: 0..<1_000, strategy: .exhaustive)
        #expect(Set(orders) == ["abc", "acb", "bac", "bca", "cab", "cba"])
        #expect(orders.first == "abc")
        #expect(result.isComplete)
        #expect(result.runs == orders.count && result.runs < 1_000)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func exhaustiveStrategyThatIsCutShortIsNotComplete() async throws {
        let (orders, result) = try await Self.orders(seeds: 0..<3, strategy: .exhaustive)
        #expect(orders.count == 3)
        #expect(result.runs == 3 && !result.isComplete)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func boundedStrategyTriesOnlyOrdersWithinItsBound() async throws {
        let (plain, _) = try await Self.orders(seeds: 0..<1_000, strategy: .reorderings(atMost: 0))
        #expect(plain == ["abc"])

        let (one, result) = try await Self.orders(seeds: 0..<1_000, strategy: .reorderings(atMost: 1))
        // The last order needs two reorderings: first c, then b.
        #expect(Set(one).isSuperset(of: ["abc", "acb", "bac", "cab"]) && !one.contains("cba"))
        #expect(result.isComplete)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func prioritiesGiveManyOrdersAndOneSeedAlwaysTheSame() async throws {
        let (orders, result) = try await Self.orders(seeds: 0..<50, strategy: .priorities())
        #expect(Set(orders).count == 6)
        #expect(try await Self.orders(seeds: 0..<50, strategy: .priorities()).orders == orders)
        #expect(!result.isComplete)
    }

    // MARK: - Jitter

    /// Two delays of 2 s, which begin at 0 s and 1 s.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    private static let twoDelays: @Sendable (VirtualScheduler) async throws -> Void = { scheduler in
        let ends = Locked<[String]>([])
        let clock = scheduler.clock
        await withTaskGroup(of: Void.self) { group in
            for (name, start) in [("first", 0), ("second", 1)] {
                group.addTask {
                    try? await scheduler.clock.sleep(until: VirtualInstant(offset: .seconds(start)))
                    try? await clock.sleep(for: .seconds(2))
                    ends.withLock { $0.append(name) }
                }
            }
        }
        let order = ends.withLock { $0 }
        if order != ["first", "second"] { throw Violation("\(order)") }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func withoutJitterTimersOfDifferentTimesKeepTheirOrder() async throws {
        #expect(try await VirtualScheduler.firstFailure(seeds: 0..<200, Self.twoDelays) == nil)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: [VirtualScheduler.Strategy.random, .exhaustive, .reorderings(atMost: 1), .priorities()])
    func jitterLetsTimersChangePlaces(_ strategy: VirtualScheduler.Strategy) async throws {
        let failure = try await VirtualScheduler.firstFailure(
            seeds: 0..<200,
            strategy: strategy,
            jitter: .fraction(1),
            Self.twoDelays
        )
        let found = try #require(failure)
        #expect(found.failure == #"["second", "first"]"#)
        #expect(found.reorderings.count == 1)
        #expect(found.reorderings.first?.contains("the timer of task 2, set at 0.0 seconds, fired ") == true)
        #expect(found.strategy == strategy.description)
        // The number of a run of an exhaustive strategy doesn't repeat it.
        let isSeeded = ["\(VirtualScheduler.Strategy.random)", ".priorities(depth: 3)"].contains(strategy.description)
        #expect(found.description.contains("Repeat it with the seeds ") == isSeeded)
        #expect(found.description.contains("`strategy: .replay(\"\(found.replay)\")`"))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: [false, true]) func jitterDelaysStubsAndLinksButNeitherHotSequencesNorSleepsOfNoTime(
        usesLink: Bool
    ) async throws {
        let times = Locked<Set<Duration>>([])
        try await VirtualScheduler.explore(seeds: 0..<20, jitter: .upTo(.seconds(6))) { scheduler in
            try await scheduler.clock.sleep(for: .zero)
            #expect(scheduler.now == .zero)
            let recording = scheduler.record(scheduler.hot([.next(3, 1), .completed(4)]))
            try await recording.finished()
            #expect(recording.events == [.next(3, 1), .completed(4)])

            let stub = Provider<OpenTarget>(stubClosure: Provider.delayedStub(.seconds(1)), clock: scheduler.clock)
            let link = Provider<OpenTarget>(stubClosure: Provider.immediatelyStub, clock: scheduler.clock).link(.threeG)
            _ = try await (usesLink ? link : stub).request(OpenTarget())
            let time = scheduler.now
            times.withLock { _ = $0.insert(time) }
        }
        let all = times.withLock { $0 }
        #expect(all.count > 5)
        #expect(all.allSatisfy { $0 > .seconds(4) && $0 <= .seconds(40) })
    }

    // MARK: - Replays

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func replayRepeatsTheReducedRun() async throws {
        let failure = try #require(
            await VirtualScheduler.firstFailure(seeds: 0..<200, jitter: .fraction(1), Self.twoDelays)
        )
        let again = try await VirtualScheduler.firstFailure(
            seeds: 0..<200,
            strategy: .replay(failure.replay),
            jitter: .fraction(1),
            Self.twoDelays
        )
        #expect(again?.failure == failure.failure)
        #expect(again?.reorderings == failure.reorderings)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func replayRunsOnce() async throws {
        let (orders, result) = try await Self.orders(seeds: 0..<200, strategy: .replay("r0.0"))
        #expect(orders.count == 1 && result.runs == 1)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: ["x1.2", "r1", "r1.2.3", "r-1.2", "17"]) func unreadableReplayFails(_ text: String) async throws {
        let error = try await #require(throws: TestKitError.self) {
            try await VirtualScheduler.explore(seeds: 0..<1, strategy: .replay(text)) { _ in }
        }
        #expect(error.code == .invalidReplay)
    }
}
