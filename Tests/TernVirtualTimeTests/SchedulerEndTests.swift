import Foundation
import TestRounds
import Testing

@testable import TernVirtualTime

/// The tasks of a scheduler after a failure, and after its release.
@Suite(.timeLimit(.minutes(20)))
struct SchedulerEndTests {
    /// Otherwise, the loop would run forever on a thread of the process.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func taskOfAReleasedSchedulerIsCancelledAtItsNextSleep() async throws {
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        do {
            let scheduler = VirtualScheduler()
            let clock = scheduler.clock
            try await scheduler.run {
                Task {
                    while !Task.isCancelled { try? await clock.sleep(for: .seconds(30)) }
                    end.yield()
                }
                try await clock.sleep(for: .seconds(1))
            }
        }
        for await _ in ends { break }
    }

    // On Apple platforms, isolated deinits are newer than the types that they need here.
    #if os(Linux)
        @MainActor private final class Model {
            private let part: Model?
            private let ended: Guarded<Int>

            init(part: Model? = nil, ended: Guarded<Int>) {
                (self.part, self.ended) = (part, ended)
            }

            isolated deinit {
                MainActor.assertIsolated()
                ended.withLock { $0 += 1 }
            }
        }

        /// Otherwise, they would be pending work of a test that has left no work.
        @Test func isolatedDeinitsRunBeforeTheEndOfARun() async throws {
            for _ in 0..<Rounds.count(200, part: 20) {
                let (scheduler, ended) = (VirtualScheduler(), Guarded(0))
                try await scheduler.run {
                    let model = await Model(part: Model(ended: ended), ended: ended)
                    await Task { _ = await Model(ended: ended) }.value
                    withExtendedLifetime(model) {}
                }
                #expect(ended.withLock(\.self) == 3)
                #expect(scheduler.pendingWork == [])
            }
        }
    #endif

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func sleepOnTheClockOfAReleasedSchedulerDoesNotCancelOtherTasks() async throws {
        let clock = VirtualScheduler().clock

        await #expect(throws: CancellationError.self) { try await clock.sleep(for: .seconds(1)) }

        #expect(!Task.isCancelled)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func readyTasksAreCancelledAfterAFailure() async throws {
        let ended = Guarded(0)
        let scheduler = VirtualScheduler()
        let error = await #expect(throws: TestKitError.self) {
            try await scheduler.run {
                let loop: @Sendable () async -> Void = {
                    while !Task.isCancelled { await Task.yield() }
                    ended.withLock { $0 += 1 }
                }
                await Task { await loop() }.value
            }
        }

        #expect(error?.code == .tooManySteps)
        #expect(ended.withLock(\.self) == 1)
    }

    #if os(Linux) && compiler(>=6.3)
        /// The scheduler receives no message about the cancellation.
        @Test func cancelledAdoptedSleepIsNoPendingWork() async throws {
            let scheduler = VirtualScheduler(options: .init(foreignSleeps: .adopted))
            try await scheduler.run {
                let sleepers = (0..<3).map { _ in Task { try await Task.sleep(for: .seconds(60)) } }
                try await scheduler.clock.sleep(for: .seconds(1))
                for sleeper in sleepers { sleeper.cancel() }
                for sleeper in sleepers { _ = await sleeper.result }
            }

            #expect(scheduler.pendingWork == [])
            try await scheduler.runUntilIdle()
            #expect(scheduler.now == .seconds(1))
        }

        @Test(arguments: [Duration.seconds(Int64.max), .milliseconds(Int64.max), .seconds(1_000_000_001)])
        func adoptedSleepCanBeOfAnyDuration(duration: Duration) async throws {
            let scheduler = VirtualScheduler(options: .init(foreignSleeps: .adopted))
            try await scheduler.run {
                let sleeper = Task { try await Task.sleep(for: duration) }
                try await scheduler.clock.sleep(for: .seconds(1))
                sleeper.cancel()
                await #expect(throws: CancellationError.self) { try await sleeper.value }
            }
            #expect(scheduler.now == .seconds(1))
        }

        private actor Poller {
            func start(on clock: VirtualClock) {
                Task { while true { try await clock.sleep(for: .seconds(30)) } }
            }
        }

        /// No hook observes this task before its first sleep.
        @Test func taskThatBeginsOnAnActorIsInTheBackground() async throws {
            let scheduler = VirtualScheduler()
            let poller = Poller()
            try await scheduler.run {
                await scheduler.background { await poller.start(on: scheduler.clock) }
                try await scheduler.clock.sleep(for: .seconds(100))
            }
            #expect(scheduler.pendingWork == [])
            try await scheduler.cancelBackground()
        }

        @Test func cancellationHandlerOfABackgroundTaskThatBlocksIsAnError() async throws {
            let scheduler = VirtualScheduler(options: .init(patience: .milliseconds(200)))
            let mayContinue = DispatchSemaphore(value: 0)
            let (never, end) = AsyncStream.makeStream(of: Void.self)
            try await scheduler.run {
                await scheduler.background {
                    _ = Task {
                        await withTaskCancellationHandler {
                            for await _ in never {}
                        } onCancel: {
                            mayContinue.wait()
                        }
                    }
                }
                try await scheduler.advance(by: .zero)
            }

            let error = await #expect(throws: TestKitError.self) { try await scheduler.cancelBackground() }

            #expect(error?.code == .blocked)
            mayContinue.signal()
            withExtendedLifetime(end) {}
        }

        @available(macOS 26, iOS 26, tvOS 26, watchOS 26, *)
        @Test func immediateTaskIsInTheBackground() async throws {
            let scheduler = VirtualScheduler()
            try await scheduler.run {
                await scheduler.background {
                    _ = Task.immediate { try await scheduler.clock.sleep(for: .seconds(30)) }
                }
            }
            #expect(scheduler.pendingWork == [])
            try await scheduler.cancelBackground()
        }
    #endif

    /// In every order, the next timer is the one that is due at the current time.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: [nil, 0, 1, 2, 3, 4, 5, 6, 7] as [UInt64?])
    func nextTimerCanBeDueAlready(seed: UInt64?) async throws {
        let scheduler = VirtualScheduler(seed: seed)
        let clock = scheduler.clock
        try await scheduler.run {
            Task { try await clock.sleep(for: .zero) }
            Task { try await clock.sleep(for: .seconds(5)) }
            try await scheduler.advanceToNextTimer()
            #expect(scheduler.now == .zero)
        }
    }
}
