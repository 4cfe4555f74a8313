import Foundation
import Tern
import TernTestSupport
import TernTesting
import Testing

@testable import coffee

/// On the level of the wire: the same client over real sockets.
@Suite(.network, .timeLimit(.minutes(5)))
struct CoffeeWireTests {
    private func manager(returning response: SampleResponse) throws -> (CoffeeManager, LoopbackServer) {
        let server = try LoopbackServer(routes: ["GET /hot": response])
        let api = Provider<CoffeeAPI>(endpointClosure: { [url = server.url] in Endpoint($0, baseURL: url) }).recorded()
        return (CoffeeManager(api: api), server)
    }

    @Test func listIsFetched() async throws {
        let body = try JSONEncoder().encode([CoffeeMenu.latte])
        let (manager, server) = try manager(returning: .json(body))

        #expect(try await manager.hotCoffees() == [CoffeeMenu.latte])
        #expect(server.requests.map { $0.headers["Accept"] } == ["application/json"])
    }

    @Test func failureOfTheServerHasItsStatus() async throws {
        let (manager, server) = try manager(returning: .status(500))

        let error = await #expect(throws: CoffeeError.self) { try await manager.hotCoffees() }

        guard case .server(500) = error else {
            Issue.record("\(error as Any)")
            return
        }
        #expect(server.requestCount == 1)
    }

    @Test func wrongTypeHasItsOwnErrorCase() async throws {
        let (manager, server) = try manager(returning: .json(CoffeeMenu.wrongType))

        let error = await #expect(throws: CoffeeError.self) { try await manager.hotCoffees() }

        guard case .wrongType = error else {
            Issue.record("\(error as Any)")
            return
        }
        #expect(server.requestCount == 1)
    }

    @Test func truncatedListIsAnError() async throws {
        let (manager, server) = try manager(returning: .json([CoffeeMenu.latte]).breakingOff(after: 2))

        let error = await #expect(throws: CoffeeError.self) { try await manager.hotCoffees() }

        guard case .noResponse(let cause) = error else {
            Issue.record("\(error as Any)")
            return
        }
        #expect(cause.code == .connectionLost)
        #expect(server.requestCount == 1)
    }
}
