import Foundation
import Tern
import TernTestSupport
import TernTesting
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The snippets of the guide's page on a static `MockURLProtocol`, before and after the migration.
@Suite(.timeLimit(.minutes(20)))
struct URLProtocolMigrationTests {
    struct Coffee: Codable, Equatable, Sendable {
        let title: String
    }

    /// The client is the same before and after: it takes a session.
    struct CoffeeClient: Sendable {
        let session: URLSession

        func menu() async throws -> [Coffee] {
            let url = URL(string: "https://coffee.example.com/menu")!
            let (data, response) = try await session.data(from: url)
            guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw URLError(.badServerResponse) }
            return try JSONDecoder().decode([Coffee].self, from: data)
        }
    }

    enum Before {
        final class MockURLProtocol: URLProtocol {
            nonisolated(unsafe) static var handler: ((URLRequest) throws -> (HTTPURLResponse, Data))?

            override class func canInit(with request: URLRequest) -> Bool { true }
            override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

            override func startLoading() {
                guard let handler = Self.handler else { return }
                do {
                    let (response, data) = try handler(request)
                    client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
                    client?.urlProtocol(self, didLoad: data)
                    client?.urlProtocolDidFinishLoading(self)
                } catch {
                    client?.urlProtocol(self, didFailWithError: error)
                }
            }

            override func stopLoading() {}
        }

        static func client() -> CoffeeClient {
            MockURLProtocol.handler = { request in
                let response = HTTPURLResponse(url: request.url!, statusCode: 200, httpVersion: nil, headerFields: nil)!
                return (response, Data(#"[{"title":"Latte"}]"#.utf8))
            }
            let configuration = URLSessionConfiguration.ephemeral
            configuration.protocolClasses = [MockURLProtocol.self]
            return CoffeeClient(session: URLSession(configuration: configuration))
        }
    }

    enum After {
        static func stub() -> StubSession {
            StubSession(routes: ["GET https://coffee.example.com/menu": .json([Coffee(title: "Latte")])])
        }
    }

    @Test(.network) func bothLoadTheMenu() async throws {
        let before = try await Before.client().menu()

        let stub = After.stub()
        let client = CoffeeClient(session: stub.session)
        let after = try await client.menu()

        #expect(before == [Coffee(title: "Latte")])
        #expect(after == before)
        #expect(Journal.current?.requests.map(\.url) == ["https://coffee.example.com/menu"])
    }

    @Test(.network) func sessionsDoNotShareTheirResponses() async throws {
        let open = StubSession { _ in .json([Coffee(title: "Latte")]) }
        let closed = StubSession { _ in .status(503) }

        async let menu = CoffeeClient(session: open.session).menu()
        await #expect(throws: URLError.self) { try await CoffeeClient(session: closed.session).menu() }
        #expect(try await menu.count == 1)
    }
}
