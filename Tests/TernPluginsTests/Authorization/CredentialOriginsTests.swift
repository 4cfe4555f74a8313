import Foundation
import Tern
import TernPlugins
import TernTesting
import TestDoubles
import Testing

/// The origins that receive the credentials of a call.
@Suite(.timeLimit(.minutes(20)))
struct CredentialOriginsTests {
    private let journal = Journal()
    private let staging = URL(string: "https://staging.example.com/v1")!

    private static let plugins: [@Sendable () -> any Plugin] = [
        { AuthorizationPlugin(.token("hunter2")) },
        { RefreshingAuthorizationPlugin(.init(token: "hunter2", refreshToken: "r")) { _ in nil } },
    ]

    private func provider(
        _ plugin: any Plugin,
        _ more: [any Plugin] = [],
        endpoint: @escaping @Sendable (Music) -> Endpoint = { Endpoint($0) },
        makeRequest: @escaping @Sendable (Endpoint, Music) async throws -> Request = { endpoint, _ in
            try endpoint.request()
        }
    ) -> Provider<Music> {
        Provider(endpointClosure: endpoint, requestClosure: makeRequest, plugins: [plugin] + more)
            .stubbed(journal: journal) { _ in .status(401) }
    }

    private func sentField() -> String? { journal.requests.last?.headers["Authorization"] }

    @Test(arguments: plugins) func originOfTheEndpointClosureReceivesTheCredentials(plugin: @Sendable () -> any Plugin)
        async
    {
        let provider = provider(plugin(), endpoint: { [staging] in Endpoint($0, baseURL: staging) })
        _ = try? await provider.request(.album(1))
        #expect(journal.requests.first?.url.hasPrefix("https://staging.example.com/v1/albums") == true)
        #expect(journal.requests.first?.headers["Authorization"] == "Bearer hunter2")
    }

    @Test(arguments: plugins) func originOfARequestClosureReceivesNoCredentials(plugin: @Sendable () -> any Plugin)
        async
    {
        let entries = Locked<[String]>([])
        let log = LogPlugin { entry in entries.withLock { $0.append(entry.text) } }
        let provider = provider(
            plugin(),
            [log],
            makeRequest: { [staging] endpoint, _ in
                var request = try endpoint.request()
                request.url = staging
                return request
            }
        )

        let error = await failure { try await provider.request(.album(1)) }

        #expect(sentField() == nil)
        let text = "no token: the origin https://staging.example.com isn't trusted"
        #expect(error?.advice.contains(text) == true)
        #expect(entries.withLock { $0 }.last?.contains(text) == true)
        #expect("\(await provider.explain(.album(1)))".contains(text))
    }

    @Test(arguments: plugins) func trustedOriginHasNoSuchText(plugin: @Sendable () -> any Plugin) async {
        let provider = provider(plugin())
        let error = await failure { try await provider.request(.album(1)) }
        #expect(error?.advice.contains("trusted") == false)
        #expect(!"\(await provider.explain(.album(1)))".contains("trusted"))
    }
}
