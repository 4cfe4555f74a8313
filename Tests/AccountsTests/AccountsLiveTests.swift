import Foundation
import Tern
import TernTestSupport
import TernTesting
import Testing

@testable import accounts

/// The same view models with real clocks and sockets.
@Suite(.network, .timeLimit(.minutes(20)))
struct AccountsLiveTests {
    @Test(arguments: Isolation.allCases)
    func responsesArriveOverSockets(isolation: Isolation) async throws {
        let server = try LoopbackServer(routes: [
            "GET /customers/ada/accounts": .json(AccountsAPI.accounts(customer: "ada").sampleData),
            "GET /customers/bob/accounts": .status(500),
        ])
        let bank = Provider<AccountsAPI>(endpointClosure: { [url = server.url] in Endpoint($0, baseURL: url) })
        let repository = AccountsRepository(api: bank.recorded())
        let (customers, choice) = AsyncStream.makeStream(of: String.self)
        let output = await isolation.transform(.init(customers: customers), with: repository)
        var models = output.models.makeAsyncIterator()

        choice.yield("ada")
        #expect(await models.next() == .savings(of: "ada"))
        choice.yield("bob")
        #expect(await models.next() == .message("The bank is closed (500)."))
        choice.finish()
        #expect(await models.next() == nil)
    }

    @Test(arguments: Isolation.allCases)
    func heldResponseDoesNotDelayTheNextOne(isolation: Isolation) async throws {
        let gate = SampleGate()
        let bank = Provider<AccountsAPI>(
            endpointClosure: { target in
                switch target {
                case .accounts(customer: "held"): Endpoint(target).responding(.status(200).held(by: gate))
                case .accounts: Endpoint(target)
                }
            },
            stubClosure: Provider.immediatelyStub
        )
        let repository = AccountsRepository(api: bank.recorded())
        let (customers, choice) = AsyncStream.makeStream(of: String.self)
        let output = await isolation.transform(.init(customers: customers), with: repository)

        choice.yield("held")
        await gate.waitForArrivals(atLeast: 1)
        choice.yield("ada")
        choice.finish()

        var models: [AccountsModel] = []
        for await model in output.models { models.append(model) }
        #expect(models == [.savings(of: "ada")])
    }
}
