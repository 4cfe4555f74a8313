import Foundation
import Tern
import TernTestSupport
import TernTesting
import Testing

@testable import Quickstart

/// Runs the snippets of the guide on virtual time.
@Suite(.timeLimit(.minutes(20)))
struct VirtualTimeTests {
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(.virtualTime) func responseArrivesAfterAnHour() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let github = Provider<GitHub>(stubClosure: Provider.delayedStub(.seconds(3_600)), clock: scheduler.clock)

        let user = try await github.value(.user("octocat"))

        #expect(user.login == "octocat")
        #expect(scheduler.now == .seconds(3_600))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(.virtualTime) @MainActor func profileIsLoadedAfterAPause() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let github = Provider<GitHub>(stubClosure: Provider.delayedStub(.seconds(3_600)), clock: scheduler.clock)
        let model = ProfileModel(github: github, clock: scheduler.clock)

        model.type("octo")
        try await scheduler.advance(by: .milliseconds(299))
        model.type("octocat")
        try await scheduler.advance(by: .seconds(3_601))

        #expect(model.login == "octocat")
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(.virtualTime) func observationIsCancelledAtTheEnd() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let model = await ObservingModel(clock: scheduler.clock)
        await scheduler.background { model.startObserving() }
        try await scheduler.clock.sleep(for: .seconds(5))
        #expect(await model.updates == 4)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func ownScheduler() async throws {
        let scheduler = VirtualScheduler()
        let github = Provider<GitHub>(stubClosure: Provider.delayedStub(.seconds(3)), clock: scheduler.clock)

        let user = try await scheduler.run { try await github.value(.user("octocat")) }

