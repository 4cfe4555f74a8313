import Foundation
import Tern
import TernTestSupport
import TernTesting
import Testing

@testable import accounts

@Suite(virtualTimeWhereAvailable, .network, .timeLimit(.minutes(20)))
struct AccountsRepositoryTests {
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func fiftyConcurrentRequestsTakeAsLongAsOne() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let bank = Provider<AccountsAPI>(stubClosure: Provider.delayedStub(.seconds(3)), clock: scheduler.clock)

        try await expectAccountsOfFifty(from: AccountsRepository(api: bank.recorded()))

        #expect(scheduler.now == .seconds(3))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func fiftyRequestsOverALinkTakeAsLongAsTheLongest() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let link = VirtualLink.threeG
        let bank = Provider<AccountsAPI>(stubClosure: Provider.immediatelyStub, clock: scheduler.clock)

        try await expectAccountsOfFifty(from: AccountsRepository(api: bank.link(link).recorded()))

        let bytes = (1...50).map { AccountsAPI.accounts(customer: "customer \($0)").sampleData.count }.max() ?? 0
        let expected = link.roundTrip + Duration.seconds(bytes) / link.downBytesPerSecond
        #expect(abs((scheduler.now - expected) / .milliseconds(1)) < 1)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: [
        (SampleResponse.text("[42]"), TernError.Code.decodingFailed), (.status(500), .unacceptableStatus),
        (.networkError(URLError(.notConnectedToInternet)), .notConnected),
    ])
    func failureKeepsItsCode(sample: SampleResponse, code: TernError.Code) async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let bank = Provider<AccountsAPI>(
            endpointClosure: { Endpoint($0).responding(sample) },
            stubClosure: Provider.immediatelyStub,
            clock: scheduler.clock
        )
        let repository = AccountsRepository(api: bank.recorded())

        let error = await #expect(throws: TernError.self) { try await repository.accounts(of: "ada") }

        #expect(error?.code == code)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func nameOfACustomerStaysInOnePathSegment() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let bank = Provider<AccountsAPI>(stubClosure: Provider.immediatelyStub, clock: scheduler.clock)

        _ = try await AccountsRepository(api: bank.recorded()).accounts(of: "a/b?c")

        let paths = Journal.current?.requests.map(\.description)
        #expect(paths == ["GET https://bank.example.com/customers/a%2Fb%3Fc/accounts"])
    }

    private func expectAccountsOfFifty(from repository: AccountsRepository) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...50 {
                group.addTask {
                    let accounts = try await repository.accounts(of: "customer \(number)")
                    #expect(accounts.map(\.owner) == ["customer \(number)"])
                }
            }
            try await group.waitForAll()
        }
    }
}
