import Foundation
import Tern
import TernTestSupport
import TernTesting
import TestDoubles
import Testing

/// Exploration finds planted bugs, and reports the reorderings that cause them.
@Suite(.timeLimit(.minutes(20)))
struct ExploreTests {
    // MARK: - A lost caller of a shared request

    /// Shares one response among concurrent callers, but loses a caller that joins while the response is delivered.
    private actor Sharing {
        private var followers: [CheckedContinuation<Int, Never>] = []
        private var isUnderWay = false

        @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
        func value(on clock: VirtualClock) async -> Int {
            if isUnderWay { return await withCheckedContinuation { followers.append($0) } }
            isUnderWay = true
            try? await clock.sleep(for: .seconds(1))
            let waiting = followers
            // A caller that arrives here is lost.
            await Task.yield()
            followers = []
            isUnderWay = false
            for follower in waiting { follower.resume(returning: 42) }
            return 42
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func lostWaiterIsFound() async throws {
        let failure = try await failure { scheduler in
            let sharing = Sharing()
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<3 {
                    group.addTask {
                        try? await scheduler.clock.sleep(for: .seconds(1))
                        await Task.yield()
                        _ = await sharing.value(on: scheduler.clock)
                    }
                }
                group.addTask {
                    try? await scheduler.clock.sleep(for: .seconds(2))
                    _ = await sharing.value(on: scheduler.clock)
                }
            }
        }
        #expect(failure.failure.contains("No work can continue at 2.0 seconds"))
    }

    /// Tern's own sharing loses no caller.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func sharingProviderLosesNoWaiter() async throws {
        try await VirtualScheduler.explore(seeds: 0..<200) { scheduler in
            let provider = Provider<OpenTarget>(
                stubClosure: Provider.delayedStub(.seconds(1)),
                trackInflights: true,
                clock: scheduler.clock
            )
            let responses = try await withThrowingTaskGroup(of: Data.self) { group in
                for number in 0..<4 {
                    group.addTask {
                        try await scheduler.clock.sleep(for: .milliseconds(number * 500))
                        return try await provider.request(OpenTarget()).data
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(responses == Array(repeating: Data("sample".utf8), count: 4))
        }
    }

    // MARK: - Exploring itself

    /// Shows the result of a search that isn't the last one.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    private static func search(for texts: [String], _ scheduler: VirtualScheduler) async throws {
        let shown = Locked("")
        for text in texts { await begin(text, scheduler.clock, shown) }
        try await scheduler.runUntilIdle()
        let result = shown.withLock(\.self)
        if result != texts.last { throw Violation("shows \(result)") }
    }

    /// Begins a search as the model of a screen does: each search has begun before the next one is made.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @MainActor
    private static func begin(_ text: String, _ clock: VirtualClock, _ shown: Locked<String>) {
        Task {
            try await clock.sleep(for: .seconds(1))
            shown.withLock { $0 = text }
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func failingSeedFailsAgain() async throws {
        let body: @Sendable (VirtualScheduler) async throws -> Void = {
            try await Self.search(for: ["s", "sw", "swift"], $0)
        }
        let first = try await failure(body)
        #expect(["shows s", "shows sw"].contains(first.failure))

        let again = try await VirtualScheduler.firstFailure(seeds: first.seed...first.seed, body)
        #expect(again?.description == first.description)
        let scheduler = VirtualScheduler(seed: first.seed)
        await #expect(throws: Violation.self) { try await scheduler.run { try await body(scheduler) } }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func issueOfTheBodyIsReportedOnceWithItsSeed() async throws {
        try await expectIssues {
            try await VirtualScheduler.explore(seeds: 0..<5) { _ in #expect(1 + 1 == 3) }
        } matching: { issue in
            let text = "\(issue)"
            return text.contains("Seed 0 fails: ") && text.contains("Expectation failed: (1 + 1")
                && text.contains("It also fails in the order in which the jobs arrive.")
        }
    }

    #if compiler(>=6.3)
        /// Known issues and warnings don't fail a test, so they don't fail an exploration, either.
        @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
        @Test func knownIssuesAndWarningsAreNoFailures() async throws {
            try await expectIssues {
                let result = try await VirtualScheduler.explore(seeds: 0..<5) { _ in
                    withKnownIssue { Issue.record("known") }
                    Issue.record("slow", severity: .warning)
                }
                if result.failure != nil { Issue.record("\(result)") }
            } matching: { issue in
                !issue.isFailure
            }
        }
    #endif

    /// Swift Testing delivers an issue without a test, such as one of a detached task, to all handlers of the process.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func schedulerOwnsOnlyTheCallersOfItsBody() async throws {
        let (scheduler, other) = (VirtualScheduler(), VirtualScheduler())
        let owned = try await scheduler.run {
            let detached = await Task.detached { scheduler.ownsCaller }.value
            let main = await MainActor.run { scheduler.ownsCaller }
            let outside = await scheduler.outside("a socket") { scheduler.ownsCaller }
            let nested = try await other.run { await Task.detached { scheduler.ownsCaller }.value }
            return [detached, main, outside, nested]
        }
        #expect(owned == [true, true, true, false])
        #expect(await !Task.detached { scheduler.ownsCaller }.value)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func hangIsReportedOnceAtTheLineOfTheWait() async throws {
        let lines = Locked<[Int?]>([])
        let line = #line + 3
        try await expectIssues {
            try await VirtualScheduler.explore(seeds: 0..<20) { _ in
                try? await SampleGate().pass()
                Issue.record("an issue after the cancellation")
            }
        } matching: { issue in
            lines.withLock { $0.append(issue.sourceLocation?.line) }
            return !"\(issue)".contains("after the cancellation")
        }
        #if os(Linux) && compiler(>=6.3)
            #expect(lines.withLock(\.self) == [line])
        #endif
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func failureListsTheNecessaryReorderings() async throws {
        let failure = try await failure { try await Self.search(for: ["s", "sw"], $0) }
        let seed = failure.seed
        #expect(failure.description.hasPrefix("Seed \(seed) fails: shows s\nOne change of "))
        #expect(failure.reorderings == ["at 1.0 seconds, the timer of task 3 ran before the timer of task 2"])
        let advice =
            "Repeat it with the seeds \(seed)...\(seed), or the reduced run with `strategy: .replay(\"\(failure.replay)\")`."
        #expect(failure.replay.contains(/^r\d+\.\d+$/))
        #expect(failure.description.hasSuffix(advice))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func explorationWithoutSeedsFindsNoFailure() async throws {
        try await VirtualScheduler.explore(seeds: 0..<0) { _ in Issue.record("never runs") }
    }

    // MARK: - Private

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    private func failure(
        _ body: @escaping @Sendable (VirtualScheduler) async throws -> Void
    ) async throws -> VirtualScheduler.ExplorationFailure {
        try #require(await VirtualScheduler.firstFailure(seeds: 0..<200, body))
    }
}
