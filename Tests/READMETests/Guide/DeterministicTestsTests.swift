import TernVirtualTime
import Testing

/// The snippets of the pages about virtual time for any async code, which needs no other module of Tern.
@Suite(.timeLimit(.minutes(20)))
struct DeterministicTestsTests {
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func loadTakesTwoSeconds() async throws {
        let scheduler = VirtualScheduler()
        let session = Session(clock: scheduler.clock)

        try await scheduler.run { try await session.load() }

        #expect(scheduler.now == .seconds(2))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func marblesBecomeEvents() async throws {
        let scheduler = VirtualScheduler()
        let typed = try scheduler.hot("s-w---i|", values: ["s": "s", "w": "sw", "i": "swi"])
        let search = Search(clock: scheduler.clock)
        let events = try await scheduler.run {
            try await scheduler.record(search.results(of: typed)).finished()
        }
        #expect(events == [.next(4, "SW"), .next(8, "SWI"), .completed(8)])
    }

    private struct RefreshedTwice: Error {}

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func noOrderRefreshesTwice() async throws {
        let failure = try await VirtualScheduler.firstFailure(seeds: 0..<200) { scheduler in
            let session = Session(clock: scheduler.clock)
            async let one: Void = session.load()
            async let other: Void = session.load()
            _ = try await (one, other)
            guard await session.refreshes == 1 else { throw RefreshedTwice() }
        }
        #expect(failure == nil)
    }

    @Test func manualClockMovesWhenTheTestSaysSo() async throws {
        let clock = ManualClock()
        let session = Session(clock: clock)

        async let load: Void = session.load()
        await clock.waitForSleepers(atLeast: 1)
        clock.advance(by: .seconds(1))

        await clock.waitForSleepers(atLeast: 1)
        clock.advance(by: .seconds(1))
        try await load
        #expect(await session.refreshes == 1)
    }
}
