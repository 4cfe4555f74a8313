import Foundation
import Tern
import TernPlugins
import TernTesting
import Testing

@testable import TernImages

/// The origins that receive the credentials of a plugin.
@Suite(.timeLimit(.minutes(20)))
struct AuthorizedOriginsTests {
    /// The `Authorization` field with which a picture is requested.
    private func field(of url: String, with origins: [String]) async throws -> String? {
        let sent = StubState<[String?]>([])
        let provider = Provider<ImageTarget>.stub(
            plugins: [
                AuthorizationPlugin { _ in "secret" },
                Hooks(willSend: { request, _ in sent.update { $0.append(request.headers["Authorization"]) } }),
            ],
            journal: nil
        ) { _ in .data(Pictures.png(1, 1)) }
        let configuration = ImageClientConfiguration(authorizedOrigins: origins.compactMap { URL(string: $0) })
        let images = ImageClient(provider: provider, decoder: .sizes, configuration: configuration)
        let url = try #require(URL(string: url))
        #expect(try await images.image(ImageRequest(url, authorization: .bearer)) == "1x1")
        return try #require(sent.value.first)
    }

    @Test func noOriginReceivesCredentialsByDefault() async throws {
        #expect(try await field(of: "https://pictures.example/a", with: []) == nil)
    }

    @Test(arguments: ["https://pictures.example", "https://pictures.example:443/other/path?a=b"])
    func namedOriginReceivesCredentials(_ origin: String) async throws {
        let field = try await field(of: "https://pictures.example/a", with: ["https://a.example", origin])
        #expect(field == "Bearer secret")
    }

    @Test(arguments: [
        "http://pictures.example/a", "https://pictures.example:444/a", "https://pictures.example.evil.example/a",
        "https://evil.example/https://pictures.example/a", "https://pictures.example@evil.example/a",
        "https://sub.pictures.example/a",
    ])
    func otherOriginReceivesNoCredentials(_ url: String) async throws {
        #expect(try await field(of: url, with: ["https://pictures.example"]) == nil)
    }
}
