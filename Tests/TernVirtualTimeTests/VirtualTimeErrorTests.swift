import Foundation
import Testing

@testable import TernVirtualTime

/// A run that can't continue fails, and lists the waiting tasks.
@Suite(.timeLimit(.minutes(20)))
struct VirtualTimeErrorTests {
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    private static func error(
        _ options: VirtualScheduler.Options = VirtualScheduler.Options(),
        _ body: @escaping @Sendable (VirtualScheduler) async throws -> Void
    ) async throws -> TestKitError {
        let scheduler = VirtualScheduler(options: options)
        return try await #require(throws: TestKitError.self) {
            try await scheduler.run { try await body(scheduler) }
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func bodyThatIsNeverResumedHasStalled() async throws {
        let (stream, end) = AsyncStream.makeStream(of: Int.self)
        let error = try await Self.error { scheduler in
            try await scheduler.clock.sleep(for: .seconds(2))
            for await _ in stream {}
        }
        #expect(error.code == .stalled)
        #expect(error.message.contains("No work can continue at 2.0 seconds"))
        #expect(error.message.contains("the caller waits for the end of the operation"))
        end.finish()
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func bodyThatIgnoresCancellationIsAbandoned() async throws {
        let gate = Guarded<CheckedContinuation<Void, Never>?>(nil)
        let error = try await Self.error { _ in
            await withCheckedContinuation { continuation in gate.withLock { $0 = continuation } }
        }
        #expect(error.code == .stalled)
        gate.withLock { $0 }?.resume()
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func endlesslyRepeatedTimerExceedsTheStepLimit() async throws {
        let error = try await Self.error(.init(steps: 1_000)) { scheduler in
            while !Task.isCancelled { try await scheduler.clock.sleep(for: .milliseconds(1)) }
        }
        #expect(error.code == .tooManySteps)
        #expect(error.message.contains("The limit of 1000 steps was reached"))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: [Duration.zero, .seconds(-1)])
    func sleepThatTakesNoTimeCountsAsAStep(duration: Duration) async throws {
        let error = try await Self.error(.init(steps: 1_000)) { scheduler in
            while !Task.isCancelled { try await scheduler.clock.sleep(for: duration) }
        }
        #expect(error.code == .tooManySteps)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func longListIsTruncated() async throws {
        let (stream, end) = AsyncStream.makeStream(of: Int.self)
        let error = try await Self.error(.init(horizon: .seconds(1))) { scheduler in
            for _ in 0..<100 { Task { try await scheduler.clock.sleep(for: .seconds(60)) } }
            for await _ in stream {}
        }
        #expect(error.message.contains("; and 92 more."))
        end.finish()
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func timerBeyondTheHorizonIsNamed() async throws {
        let error = try await Self.error(.init(horizon: .seconds(60))) { scheduler in
            try await Task(name: "poller") {
                for _ in 0..<100 { try await scheduler.clock.sleep(for: .seconds(25)) }
            }.value
        }
        #expect(error.code == .horizonReached)
        #expect(error.message.contains("Time would move beyond the horizon of 60.0 seconds for the task “poller”"))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func timerBeyondTheHorizonOfRunUntilIdleIsNamed() async throws {
        let scheduler = VirtualScheduler()
        let task = Task(name: "poller", executorPreference: scheduler) {
            while true { try await scheduler.clock.sleep(for: .seconds(25)) }
        }
        let error = await #expect(throws: TestKitError.self) {
            try await scheduler.runUntilIdle(horizon: .seconds(60))
        }
        #expect(error?.code == .horizonReached)
        #expect(error?.message.contains("poller") == true)
        #expect(scheduler.now == .seconds(50))
        task.cancel()
        try await scheduler.runUntilIdle()
        #expect(scheduler.pendingWork == [])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func blockedThreadIsNoticed() async throws {
        let isDone = DispatchSemaphore(value: 0)
        let error = try await Self.error(.init(patience: .milliseconds(200))) { _ in
            // Like code that makes an asynchronous call synchronous.
            Self.wait(for: isDone)
        }
        #expect(error.code == .blocked)
        #expect(error.message.contains("A job has blocked its thread"))
        isDone.signal()
    }

    private static func wait(for semaphore: DispatchSemaphore) {
        semaphore.wait()
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func cancellationHandlerThatBlocksEndsTheRun() async throws {
        let mayContinue = DispatchSemaphore(value: 0)
        let error = try await Self.error(.init(patience: .milliseconds(200))) { _ in
            await Self.waitForever { mayContinue.wait() }
        }
        #expect(error.code == .stalled)
        mayContinue.signal()
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func cancellationHandlerOfABlockedJobThatBlocksEndsTheRun() async throws {
        let (isDone, mayContinue) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let error = try await Self.error(.init(patience: .milliseconds(200))) { _ in
            await withTaskCancellationHandler {
                Self.wait(for: isDone)
            } onCancel: {
                mayContinue.wait()
            }
        }
        #expect(error.code == .blocked)
        mayContinue.signal()
        isDone.signal()
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func cancellationHandlerOfAnExternalWaitThatBlocksEndsTheRun() async throws {
        let mayContinue = DispatchSemaphore(value: 0)
        let error = try await Self.error(.init(patience: .milliseconds(200))) { scheduler in
            await scheduler.outside("the postman") { await Self.waitForever { mayContinue.wait() } }
        }
        #expect(error.code == .outsideTimedOut)
        mayContinue.signal()
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func cancelledRunWithACancellationHandlerThatBlocksEnds() async throws {
        let mayContinue = DispatchSemaphore(value: 0)
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            let scheduler = VirtualScheduler(options: .init(patience: .milliseconds(200)))
            try await scheduler.run {
                start.finish()
                await scheduler.outside("a cancel") { await Self.waitForever { mayContinue.wait() } }
            }
        }
        for await _ in started {}

        task.cancel()

        let error = await #expect(throws: TestKitError.self) { try await task.value }
        #expect(error?.code == .blocked)
        mayContinue.signal()
    }

    private static func waitForever(onCancel: @escaping @Sendable () -> Void) async {
        let (stream, end) = AsyncStream.makeStream(of: Void.self)
        await withTaskCancellationHandler {
            for await _ in stream {}
        } onCancel: {
            onCancel()
        }
        withExtendedLifetime(end) {}
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func externalWaitThatNeverEndsIsNamed() async throws {
        let (stream, end) = AsyncStream.makeStream(of: Int.self)
        let error = try await Self.error(.init(patience: .milliseconds(200))) { scheduler in
            await scheduler.outside("the postman") { for await _ in stream {} }
        }
        #expect(error.code == .outsideTimedOut)
        #expect(error.message.contains("task 1 waits in `outside`: the postman"))
        end.finish()
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func sleeperOfAReleasedSchedulerIsResumed() async throws {
        func abandonedSleeper() async throws -> Task<Void, any Error> {
            let scheduler = VirtualScheduler()
            let clock = scheduler.clock
            let sleeper = try await scheduler.run {
                let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
                try await scheduler.advance(by: .zero)
                return sleeper
            }
            #expect(scheduler.pendingWork.count == 1)
            #expect(scheduler.pendingWork.first?.hasPrefix("task 2 sleeps until 1.0 seconds") == true)
            return sleeper
        }

        let sleeper = try await abandonedSleeper()

        await #expect(throws: CancellationError.self) { try await sleeper.value }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func sleepOnTheClockOfAReleasedSchedulerEndsAtOnce() async throws {
        let clock = VirtualScheduler().clock
        await #expect(throws: CancellationError.self) { try await clock.sleep(for: .seconds(1)) }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func jobsOfAReleasedSchedulerRunElsewhere() async throws {
        func abandonedTask() async throws -> Task<Int, Never> {
            let scheduler = VirtualScheduler()
            let task = try await scheduler.run { Task { 42 } }
            #expect(scheduler.pendingWork == ["jobs that are ready to run: 1"])
            return task
        }

        #expect(try await abandonedTask().value == 42)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func schedulerReleasedWithPendingWorkReportsIt() async throws {
        let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let scheduler = VirtualScheduler()
            try await scheduler.run {
                Task { try await VirtualScheduler.current?.clock.sleep(for: .seconds(1)) }
                try await scheduler.advance(by: .zero)
                Task {}
            }
        }
        let lines = String(decoding: result.standardErrorContent, as: UTF8.self).split(separator: "\n")
        let warning = try #require(lines.last)
        #expect(
            warning.hasPrefix(
                "warning: A VirtualScheduler was released with pending work: task 2 sleeps until 1.0 seconds"
            )
        )
        #expect(warning.hasSuffix("; jobs that are ready to run: 1."))
    }

    #if os(Linux) && compiler(>=6.3)
        @Test func sleepOnAnotherClockIsNamedAndTakesNoRealTime() async throws {
            let error = try await Self.error { _ in
                try await Task.sleep(for: .seconds(3_600))
                try await Task(name: "refresh") { try await ContinuousClock().sleep(for: .seconds(60)) }.value
                try await Self.sleepOnTheMainActor()
            }
            #expect(error.code == .foreignSleep)
            // The elapsed times depend on the load of the machine.
            let sleeps =
                /: task 1 for .* on ContinuousClock; the task “refresh” for .*; task 1 for .* on SuspendingClock\./
            #expect(error.message.contains(sleeps), "\(error)")
        }

        @MainActor private static func sleepOnTheMainActor() async throws {
            try await SuspendingClock().sleep(for: .seconds(60))
        }

        @Test func adoptedSleepTakesVirtualTime() async throws {
            let scheduler = VirtualScheduler(options: .init(foreignSleeps: .adopted))
            try await scheduler.run { try await Task.sleep(for: .seconds(60)) }
            #expect(scheduler.now > .seconds(59) && scheduler.now <= .seconds(60))
        }

        @Test func sleepOfATaskThatPrefersTheSchedulerTakesVirtualTime() async throws {
            let scheduler = VirtualScheduler(options: .init(foreignSleeps: .adopted))
            let sleeper = Task(executorPreference: scheduler) { try await Task.sleep(for: .seconds(60)) }
            try await scheduler.runUntilIdle()
            #expect(scheduler.now > .seconds(59) && scheduler.now <= .seconds(60))
            try await sleeper.value
        }

        @Test func sleepOutsideTakesRealTime() async throws {
            let scheduler = VirtualScheduler()
            try await scheduler.run {
                try await scheduler.outside("a while") { try await Task.sleep(for: .milliseconds(1)) }
                try await scheduler.outside("a while") { try await Self.sleepBrieflyOnTheMainActor() }
            }
            #expect(scheduler.now == .zero)
        }

        @MainActor private static func sleepBrieflyOnTheMainActor() async throws {
            try await SuspendingClock().sleep(for: .milliseconds(1))
        }

        @Test func cancelledAdoptedSleepEndsAtOnce() async throws {
            let scheduler = VirtualScheduler(options: .init(foreignSleeps: .adopted))
            try await scheduler.run {
                let sleeper = Task { try await Task.sleep(for: .seconds(60)) }
                try await scheduler.clock.sleep(for: .seconds(1))
                sleeper.cancel()
                await #expect(throws: CancellationError.self) { try await sleeper.value }
                #expect(scheduler.now == .seconds(1))
            }
        }
    #endif
}
