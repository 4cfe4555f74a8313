import Foundation
import Testing

@testable import TernVirtualTime

@Suite(.timeLimit(.minutes(20)))
struct VirtualSchedulerTests {
    // MARK: - Time

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func runAdvancesTimeAsFarAsTheBodyNeeds() async throws {
        let scheduler = VirtualScheduler()
        let response = try await scheduler.run {
            try await scheduler.clock.sleep(for: .seconds(3_600))
            try await scheduler.clock.sleep(for: .milliseconds(1))
            return 42
        }
        #expect(response == 42)
        #expect(scheduler.now == .milliseconds(3_600_001))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func advanceRunsAllWorkThatIsDueAtItsEnd() async throws {
        let scheduler = VirtualScheduler()
        let trace = Trace(clock: scheduler.clock)
        for seconds in [3, 1, 2] {
            Task(executorPreference: scheduler) {
                try await scheduler.clock.sleep(for: .seconds(seconds))
                trace.add("slept")
                try await scheduler.clock.sleep(for: .zero)
                trace.add("and went on")
            }
        }

        try await scheduler.advance(by: .seconds(2))
        #expect(trace.all == ["1.0 slept", "1.0 and went on", "2.0 slept", "2.0 and went on"])
        #expect(scheduler.now == .seconds(2))

        try await scheduler.advance(to: .seconds(2.5))
        #expect(trace.all.count == 4)
        try await scheduler.advanceToNextTimer()
        #expect(trace.all.count == 6)
        #expect(scheduler.now == .seconds(3))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func advanceToNextTimerWithoutATimerRunsReadyJobs() async throws {
        let scheduler = VirtualScheduler()
        let trace = Trace(clock: scheduler.clock)
        Task(executorPreference: scheduler) { trace.add("ran") }

        try await scheduler.advanceToNextTimer()

        #expect(trace.all == ["0.0 ran"])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func runUntilIdleFiresAllTimers() async throws {
        let scheduler = VirtualScheduler()
        let trace = Trace(clock: scheduler.clock)
        Task(executorPreference: scheduler) {
            for _ in 0..<3 {
                try await scheduler.clock.sleep(for: .seconds(10))
                trace.add("slept")
            }
        }

        try await scheduler.runUntilIdle()

        #expect(trace.all == ["10.0 slept", "20.0 slept", "30.0 slept"])
        #expect(scheduler.pendingWork == [])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func runUntilIdleEndsWhenOnlyBackgroundWorkIsLeft() async throws {
        let scheduler = VirtualScheduler()
        let trace = Trace(clock: scheduler.clock)
        let background = await scheduler.background {
            Task(executorPreference: scheduler) {
                while true {
                    try await scheduler.clock.sleep(for: .seconds(4))
                    trace.add("tick")
                }
            }
        }
        Task(executorPreference: scheduler) {
            try await scheduler.clock.sleep(for: .seconds(10))
            trace.add("slept")
        }

        try await scheduler.runUntilIdle()
        try await scheduler.runUntilIdle()

        #expect(trace.all == ["4.0 tick", "8.0 tick", "10.0 slept"])
        try await scheduler.advance(by: .seconds(2))
        #expect(trace.all.last == "12.0 tick")
        background.cancel()
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: [Duration.zero, .seconds(-5), .zero - .seconds(Int64.max)])
    func durationThatIsntPositiveTakesNoTime(duration: Duration) async throws {
        let scheduler = VirtualScheduler()
        try await scheduler.run {
            try await scheduler.clock.sleep(for: duration)
            try await scheduler.advance(by: duration)
        }
        #expect(scheduler.now == .zero)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func endlessDurationIsBeyondTheHorizonWithoutOverflow() async throws {
        let scheduler = VirtualScheduler()
        let error = await #expect(throws: TestKitError.self) {
            try await scheduler.run { try await scheduler.clock.sleep(for: .seconds(Int64.max)) }
        }
        #expect(error?.code == .horizonReached)
        #expect(scheduler.clock.now.advanced(by: .seconds(Int64.max)) > scheduler.clock.now)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func clockOfTheSchedulerAdvancesWithIt() async throws {
        let scheduler = VirtualScheduler()
        let start = scheduler.clock.now
        try await scheduler.advance(by: .seconds(7))
        #expect(start.duration(to: scheduler.clock.now) == .seconds(7))
    }

    // MARK: - Cancelling

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func cancelledSleeperEndsAtOnce() async throws {
        let scheduler = VirtualScheduler()
        try await scheduler.run {
            let sleeper = Task { try await scheduler.clock.sleep(for: .seconds(60)) }
            try await scheduler.clock.sleep(for: .seconds(1))
            sleeper.cancel()
            await #expect(throws: CancellationError.self) { try await sleeper.value }
            await #expect(throws: CancellationError.self) {
                try await Task {
                    withUnsafeCurrentTask { $0?.cancel() }
                    try await scheduler.clock.sleep(for: .seconds(60))
                }.value
            }
        }
        #expect(scheduler.now == .seconds(1))
        #expect(scheduler.pendingWork == [])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func cancellingTheTaskCancelsTheBody() async throws {
        let scheduler = VirtualScheduler()
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            try await scheduler.run {
                start.finish()
                // Only a cancel ends this.
                try await scheduler.outside("a cancel") { try await Task.sleep(for: .seconds(3_600)) }
            }
        }
        for await _ in started {}
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func cancelledAdvanceEndsAtOnce() async throws {
        let scheduler = VirtualScheduler()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await scheduler.advance(by: .seconds(1))
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(scheduler.now == .zero)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func errorOfTheBodyIsRethrown() async throws {
        struct Failure: Error {}
        let scheduler = VirtualScheduler()
        await #expect(throws: Failure.self) { try await scheduler.run { throw Failure() } }
    }

    // MARK: - Several

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func nestedSchedulerHasItsOwnTime() async throws {
        let outer = VirtualScheduler()
        let times = try await outer.run {
            let inner = VirtualScheduler()
            try await inner.run { try await inner.clock.sleep(for: .seconds(7)) }
            try await outer.clock.sleep(for: .seconds(1))
            return [inner.now, outer.now]
        }
        #expect(times == [.seconds(7), .seconds(1)])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func currentIsTheBodysOwn() async throws {
        let scheduler = VirtualScheduler()
        #expect(VirtualScheduler.current == nil)
        let inside = try await scheduler.run { await Task { VirtualScheduler.current }.value }
        #expect(inside === scheduler)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func twoBodiesOnOneSchedulerShareItsTime() async throws {
        let scheduler = VirtualScheduler()
        async let one = scheduler.run { try await scheduler.clock.sleep(for: .seconds(2)) }
        async let two = scheduler.run { try await scheduler.clock.sleep(for: .seconds(3)) }
        _ = try await (one, two)
        #expect(scheduler.now >= .seconds(3))
    }

    // MARK: - External waits

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func timeStandsStillDuringAnExternalWait() async throws {
        let scheduler = VirtualScheduler()
        let trace = Trace(clock: scheduler.clock)
        try await scheduler.run {
            Task {
                try await scheduler.clock.sleep(for: .seconds(1))
                trace.add("timer")
            }
            await scheduler.outside("a queue") {
                await withCheckedContinuation { continuation in
                    DispatchQueue.global().asyncAfter(deadline: .now() + 0.01) { continuation.resume() }
                }
            }
            trace.add("responded")
            try await scheduler.clock.sleep(for: .seconds(2))
        }
        #expect(trace.all == ["0.0 responded", "1.0 timer"])
    }
}
