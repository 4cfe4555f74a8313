import Dispatch
import Testing

@testable import TernVirtualTime

/// The scheduler controls all work of the code under test, and every run is the same.
@Suite(.timeLimit(.minutes(20)))
struct VirtualSchedulerOrderTests {
    /// Groups, actors, `async let`, `Task {}`, detached tasks, the main actor, and an advance.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    private static func story(seed: UInt64? = nil) async throws -> [String] {
        let scheduler = VirtualScheduler(seed: seed)
        let trace = Trace(clock: scheduler.clock)
        try await scheduler.run {
            let model = await FeedModel(trace: trace)
            let counter = Counter()
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<5 {
                    group.addTask {
                        let turn = await counter.increment()
                        try? await trace.clock.sleep(for: .seconds(3 - number % 3))
                        trace.add("child \(number), turn \(turn)")
                    }
                }
            }
            for (title, seconds) in [("c", 3), ("a", 1), ("b", 2)] { await model.load(title, after: seconds) }
            Task.detached {
                try? await trace.clock.sleep(for: .milliseconds(1500))
                trace.add("detached, turn \(await counter.increment())")
            }
            Task {
                for await number in AsyncStream<Int>.counting(to: 3) { trace.add("stream \(number)") }
            }
            async let one: Void = trace.clock.sleep(for: .seconds(1))
            async let two: Void = trace.clock.sleep(for: .seconds(2))
            _ = try await (one, two)
            trace.add("slept")
            try await scheduler.advance(by: .seconds(10))
            trace.add("shown \(await model.titles)")
        }
        return trace.all
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func jobsRunInTheExpectedOrder() async throws {
        #expect(
            try await Self.story() == [
                "1.0 child 2, turn 3", "2.0 child 1, turn 2", "2.0 child 4, turn 5", "3.0 child 0, turn 1",
                "3.0 child 3, turn 4",
                "3.0 loads c", "3.0 fetches for 3", "3.0 loads a", "3.0 fetches for 1", "3.0 loads b",
                "3.0 stream 1", "3.0 stream 2", "3.0 stream 3", "3.0 fetches for 2",
                "4.0 shows a", "4.0 tells of a", "4.5 detached, turn 6", "5.0 slept", "5.0 shows b", "5.0 tells of b",
                "6.0 shows c", "6.0 tells of c", #"15.0 shown ["a", "b", "c"]"#,
            ]
        )
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func thousandRunsHaveTheSameTrace() async throws {
        let first = try await Self.story()
        // Concurrently, so that both cores are busy.
        let others = try await withThrowingTaskGroup(of: [String].self) { group in
            for _ in 0..<8 {
                group.addTask {
                    var different: [String] = []
                    for _ in 0..<125 {
                        let story = try await Self.story()
                        if story != first { different += story + ["—"] }
                    }
                    return different
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(others == [])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: 0..<10) func seedGivesTheSameOrderEachTime(seed: UInt64) async throws {
        #expect(try await Self.story(seed: seed) == Self.story(seed: seed))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func seedsGiveDifferentOrders() async throws {
        var stories: Set<[String]> = []
        for seed: UInt64 in 0..<20 { stories.insert(try await Self.story(seed: seed)) }
        #expect(stories.count > 15)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func mainActorIsIsolatedAndOnItsQueue() async throws {
        let scheduler = VirtualScheduler()
        let isMain = try await scheduler.run { @MainActor in
            MainActor.preconditionIsolated()
            await Task.yield()
            dispatchPrecondition(condition: .onQueue(.main))
            return true
        }
        #expect(isMain)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @MainActor @Test func callerReturnsToTheMainActor() async throws {
        let scheduler = VirtualScheduler()
        let model = FeedModel(trace: Trace(clock: scheduler.clock))

        try await scheduler.run {
            await model.load("a", after: 5)
            try await scheduler.runUntilIdle()
        }

        MainActor.preconditionIsolated()
        #expect(model.titles == ["a"])
        #expect(scheduler.now == .seconds(5))
    }

    /// Such a task has no executor before its first sleep.
    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, *)
    @Test func immediateTaskStaysWithItsScheduler() async throws {
        let scheduler = VirtualScheduler()
        let trace = Trace(clock: scheduler.clock)
        try await scheduler.run {
            await Task.immediate {
                trace.add("begins")
                try? await trace.clock.sleep(for: .seconds(1))
                trace.add("goes on")
            }.value
        }
        #expect(trace.all == ["0.0 begins", "1.0 goes on"])
    }

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, *)
    @Test func immediateTaskResumedFromOutsideStaysWithItsScheduler() async throws {
        let scheduler = VirtualScheduler()
        let trace = Trace(clock: scheduler.clock)
        try await scheduler.run {
            await Task.immediate {
                await scheduler.outside("a queue") {
                    await withCheckedContinuation { continuation in
                        DispatchQueue.global().async { continuation.resume() }
                    }
                }
                try? await trace.clock.sleep(for: .seconds(1))
                trace.add("goes on")
            }.value
        }
        #expect(trace.all == ["1.0 goes on"])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func taskOfAnActorStaysWithItsScheduler() async throws {
        actor Ticker {
            func tick(_ trace: Trace) -> Task<Void, Never> {
                Task {
                    for _ in 0..<2 {
                        try? await trace.clock.sleep(for: .seconds(1))
                        trace.add("ticks")
                    }
                }
            }
        }
        let scheduler = VirtualScheduler()
        let trace = Trace(clock: scheduler.clock)
        try await scheduler.run { await Ticker().tick(trace).value }
        #expect(trace.all == ["1.0 ticks", "2.0 ticks"])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func taskResumedFromOutsideStaysWithItsScheduler() async throws {
        let scheduler = VirtualScheduler()
        let trace = Trace(clock: scheduler.clock)
        try await scheduler.run {
            await Task.detached {
                await scheduler.outside("a queue") {
                    await withCheckedContinuation { continuation in
                        DispatchQueue.global().async { continuation.resume() }
                    }
                }
                try? await trace.clock.sleep(for: .seconds(1))
                trace.add("woken")
            }.value
        }
        #expect(trace.all == ["1.0 woken"])
    }
}

extension AsyncStream<Int> {
    fileprivate static func counting(to end: Int) -> AsyncStream<Int> {
        AsyncStream { continuation in
            for number in 1...end { continuation.yield(number) }
            continuation.finish()
        }
    }
}
