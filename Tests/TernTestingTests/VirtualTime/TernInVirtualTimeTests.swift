import Foundation
import Tern
import TernTesting
import Testing

/// Waits of Tern and of its doubles in virtual time.
@Suite(.timeLimit(.minutes(20)))
struct TernInVirtualTimeTests {
    // MARK: - Gates

    /// A task of a stream that never ends waits for a server, for instance.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func runUntilIdleEndsWhileABackgroundTaskIsOutside() async throws {
        let scheduler = VirtualScheduler()
        let gate = SampleGate()
        let background = await scheduler.background {
            Task(executorPreference: scheduler) { try await scheduler.outside("a server") { try await gate.pass() } }
        }

        try await scheduler.runUntilIdle()

        gate.release()
        try await scheduler.run { try await background.value }
    }

    /// A task that a body resumes isn't part of it, and continues after the run of the scheduler.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func foreignTaskResumedByABodyStaysOutside() async throws {
        let gate = SampleGate()
        let foreign = Task { try await gate.pass() }
        await gate.waitForArrivals(atLeast: 1)
        let scheduler = VirtualScheduler()
        try await scheduler.run { gate.release() }
        try await foreign.value
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func gateReleasesTasksInTheOrderOfArrival() async throws {
        let scheduler = VirtualScheduler()
        let trace = Locked<[String]>([])
        let gate = SampleGate()
        try await scheduler.run {
            try await withThrowingTaskGroup { group in
                for number in 0..<20 {
                    group.addTask {
                        try await gate.pass()
                        trace.withLock { $0.append("\(scheduler.now / .seconds(1)) \(number)") }
                    }
                }
                await gate.waitForArrivals(atLeast: 20)
                gate.release()
                try await group.waitForAll()
            }
        }
        #expect(trace.withLock { $0 } == (0..<20).map { "0.0 \($0)" })
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func stalledBodyCanCleanUp() async throws {
        let trace = Locked<[String]>([])
        let gate = SampleGate()
        let error = await #expect(throws: TestKitError.self) {
            try await VirtualScheduler().run {
                defer { trace.withLock { $0.append("cleared up") } }
                try await gate.pass()
            }
        }
        #expect(error?.code == .stalled)
        #expect(trace.withLock { $0 } == ["cleared up"])
    }

    // MARK: - Errors

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func errorsOfTernAreEqualByCode() {
        typealias Event = TimelineEvent<String>
        let other = Event.failed(1, TernError(.timedOut, reason: "another reason"))
        #expect(other == .failed(1, TernError(.timedOut)))
        #expect(Event.failed(1, TernError(.timedOut)) != .failed(1, TernError(.notConnected)))
        #expect("\(Event.failed(3, TernError(.timedOut)))" == ".failed(3, TernError.timedOut)")
    }

    // MARK: - Calls

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: [false, true]) func callOverASocketIsAnExternalWait(isDetached: Bool) async throws {
        let server = try LoopbackServer { _ in .text("hello") }
        defer { server.stop() }
        let scheduler = VirtualScheduler()
        let provider = Provider<Page>(clock: scheduler.clock)
        let (text, time) = try await scheduler.run {
            try await scheduler.clock.sleep(for: .seconds(5))
            let call = { @Sendable in try await provider.request(Page(baseURL: server.url)) }
            let response = try await isDetached ? Task.detached { try await call() }.value : call()
            return (String(decoding: response.data, as: UTF8.self), scheduler.now)
        }
        #expect(text == "hello")
        #expect(time == .seconds(5))
    }

    private struct Page: TargetType {
        let baseURL: URL
        var path: String { "/" }
        var timeout: Duration? { .seconds(30) }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func delayedStubTakesVirtualTime() async throws {
        let scheduler = VirtualScheduler()
        let provider = Provider<Sample>(stubClosure: Provider.delayedStub(.seconds(3)), clock: scheduler.clock)
        let response = try await scheduler.run { try await provider.request(Sample()) }
        #expect(response.statusCode == 200)
        #expect(scheduler.now == .seconds(3))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func timeoutFiresInVirtualTime() async throws {
        let scheduler = VirtualScheduler()
        let provider = Provider<Sample>(stubClosure: Provider.delayedStub(.seconds(30)), clock: scheduler.clock)
        let error = await #expect(throws: TernError.self) {
            try await scheduler.run { try await provider.request(Sample()) }
        }
        #expect(error?.code == .timedOut)
        #expect(scheduler.now == .seconds(10))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: [false, true]) func concurrentCallsTakeTheirOwnTime(sharing: Bool) async throws {
        let scheduler = VirtualScheduler()
        let provider = Provider<Sample>(
            stubClosure: Provider.delayedStub(.seconds(3)),
            trackInflights: sharing,
            clock: scheduler.clock
        )
        let times = try await scheduler.run {
            try await withThrowingTaskGroup(of: Duration.self) { group in
                for seconds in 0..<5 {
                    group.addTask {
                        try await scheduler.clock.sleep(for: .seconds(seconds))
                        _ = try await provider.request(Sample())
                        return scheduler.now
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
        }
        // A call that starts during another one shares its response.
        let seconds = sharing ? [3, 3, 3, 3, 7] : [3, 4, 5, 6, 7]
        #expect(times.sorted() == seconds.map { .seconds($0) })
    }

    private struct Sample: TargetType {
        var baseURL: URL { URL(string: "https://api.example.com")! }
        var path: String { "/" }
        var timeout: Duration? { .seconds(10) }
        var sampleData: Data { Data("hello".utf8) }
    }
}
