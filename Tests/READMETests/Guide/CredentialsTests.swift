import Foundation
import Tern
import TernTesting
import Testing

/// The snippets of the guide's page on credentials.
@Suite(.timeLimit(.minutes(5)))
struct CredentialsTests {
    private actor Keychain {
        func token() throws -> String { "abc" }
    }

    private struct Printers: TargetType {
        var baseURL: URL { URL(string: "https://printers.example")! }
        var path: String { "/queue" }
        var authorization: Authorization { .basic }
    }

    @Test func tokensComeFromAnAsynchronousSource() async throws {
        let (keychain, transport) = (Keychain(), EchoTransport())

        let plugin = AuthorizationPlugin { _ in try await keychain.token() }
        let issues = Provider<Issues>(transport: transport, plugins: [plugin])

        let response = try await issues.request(.close(number: 7))
        #expect(response.request?.headers["Authorization"] == "Bearer abc")
    }

    @Test func userAndPasswordAreBasicCredentials() async throws {
        let (password, transport) = ("secret", EchoTransport())

        let printers = Provider<Printers>(
            transport: transport,
            plugins: [AuthorizationPlugin(.user("ada", password: password))]
        )

        let response = try await printers.request(Printers())
        #expect(response.request?.headers["Authorization"] == "Basic YWRhOnNlY3JldA==")
    }

    @Test func testServersAreTrusted() async throws {
        let server = try LoopbackServer(routes: ["DELETE /issues/7": .status(204)])
        defer { server.stop() }
        let plugin = AuthorizationPlugin(.token("abc"), trustedOrigins: [server.url])
        let issues = Provider<Issues>(endpointClosure: { Endpoint($0, baseURL: server.url) }, plugins: [plugin])

        _ = try await issues.request(.close(number: 7))

        #expect(server.requests.map { $0.headers["Authorization"] } == ["Bearer abc"])
    }
}
