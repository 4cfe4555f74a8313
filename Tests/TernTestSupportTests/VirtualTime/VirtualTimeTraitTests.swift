import Foundation
import Tern
import TernTestSupport
import TernTesting
import TestDoubles
import Testing

@Suite(.timeLimit(.minutes(20)))
struct VirtualTimeTraitTests {
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(.virtualTime, arguments: [1, 2]) func eachCaseHasItsOwnScheduler(hours: Int) async throws {
        let scheduler = try #require(VirtualScheduler.current)
        #expect(scheduler.now == .zero)

        let delay = Duration.seconds(hours * 3_600)
        let provider = Provider<OpenTarget>(stubClosure: Provider.delayedStub(delay), clock: scheduler.clock)
        _ = try await provider.request(OpenTarget())

        #expect(scheduler.now == delay)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @MainActor @Test(.virtualTime) func mainActorTestRunsInVirtualTime() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        MainActor.preconditionIsolated()
        try await scheduler.clock.sleep(for: .seconds(5))
        MainActor.preconditionIsolated()
        #expect(scheduler.now == .seconds(5))
    }

    /// The queue of a completion closure, with the actor of the code that calls.
    enum CallbackPlace: CaseIterable {
        case mainActor, mainQueue, queue
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(.virtualTime, arguments: CallbackPlace.allCases, 1...20)
    func timeWaitsForCompletionClosures(place: CallbackPlace, run: Int) async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let delay = Provider<OpenTarget>.delayedStub(.seconds(3))
        let provider = Provider<OpenTarget>(stubClosure: delay, clock: scheduler.clock)
        let (times, time) = AsyncStream.makeStream(of: Duration.self)
        let complete: @Sendable (Result<Response, TernError>) -> Void = { _ in time.yield(scheduler.now) }
        let options = CallOptions(progress: { _ in time.yield(scheduler.now) })

        switch place {
        case .mainActor: await MainActor.run { _ = provider.request(OpenTarget(), options: options) { complete($0) } }
        case .mainQueue: provider.request(OpenTarget(), options: options, callbackQueue: .main, completion: complete)
        case .queue:
            let queue = DispatchQueue(label: "completions")
            provider.request(OpenTarget(), options: options, callbackQueue: queue, completion: complete)
        }
        async let later: Void = scheduler.clock.sleep(for: .seconds(3_600))

        var received: [Duration] = []
        for await time in times {
            received.append(time)
            if received.count == 2 { break }
        }
        #expect(received == [.seconds(3), .seconds(3)])
        #expect(scheduler.now == .seconds(3))
        try await later
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(.virtualTime, .network, arguments: [false, true])
    func otherSchedulerTakesNoTimeOfTheTest(isOnMainActor: Bool) async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let other = VirtualScheduler()
        let sleep: @Sendable () async throws -> Void = {
            #expect(VirtualScheduler.current !== scheduler)
            try await other.clock.sleep(for: .seconds(59))
        }
        try await other.run {
            if isOnMainActor { try await Task { @MainActor in try await sleep() }.value } else { try await sleep() }
        }

        #expect(other.now == .seconds(59))
        #expect(scheduler.now == .zero)
    }

    /// The task of a cancelled test can't drive its scheduler.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func cancelledTestHasNoPendingWork() async throws {
        let trait: VirtualTimeTrait = .virtualTime
        let (stream, input) = AsyncStream.makeStream(of: Void.self)
        let result = await Task {
            try await trait.run {
                let scheduler = try #require(VirtualScheduler.current)
                _ = await scheduler.background { Task { for await _ in stream {} } }
                Task { await Task.yield() }
                withUnsafeCurrentTask { $0?.cancel() }
                try Task.checkCancellation()
            }
        }.result

        #expect(throws: CancellationError.self) { try result.get() }
        withExtendedLifetime(input) {}
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(.virtualTime(unit: .milliseconds(1))) func schedulerHasTheUnitOfTheTrait() async throws {
        #expect(try #require(VirtualScheduler.current).unit == .milliseconds(1))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(.virtualTime, .network) func journalHasTheTimesOfTheScheduler() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let provider = Provider<OpenTarget>.stub { _ in .text("hello") }

        try await scheduler.clock.sleep(for: .seconds(7))
        _ = try await provider.request(OpenTarget())

        let events = try #require(Journal.current).events
        #expect(!events.isEmpty)
        #expect(events.allSatisfy { $0.time == .seconds(7) })
    }

    /// A suite can't be marked `@available`; each of its tests is, and earlier systems skip them.
    private static var virtualTimeWhereAvailable: any SuiteTrait {
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            VirtualTimeTrait.virtualTime
        } else {
            .disabled()
        }
    }

    @Suite(virtualTimeWhereAvailable) struct Nested {
        @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
        @Test(.virtualTime(unit: .milliseconds(1))) func traitOfTheTestOverridesThatOfItsSuite() async throws {
            let scheduler = try #require(VirtualScheduler.current)
            #expect(scheduler.unit == .milliseconds(1))
            try await scheduler.clock.sleep(for: .seconds(1))
        }

        @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
        @Test func testInheritsTheTraitOfItsSuite() async throws {
            let scheduler = try #require(VirtualScheduler.current)
            #expect(scheduler.unit == .seconds(1))
            try await scheduler.clock.sleep(for: .seconds(1))
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func parallelTestsAreIndependent() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...300 {
                group.addTask {
                    try await VirtualTimeTrait.virtualTime.run {
                        let scheduler = try #require(VirtualScheduler.current)
                        async let other: Void = scheduler.clock.sleep(for: .seconds(number))
                        await Task { @MainActor in try? await scheduler.clock.sleep(for: .seconds(1)) }.value
                        try await other
                        #expect(scheduler.now == .seconds(number))
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func stalledTestFailsWithAListOfItsWaitingTasks() async throws {
        let gate = SampleGate()
        try await VirtualTimeTrait.virtualTime.expectIssue("No work can continue at 0.0 seconds") {
            try? await gate.pass()
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func unfinishedWorkFailsTheTest() async throws {
        try await VirtualTimeTrait.virtualTime.expectIssue(
            "The test ends with pending work: task 2 sleeps until 60.0 seconds"
        ) {
            let clock = try #require(VirtualScheduler.current).clock
            Task { try await clock.sleep(for: .seconds(60)) }
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func unfinishedWorkCanBeAllowed() async throws {
        try await VirtualTimeTrait.virtualTime(allowsPendingWork: true).run {
            let clock = try #require(VirtualScheduler.current).clock
            Task { try await clock.sleep(for: .seconds(60)) }
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func errorOfTheTestIsRethrown() async throws {
        await #expect(throws: URLError.self) {
            try await VirtualTimeTrait.virtualTime.run { throw URLError(.badURL) }
        }
    }

    #if os(Linux) && compiler(>=6.3)
        @Test func sleepOnAnotherClockFailsTheTest() async throws {
            try await VirtualTimeTrait.virtualTime.expectIssue("The code slept on a clock other than the scheduler's") {
                try await Task.sleep(for: .seconds(60))
            }
        }

        @Test func adoptedSleepDoesNotFailTheTest() async throws {
            try await VirtualTimeTrait.virtualTime(options: .init(foreignSleeps: .adopted)).run {
                try await Task.sleep(for: .seconds(60))
            }
        }
    #endif
}