        #expect(user.login == "octocat")
        #expect(scheduler.now == .seconds(3))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(.virtualTime, .network) func responseArrivesAfterThreeSeconds() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let github = Provider<GitHub>.stub(delay: .seconds(3), clock: scheduler.clock) { _ in
            .json(["login": "octocat"])
        }

        _ = try await github.value(.user("octocat"))

        print(scheduler.picture())

        #expect(
            scheduler.picture() == """
                1 task until 3 s
                        0 s 3 s
                task 1  #>--#<
                task 1, 0 s to 3 s: GET https://api.github.com/users/octocat -> 200
                # runs  > sends a request  < gets the response  - sleeps
                """
        )
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(.virtualTime) func latestSearchWins() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let typed = try scheduler.hot("s-w---i|", values: ["s": "s", "w": "sw", "i": "swi"])
        let search = Search(clock: scheduler.clock)

        let results = scheduler.record(search.results(of: typed))
        try await scheduler.advance(to: 20)

        #expect(results.events == [.next(4, "SW"), .next(8, "SWI"), .completed(8)])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func tokenIsRefreshedOnce() async throws {
        try await VirtualScheduler.explore(seeds: 0..<200) { scheduler in
            let session = Session(clock: scheduler.clock)
            async let one: Void = session.load()
            async let other: Void = session.load()
            _ = try await (one, other)
            #expect(await session.refreshes == 1)
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func counterIsExactInEveryOrder() async throws {
        let result = try await VirtualScheduler.explore(seeds: 0..<10_000, strategy: .exhaustive) { _ in
            let counter = Counter()
            async let one: Void = counter.increment()
            async let other: Void = counter.increment()
            _ = await (one, other)
            #expect(await counter.value == 2)
        }
        #expect(result.isComplete)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func latestSearchWinsWithLateTimers() async throws {
        try await VirtualScheduler.explore(seeds: 0..<200, jitter: .upTo(.seconds(3))) { scheduler in
            let typed = scheduler.hot([.next(1, "s"), .next(3, "swift"), .completed(3)])
            let results = scheduler.record(Search(clock: scheduler.clock).results(of: typed))
            try await scheduler.advance(to: 20)
            #expect(results.events.values.last == "SWIFT")
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func timesOfRxTest() async throws {
        let scheduler = VirtualScheduler()
        let numbers = scheduler.hot([.next(150, 1), .next(210, 2), .completed(300)])
        try await scheduler.advance(to: 200)
        let squares = scheduler.record(numbers.map { $0 * $0 })
        try await scheduler.advance(to: 1_000)
        #expect(squares.events == [.next(210, 4), .completed(300)])
        #expect(numbers.subscriptions == [TimelineSubscription(200, 300)])
    }

    @Test func clocksOfOneKindOfTest() async throws {
        let immediate = ImmediateClock()
        let slow = Provider<GitHub>(stubClosure: Provider.delayedStub(.seconds(3)), clock: immediate)
        _ = try await slow.value(.user("octocat"))
        #expect(immediate.now.offset == .seconds(3))

        let failing = FailingClock()
        let fast = Provider<GitHub>(stubClosure: Provider.immediatelyStub, clock: failing)
        _ = try await fast.value(.user("octocat"))
        #expect(failing.failures.isEmpty)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(.virtualTime) func responseTakesTheTimeOfALink() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let github = Provider<GitHub>(stubClosure: Provider.immediatelyStub, clock: scheduler.clock).link(.threeG)

        _ = try await github.value(.user("octocat"))

        #expect(scheduler.now > .milliseconds(300))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(.virtualTime) func externalWaitTakesRealTime() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let queue = DispatchQueue(label: "legacy")

        let response = await scheduler.outside("the legacy queue") {
            await withCheckedContinuation { continuation in
                queue.async { continuation.resume(returning: 42) }
            }
        }

        #expect(response == 42)
        #expect(scheduler.now == .zero)
    }

    @Test func systemWithoutTheScheduler() async throws {
        let clock = ManualClock()
        let github = Provider<GitHub>(stubClosure: Provider.delayedStub(.seconds(3)), clock: clock)

        async let user = github.value(.user("octocat"))
        await clock.waitForSleepers(atLeast: 1)
        clock.advance(by: .seconds(3))

        #expect(try await user.login == "octocat")
    }
}

/// Waits a little before it searches, and cancels a search when the next one begins.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
struct Search: Sendable {
    let clock: any Clock<Duration>

    func results(of texts: some AsyncSequence<String, any Error> & Sendable) -> AsyncThrowingStream<String, any Error> {
        AsyncThrowingStream { continuation in
            let task = Task {
                var search: Task<Void, Never>?
                do {
                    for try await text in texts {
                        search?.cancel()
                        search = Task {
                            guard (try? await clock.sleep(for: .seconds(2))) != nil else { return }
                            continuation.yield(text.uppercased())
                        }
                    }
                    await search?.value
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}

actor Counter {
    private(set) var value = 0

    func increment() {
        value += 1
    }
}

/// Refreshes its token once when calls are refused.
actor Session {
    private(set) var refreshes = 0
    private var token = 0
    private var refresh: Task<Void, any Error>?
    private let clock: any Clock<Duration>

    init(clock: any Clock<Duration>) {
        self.clock = clock
    }

    func load() async throws {
        let sent = token
        try await clock.sleep(for: .seconds(1))
        // Refused with 401.
        if sent == token { try await refreshToken() }
    }

    private func refreshToken() async throws {
        if let refresh { return try await refresh.value }
        let task = Task {
            refreshes += 1
            try await clock.sleep(for: .seconds(1))
            token += 1
            refresh = nil
        }
        refresh = task
        try await task.value
    }
}

@MainActor final class ProfileModel {
    private(set) var login: String?
    private let github: any ProviderType<GitHub>
    private let clock: any Clock<Duration>
    private var task: Task<Void, Never>?

    init(github: any ProviderType<GitHub>, clock: any Clock<Duration> = ContinuousClock()) {
        self.github = github
        self.clock = clock
    }

    func type(_ text: String) {
        task?.cancel()
        task = Task {
            guard (try? await clock.sleep(for: .milliseconds(300))) != nil else { return }
            login = try? await github.value(.user(text)).login
        }
    }
}

@MainActor private final class ObservingModel {
    private(set) var updates = 0
    private let clock: any Clock<Duration>

    init(clock: any Clock<Duration>) {
        self.clock = clock
    }

    nonisolated func startObserving() {
        Task { @MainActor in
            while true {
                try await clock.sleep(for: .seconds(1))
                updates += 1
            }
        }
    }
}
