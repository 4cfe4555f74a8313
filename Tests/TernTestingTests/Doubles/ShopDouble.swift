import Foundation
import Tern
import TernTesting
import TernURLSession
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A double of the shop: one for each way to choose its responses.
enum ShopDouble: CaseIterable {
    case provider, stub, rules, session, routes, server

    /// Makes the double with a sequence that is written at one place, and returns a function that sends a request.
    ///
    /// - Returns: The status of the response. `nil` without a response.
    func requests(
        _ journal: Journal,
        _ sequence: @escaping @Sendable () throws -> SampleResponse
    ) throws -> @Sendable () async throws -> Int? {
        switch self {
        case .provider:
            let shop = Provider<Shop>(
                endpointClosure: { Endpoint($0).responding((try? sequence()) ?? .status(500)) },
                stubClosure: Provider.immediatelyStub
            )
            return status(of: shop.recorded(in: journal))
        case .stub: return status(of: Provider<Shop>.stub(journal: journal) { _ in try sequence() })
        case .rules: return status(of: Provider<Shop>.stub(.on(case: .order(1), try sequence()), journal: journal))
        case .session: return status(of: StubSession(journal: journal) { _ in try sequence() })
        case .routes: return status(of: StubSession(routes: ["POST /orders/1": try sequence()], journal: journal))
        case .server:
            let server = try LoopbackServer(serving: [Shop.order(1)], journal: journal) { _ in try sequence() }
            return status(
                of: Provider<Shop>(
                    endpointClosure: { Endpoint($0, baseURL: server.url) },
                    transport: URLSessionTransport()
                )
            )
        }
    }

    private func status(of shop: Provider<Shop>) -> @Sendable () async throws -> Int? {
        {
            do throws(TernError) {
                return try await shop.request(.order(1)).statusCode
            } catch {
                return error.response?.statusCode
            }
        }
    }

    private func status(of stub: StubSession) -> @Sendable () async throws -> Int? {
        {
            var request = URLRequest(url: try #require(URL(string: "https://shop.example.com/orders/1")))
            request.httpMethod = "POST"
            let response = try? await stub.session.data(for: request).1
            return (response as? HTTPURLResponse)?.statusCode
        }
    }
}
