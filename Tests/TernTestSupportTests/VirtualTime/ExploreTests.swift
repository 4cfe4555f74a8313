import Foundation
import Tern
import TernTestSupport
import TernTesting
import Testing

/// Exploration finds planted bugs, and reports the reorderings that cause them.
@Suite(.timeLimit(.minutes(20)))
struct ExploreTests {
    // MARK: - A token that is refreshed twice

    /// A call that receives 401 refreshes the token. Only a call during a refresh joins it.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    private actor Session {
        private(set) var refreshes = 0
        private var token = 0
        private var refresh: Task<Int, Never>?
        private let clock: VirtualClock
        private let checksAgain: Bool

        init(clock: VirtualClock, checksAgain: Bool) {
            (self.clock, self.checksAgain) = (clock, checksAgain)
        }

        /// Like each call of an app: sends, is refused, refreshes, and sends again.
        func load() async {
            let sent = token
            try? await clock.sleep(for: .seconds(1))
            guard sent == 0 else { return }
            _ = await refreshed(after: sent)
        }

        private func refreshed(after sent: Int) async -> Int {
            if checksAgain, token != sent { return token }
            if let refresh { return await refresh.value }
            let task = Task {
                refreshes += 1
                try? await clock.sleep(for: .milliseconds(200))
                token += 1
                refresh = nil
                return token
            }
            refresh = task
            return await task.value
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func doubleRefreshOfATokenIsFound() async throws {
        let failure = try await failure { scheduler in
            let session = Session(clock: scheduler.clock, checksAgain: false)
            await withTaskGroup(of: Void.self) { group in
                for delay in [0, 200] {
                    group.addTask {
                        try? await scheduler.clock.sleep(for: .milliseconds(delay))
                        await session.load()
                    }
                }
            }
            let refreshes = await session.refreshes
            if refreshes != 1 { throw Found("refreshed \(refreshes) times") }
        }
        #expect(failure.failure == "refreshed 2 times")
        #expect((1...3).contains(failure.reorderings.count))
        #expect(failure.reorderings.count <= failure.reorderingsBefore)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func tokenCheckedAgainIsRefreshedOnce() async throws {
        try await VirtualScheduler.explore(seeds: 0..<200) { scheduler in
            let session = Session(clock: scheduler.clock, checksAgain: true)
            await withTaskGroup(of: Void.self) { group in
                for delay in [0, 200] {
                    group.addTask {
                        try? await scheduler.clock.sleep(for: .milliseconds(delay))
                        await session.load()
                    }
                }
            }
            #expect(await session.refreshes == 1)
        }
    }

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
        struct Sample: TargetType {
            var baseURL: URL { URL(string: "https://api.example.com")! }
            var path: String { "/" }
            var sampleData: Data { Data("hello".utf8) }
        }
        try await VirtualScheduler.explore(seeds: 0..<200) { scheduler in
            let provider = Provider<Sample>(
                stubClosure: Provider.delayedStub(.seconds(1)),
                trackInflights: true,
                clock: scheduler.clock
            )
            let responses = try await withThrowingTaskGroup(of: Data.self) { group in
                for number in 0..<4 {
                    group.addTask {
                        try await scheduler.clock.sleep(for: .milliseconds(number * 500))
                        return try await provider.request(Sample()).data
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(responses == Array(repeating: Data("hello".utf8), count: 4))
        }
    }

    // MARK: - A view model in which the last write wins

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @MainActor
    private final class SearchModel {
        private(set) var result = ""
        private var search: Task<Void, Never>?
        private let clock: VirtualClock
        private let cancels: Bool

        init(clock: VirtualClock, cancels: Bool) {
            (self.clock, self.cancels) = (clock, cancels)
        }

        func type(_ text: String) {
            if cancels { search?.cancel() }
            search = Task {
                guard (try? await clock.sleep(for: .seconds(1))) != nil else { return }
                result = text
            }
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func outdatedSearchResultIsFound() async throws {
        let failure = try await failure { scheduler in
            let model = await SearchModel(clock: scheduler.clock, cancels: false)
            for text in ["s", "sw", "swift"] { await model.type(text) }
            try await scheduler.runUntilIdle()
            let result = await model.result
            if result != "swift" { throw Found("shows \(result)") }
        }
        #expect(failure.failure == "shows sw" || failure.failure == "shows s")
        #expect(failure.reorderings.count <= 2)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func latestSearchWinsWhenTheOthersAreCancelled() async throws {
        try await VirtualScheduler.explore(seeds: 0..<200) { scheduler in
            let model = await SearchModel(clock: scheduler.clock, cancels: true)
            for text in ["s", "sw", "swift"] { await model.type(text) }
            try await scheduler.runUntilIdle()
            #expect(await model.result == "swift")
        }
    }

    // MARK: - Exploring itself

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func failingSeedFailsAgain() async throws {
        let body: @Sendable (VirtualScheduler) async throws -> Void = { scheduler in
            let model = await SearchModel(clock: scheduler.clock, cancels: false)
            for text in ["s", "sw", "swift"] { await model.type(text) }
            try await scheduler.runUntilIdle()
            let result = await model.result
            if result != "swift" { throw Found("shows \(result)") }
        }
        let first = try await failure(body)

        let again = try await VirtualScheduler.firstFailure(seeds: first.seed...first.seed, body)
        #expect(again?.description == first.description)
        let scheduler = VirtualScheduler(seed: first.seed)
        await #expect(throws: Found.self) { try await scheduler.run { try await body(scheduler) } }
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
        let failure = try await failure { scheduler in
            let model = await SearchModel(clock: scheduler.clock, cancels: false)
            for text in ["s", "sw"] { await model.type(text) }
            try await scheduler.runUntilIdle()
            let result = await model.result
            if result != "sw" { throw Found("shows \(result)") }
        }
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

    private struct Found: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) {
            self.description = description
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    private func failure(
        _ body: @escaping @Sendable (VirtualScheduler) async throws -> Void
    ) async throws -> VirtualScheduler.ExplorationFailure {
        try #require(await VirtualScheduler.firstFailure(seeds: 0..<200, body))
    }
}
