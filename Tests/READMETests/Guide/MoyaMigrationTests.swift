import Foundation
import Tern
import TernTestSupport
import TernTesting
import Testing

/// The snippets of the guide's page on Moya, before and after the migration.
@Suite(.timeLimit(.minutes(20)))
struct MoyaMigrationTests {
    struct Coffee: Codable, Equatable, Sendable {
        let title: String
    }

    enum After {
        enum CoffeeService: TargetType {
            case menu(page: Int)

            var baseURL: URL { URL(string: "https://coffee.example.com")! }
            var path: String { "/menu" }
            var task: HTTPTask {
                switch self {
                case .menu(let page): .query(["page": page])
                }
            }
            var headers: HTTPHeaders { ["Accept": "application/json"] }
        }

        static func load(from provider: any ProviderType<CoffeeService>) async throws(TernError) -> [Coffee] {
            try await provider.value(.menu(page: 1))
        }

        static func failingProvider() -> Provider<CoffeeService> {
            .stub(.on(.menu(page: 1), .status(500)))
        }
    }

    @Test(.network) func bothLoadTheMenu() async throws {
        var before: [Coffee] = []
        Before.load(from: Before.stubbedProvider()) { before = (try? $0.get()) ?? [] }

        let provider = Provider<After.CoffeeService>.stub(.on(.menu(page: 1), .json([Coffee(title: "Latte")])))
        let after = try await After.load(from: provider)

        #expect(before == [Coffee(title: "Latte")])
        #expect(after == before)
    }

    /// The closure runs before the call returns in Moya, and never in Tern, where a test has to await the response.
    @MainActor @Test(.network) func testsAwaitTheResponse() async throws {
        let provider = Provider<After.CoffeeService>.stub(.on(.menu(page: 1), .json([Coffee(title: "Latte")])))
        let isComplete = StubState(false)
        await withCheckedContinuation { continuation in
            provider.request(.menu(page: 1)) { _ in
                isComplete.update { $0 = true }
                continuation.resume()
            }
            // The completion needs the main actor, which this code holds.
            #expect(!isComplete.value)
        }
        #expect(isComplete.value)

        let response = try await provider.request(.menu(page: 1))
        #expect(response.statusCode == 200)
    }

    @Test(.network) func bothFailByTheStatus() async throws {
        var before: (any Error)?
        Before.load(from: Before.failingProvider()) { result in
            if case .failure(let error) = result { before = error }
        }
        let after = await #expect(throws: TernError.self) { try await After.load(from: After.failingProvider()) }

        #expect(after?.response?.statusCode == 500)
        #expect(before.flatMap(Before.refusedStatus) == 500)
    }
}

extension Call where Target == MoyaMigrationTests.After.CoffeeService, Value == [MoyaMigrationTests.Coffee] {
    static func menu(page: Int) -> Self { .init(.menu(page: page)) }
}
