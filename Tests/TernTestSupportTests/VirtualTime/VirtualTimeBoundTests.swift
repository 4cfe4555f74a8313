import Foundation
import Tern
import TernTestSupport
import TernTesting
import Testing

/// A test that can't continue fails, with its reason, and never keeps the run from ending.
@Suite(.timeLimit(.minutes(20)))
struct VirtualTimeBoundTests {
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: [false, true])
    func reasonIsRecordedEvenIfTheTestIgnoresItsCancellation(allowsPendingWork: Bool) async throws {
        for _ in 0..<20 {
            try await VirtualTimeTrait.virtualTime(allowsPendingWork: allowsPendingWork).expectIssue(
                "No work can continue"
            ) {
                let gate = SampleGate()
                try? await gate.pass()
            }
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func failureCancelsAllTasksOfTheTest() async throws {
        let cancelled = Locked<[String]>([])
        try await VirtualTimeTrait.virtualTime.expectIssue("No work can continue") {
            let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
            let task = Task {
                for await _ in stream {}
                cancelled.withLock { $0.append("stream") }
            }
            let detached = Task.detached {
                try? await SampleGate().pass()
                cancelled.withLock { $0.append("gate") }
            }
            await task.value
            await detached.value
            withExtendedLifetime(continuation) {}
        }
        #expect(cancelled.withLock { $0.sorted() } == ["gate", "stream"])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func issueHasAPictureOfTheRun() async throws {
        let texts = Locked<[String]>([])
        try await expectIssues {
            try await VirtualTimeTrait.virtualTime.run {
                let scheduler = try #require(VirtualScheduler.current)
                let reader = Task(name: "reader") {
                    try await scheduler.clock.sleep(for: .seconds(1))
                    try await SampleGate().pass()
                }
                try? await reader.value
            }
        } matching: { issue in
            texts.withLock { $0 += issue.comments.map(\.rawValue) }
            return true
        }
        let lines = texts.withLock { $0.joined() }.split(separator: "\n")
        try #require(lines.count == 5)
        #expect(lines[0] == "2 tasks until 1 s")
        #expect(lines[1] == "          0 s 1 s")
        #expect(lines[2].hasPrefix("task 1    #......."))
        #expect(lines[3].hasPrefix("“reader”  #---#..."))
        #expect(lines[4] == "# runs  - sleeps  . waits")
    }

    private static let hangs: [(line: Int, body: @Sendable () async throws -> Void)] = [
        (
            #line + 3,
            {
                let feed = Provider<Feed>.stub(journal: nil) { _ in .json(["id": 1]).held(by: SampleGate()) }
                _ = try await feed.request(Feed())
            }
        ),
        (
            #line + 3,
            {
                let task = Task { try? await SampleGate().pass() }
                await task.value
                Issue.record("an issue after the cancellation")
            }
        ),
        (
            #line + 3,
            {
                let task = Task { await Self.waitForever() }
                for await _ in AsyncStream<Int>.makeStream().stream {}
                throw URLError(.cancelled)
            }
        ),
    ]

    private static func waitForever() async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in _ = continuation }
    }

    /// The errors and issues after the cancellation, and the work that ignores it, aren't further issues.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: hangs.indices) func hangHasOneIssueAtTheLineOfTheWait(index: Int) async throws {
        let (line, body) = Self.hangs[index]
        let lines = Locked<[Int?]>([])
        try await expectIssues {
            try await VirtualTimeTrait.virtualTime.run(body)
        } matching: { issue in
            lines.withLock { $0.append(issue.sourceLocation?.line) }
            return true
        }
        #if os(Linux) && compiler(>=6.3)
            #expect(lines.withLock(\.self) == [line])
        #else
            #expect(lines.withLock(\.count) == 1)
        #endif
    }

    #if os(Linux)
        @Test func testThatNeverEndsIsAbandoned() async throws {
            let hasContinued = Locked(false)
            let kept = Locked<CheckedContinuation<Void, Never>?>(nil)
            try await VirtualTimeTrait.virtualTime.expectIssue("No work can continue") {
                await withCheckedContinuation { continuation in kept.withLock { $0 = continuation } }
                hasContinued.withLock { $0 = true }
            }
            // It stays in memory, and never runs again.
            kept.withLock { $0 }?.resume()
            #expect(!hasContinued.withLock { $0 })
        }

        @Test func reportNamesEachTaskAndWhatItWaitsFor() async throws {
            let texts = Locked<[String]>([])
            try await expectIssues {
                try await VirtualTimeTrait.virtualTime.run {
                    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
                    let reader = Task(name: "reader") { for await _ in stream {} }
                    let follower = Task { await reader.value }
                    let gate = SampleGate()
                    let group = Task { await withTaskGroup { $0.addTask { try? await gate.pass() } } }
                    let feed = Provider<Feed>.stub(journal: Journal()) { _ in .json(["id": 1]).held(by: gate) }
                    let call = Task(name: "call") { try await feed.request(Feed()) }
                    _ = await (follower.value, group.value, call.result)
                    withExtendedLifetime(continuation) {}
                }
            } matching: { issue in
                texts.withLock { $0.append("\(issue)") }
                return true
            }
            let text = texts.withLock { $0.joined() }
            #expect(text.contains("the task “reader” waits for the next element of a stream"))
            #expect(text.contains("waits for the task “reader”"))
            #expect(text.contains("waits for its child tasks"))
            #expect(text.contains("waits for a gate that holds a response"))
            let request = "GET https://feed.example/latest"
            #expect(text.contains("the task “call” waits for a gate that holds a response, for \(request), in "))
            #expect(text.contains("in VirtualTimeBoundTests.reportNamesEachTaskAndWhatItWaitsFor()"))
        }

        @Test func taskThatWaitsForAStreamAtTheEndIsPendingWork() async throws {
            try await VirtualTimeTrait.virtualTime.expectIssue("waits for the next element of a stream") {
                let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
                Task { for await _ in stream {} }
                await Task.yield()
                Self.kept.withLock { $0.append(continuation) }
            }
        }

        @Test func backgroundTasksMayBeLeftAndAreCancelledAtTheEnd() async throws {
            let ended = Locked<[String]>([])
            try await VirtualTimeTrait.virtualTime.run {
                let scheduler = try #require(VirtualScheduler.current)
                await scheduler.background {
                    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
                    Task {
                        Task.detached {
                            for await _ in stream {}
                            ended.withLock { $0.append("stream") }
                            withExtendedLifetime(continuation) {}
                        }
                        try? await scheduler.clock.sleep(for: .seconds(60))
                        ended.withLock { $0.append("sleep") }
                    }
                }
                try await scheduler.clock.sleep(for: .seconds(1))
                #expect(scheduler.pendingWork == ["the caller waits for the end of the operation"])
            }
            #expect(ended.withLock { $0.sorted() } == ["sleep", "stream"])
        }

        private static let kept = Locked<[AsyncStream<Void>.Continuation]>([])
    #endif
}

private struct Feed: TargetType {
    var baseURL: URL { URL(string: "https://feed.example")! }
    var path: String { "/latest" }
}
