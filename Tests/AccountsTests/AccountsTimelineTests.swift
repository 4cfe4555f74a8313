import Foundation
import Tern
import TernTestSupport
import TernTesting
import Testing

@testable import accounts

/// The times of requests and responses, and the times of the states of both view models.
@Suite(virtualTimeWhereAvailable, .network, .timeLimit(.minutes(20)))
struct AccountsTimelineTests {
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: Isolation.allCases)
    func eventsAt0And10And20GiveModelsAt0And10And20(isolation: Isolation) async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let customers = scheduler.hot([.next(0, "ada"), .next(10, "bob"), .next(20, "cyd")])
        let bank = Provider<AccountsAPI>(stubClosure: Provider.immediatelyStub, clock: scheduler.clock)

        let recorded = try await record(customers, bank, isolation)
        try await scheduler.advance(to: 30)

        #expect(
            recorded.events == [
                .next(0, .savings(of: "ada")), .next(10, .savings(of: "bob")), .next(20, .savings(of: "cyd")),
            ]
        )
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: Isolation.allCases)
    func stubThatTakes3SecondsGivesModelsAt3And13And23(isolation: Isolation) async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let customers = scheduler.hot([.next(0, "ada"), .next(10, "bob"), .next(20, "cyd")])
        let bank = Provider<AccountsAPI>(stubClosure: Provider.delayedStub(.seconds(3)), clock: scheduler.clock)

        let recorded = try await record(customers, bank, isolation)
        try await scheduler.advance(to: 30)

        #expect(
            recorded.events == [
                .next(3, .savings(of: "ada")), .next(13, .savings(of: "bob")), .next(23, .savings(of: "cyd")),
            ]
        )
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: Isolation.allCases)
    func argumentSelectsTheResponse(isolation: Isolation) async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let customers = scheduler.hot([.next(0, "ada"), .next(10, "wrong"), .next(20, "broken"), .completed(30)])
        let bank = Provider<AccountsAPI>(
            endpointClosure: { target in
                switch target {
                case .accounts(customer: "wrong"): Endpoint(target).responding(.text("[42]"))
                case .accounts(customer: "broken"): Endpoint(target).responding(.status(500))
                case .accounts: Endpoint(target)
                }
            },
            stubClosure: Provider.immediatelyStub,
            clock: scheduler.clock
        )

        let events = try await record(customers, bank, isolation).finished()

        #expect(
            events == [
                .next(0, .savings(of: "ada")),
                .next(10, .message("This version doesn't understand the bank. Please update.")),
                .next(20, .message("The bank is closed (500).")),
                .completed(30),
            ]
        )
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: Isolation.allCases)
    func laterRequestWithAFasterResponseWins(isolation: Isolation) async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let customers = scheduler.hot([.next(0, "slow"), .next(2, "fast"), .completed(20)])
        let bank = Provider<AccountsAPI>(
            stubClosure: { $0 == .accounts(customer: "slow") ? .delayed(.seconds(10)) : .delayed(.seconds(1)) },
            clock: scheduler.clock
        )

        let events = try await record(customers, bank, isolation).finished()

        #expect(events == [.next(3, .savings(of: "fast")), .completed(20)])
        let calls = try #require(Journal.current).calls(of: AccountsAPI.self)
        #expect(calls.map(\.target) == [.accounts(customer: "slow"), .accounts(customer: "fast")])
        #expect(calls.map(\.outcome) == [.failure(.cancelled), .response(status: 200)])
        #expect(calls.first?.events.last?.time == .seconds(2))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: Isolation.allCases)
    func laterRequestWithASlowerResponseWins(isolation: Isolation) async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let customers = scheduler.hot([.next(0, "fast"), .next(2, "slow"), .completed(2)])
        let bank = Provider<AccountsAPI>(
            stubClosure: { $0 == .accounts(customer: "slow") ? .delayed(.seconds(10)) : .delayed(.seconds(3)) },
            clock: scheduler.clock
        )

        let events = try await record(customers, bank, isolation).finished()

        #expect(events == [.next(12, .savings(of: "slow")), .completed(12)])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: Isolation.allCases)
    func onlyTheLastOfFiftyConcurrentRequestsIsShown(isolation: Isolation) async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let customers = scheduler.hot(EventTimeline((1...50).map { .next(0, "customer \($0)") } + [.completed(0)]))
        let bank = Provider<AccountsAPI>(stubClosure: Provider.delayedStub(.seconds(3)), clock: scheduler.clock)

        let events = try await record(customers, bank, isolation).finished()

        #expect(events == [.next(3, .savings(of: "customer 50")), .completed(3)])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: Isolation.allCases)
    func fiftyConcurrentViewModelsEachShowTheirOwnCustomer(isolation: Isolation) async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let bank = Provider<AccountsAPI>(stubClosure: Provider.delayedStub(.seconds(3)), clock: scheduler.clock)
        var recordings: [TimelineRecording<AccountsModel>] = []

        for number in 0..<50 {
            let customers = scheduler.hot([.next(VirtualTime(ticks: number % 5), "customer \(number)")])
            recordings.append(try await record(customers, bank, isolation))
        }
        try await scheduler.advance(to: 10)

        for (number, recorded) in recordings.enumerated() {
            #expect(recorded.events == [.next(VirtualTime(ticks: number % 5 + 3), .savings(of: "customer \(number)"))])
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: Isolation.allCases)
    func stoppingTheRecordingCancelsTheRequestAndTheSubscription(isolation: Isolation) async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let customers = scheduler.hot([.next(0, "ada"), .next(10, "bob")])
        let bank = Provider<AccountsAPI>(stubClosure: Provider.delayedStub(.seconds(3)), clock: scheduler.clock)
        let recorded = try await record(customers, bank, isolation)
        try await scheduler.advance(to: 1)

        recorded.stop()
        try await scheduler.advance(to: 20)

        #expect(recorded.events == [])
        #expect(customers.subscriptions == [TimelineSubscription(0, 1)])
        let calls = try #require(Journal.current).calls(of: AccountsAPI.self)
        #expect(calls.map(\.outcome) == [.failure(.cancelled)])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @MainActor @Test func viewModelOnTheMainActorShowsLoading() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let customers = scheduler.hot([.next(1, "ada"), .next(3, "bob")])
        let bank = Provider<AccountsAPI>(stubClosure: Provider.delayedStub(.seconds(3)), clock: scheduler.clock)
        let viewModel = MainActorAccountsViewModel(repository: AccountsRepository(api: bank.recorded()))
        let recorded = scheduler.record(viewModel.transform(input: .init(customers: customers)).models)
        var isLoading: [Bool] = []

        for time in 0...6 {
            try await scheduler.advance(to: time)
            isLoading.append(viewModel.isLoading)
        }

        // It loads from 1 to 6, also at 4, when the first response would have arrived.
        #expect(isLoading == [false, true, true, true, true, true, false])
        #expect(recorded.events == [.next(6, .savings(of: "bob"))])
    }

    // MARK: - Private

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    private func record(
        _ customers: TimelineSequence<String>,
        _ bank: Provider<AccountsAPI>,
        _ isolation: Isolation
    ) async throws -> TimelineRecording<AccountsModel> {
        let scheduler = try #require(VirtualScheduler.current)
        let repository = AccountsRepository(api: bank.recorded())
        return scheduler.record(await isolation.transform(.init(customers: customers), with: repository).models)
    }
}
