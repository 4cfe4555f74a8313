import Foundation
import Tern
import TernTestSupport
import TernTesting
import Testing

@testable import coffee

/// On the level of the session: the real engine on a stubbed `URLSession`.
@Suite(.network, .timeLimit(.minutes(5)))
struct CoffeeSessionTests {
    private func manager(returning sample: SampleResponse) throws -> CoffeeManager {
        let stub = StubSession(routes: ["GET https://api.sampleapis.com/coffee/hot": sample])
        let transport = try URLSessionTransport(configuration: stub.configuration)
        return CoffeeManager(api: Provider<CoffeeAPI>(transport: transport))
    }

    @Test func listIsFetched() async throws {
        let manager = try manager(returning: .json([CoffeeMenu.latte, CoffeeMenu.black]))

        #expect(try await manager.hotCoffees() == [CoffeeMenu.latte, CoffeeMenu.black])
        #expect(Journal.current?.requests.map { $0.headers["Accept"] } == ["application/json"])
    }

    @Test func failureOfTheServerHasItsStatus() async throws {
        let manager = try manager(returning: .status(500))

        let error = await #expect(throws: CoffeeError.self) { try await manager.hotCoffees() }

        guard case .server(500) = error else {
            Issue.record("\(error as Any)")
            return
        }
    }

    @Test func wrongTypeHasItsOwnErrorCase() async throws {
        let manager = try manager(returning: .text(CoffeeMenu.wrongType))

        let error = await #expect(throws: CoffeeError.self) { try await manager.hotCoffees() }

        guard case .wrongType = error else {
            Issue.record("\(error as Any)")
            return
        }
    }
}
