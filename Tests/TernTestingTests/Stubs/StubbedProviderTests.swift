import Foundation
import Tern
import TernTesting
import TestDoubles
import Testing

/// A provider as an app makes it, with stubbed responses.
@Suite(.timeLimit(.minutes(20)))
struct StubbedProviderTests {
    private let journal = Journal()

    /// The app's own setup: a header field, a request closure, a plugin and a decoder.
    private let shop = Provider<Shop>(
        endpointClosure: { Endpoint($0).adding(headers: ["X-App": "2"]) },
        requestClosure: { endpoint, _ in
            var request = try endpoint.request()
            request.headers["X-Request"] = "1"
            return request
        },
        plugins: [RetryingPlugin(attempts: 2)]
    )
    .configured { $0.decoder.keyDecodingStrategy = .convertFromSnakeCase }

    @Test func setupOfTheAppStays() async throws {
        let stubbed = shop.stubbed(journal: journal) { _ in .inOrder(.status(503), .json(["unit_price": 4])) }

        struct Price: Decodable { let unitPrice: Int }
        let price = try await stubbed.request(.coffee(id: 1), as: Price.self)

        #expect(price.unitPrice == 4)
        #expect(journal.requests.map { $0.headers["X-App"] } == ["2", "2"])
        #expect(journal.requests.map { $0.headers["X-Request"] } == ["1", "1"])
        #expect(journal.findings() == [])
    }

    @Test func rulesReplaceTheResponsesOfTheApp() async throws {
        let stubbed = shop.stubbed(.on(.coffee(1), .json(Coffee(name: "Latte", price: 4))), journal: journal)

        #expect(try await stubbed.value(.coffee(1)) == Coffee(name: "Latte", price: 4))
        let error = await #expect(throws: TernError.self) { try await stubbed.value(.coffee(2)) }

        #expect(error?.code == .missingSample)
        #expect(journal.requests.map { $0.headers["X-App"] } == ["2", "2", "2"])
        #expect(journal.findings().map(\.kind) == [.unmatchedRequest])
    }

    @Test func delayWaitsOnTheClockOfTheProvider() async throws {
        let clock = ManualClock()
        let stubbed = Provider<Shop>(clock: clock).stubbed(delay: .seconds(60), journal: journal) { _ in .status(204) }

        async let status = stubbed.request(.coffees).statusCode
        await clock.waitForSleepers(atLeast: 1)
        clock.advance(by: .seconds(60))

        #expect(try await status == 204)
    }

    @Test func stubOfAStubReplacesIt() async throws {
        let first = Provider<Shop>.stub(journal: journal) { _ in .status(204) }
        let second = first.stubbed(journal: journal) { _ in .status(201) }

        #expect(try await first.request(.coffees).statusCode == 204)
        #expect(try await second.request(.coffees).statusCode == 201)
    }
}
