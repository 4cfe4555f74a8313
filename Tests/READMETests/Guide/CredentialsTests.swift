import Foundation
import Tern
import TernPlugins
import TernTesting
import Testing

/// The snippets of the guide's page on credentials.
@Suite(.timeLimit(.minutes(20)))
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

    @Test func expiredTokensAreRefreshed() async throws {
        let (keychain, transport) = (CredentialStore(), ExpiringTransport())
        let tokens = Provider<TokenAPI>(stubClosure: Provider.immediatelyStub)

        let session = RefreshingAuthorizationPlugin(
            await keychain.credentials,
            store: { try await keychain.save($0) },
            refresh: { old in
                do {
                    let new = try await tokens.value(.refresh(old.refreshToken))
                    return .init(
                        token: new.accessToken,
                        refreshToken: new.refreshToken,
                        expiresIn: .seconds(new.expiresIn)
                    )
                } catch let error as TernError where error.isInvalidGrant {
                    return nil
                }
            }
        )
        let issues = Provider<Issues>(transport: transport, plugins: [session])

        let response = try await issues.request(.close(number: 7))
        #expect(response.request?.headers["Authorization"] == "Bearer new")
        #expect(response.attempts == 2)

        try await session.signIn(.init(token: "abc", refreshToken: "def", expiresIn: .seconds(3600)))
        let isSignedIn = session.credentials != nil
        try await session.signOut()

        #expect(isSignedIn)
        let error = await #expect(throws: TernError.self) { try await issues.request(.close(number: 7)) }
        #expect(error?.code == .missingCredentials)
    }

    @Test(arguments: ["invalid_grant", "invalid_client"]) func invalidGrantSignsOut(error: String) async throws {
        let tokens = Provider<TokenAPI>.stub { _ in .json(["error": error], status: 400) }
        let failure = try await #require(throws: TernError.self) { try await tokens.value(.refresh("r")) }

        #expect(failure.isInvalidGrant == (error == "invalid_grant"))
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

extension TernError {
    /// Whether the server no longer accepts the refresh token (RFC 6749, section 5.2).
    var isInvalidGrant: Bool {
        struct Failure: Decodable { let error: String }
        return (try? response?.decode(Failure.self))?.error == "invalid_grant"
    }
}

private actor CredentialStore {
    private(set) var credentials: RefreshingAuthorizationPlugin.Credentials? = .init(token: "old", refreshToken: "r")

    func save(_ credentials: RefreshingAuthorizationPlugin.Credentials?) throws { self.credentials = credentials }
}

/// Accepts the new token only.
private struct ExpiringTransport: Transport {
    func send(_ request: Request, hop: Hop) async throws -> Response {
        Response(statusCode: request.headers["Authorization"] == "Bearer new" ? 204 : 401)
    }
}

private enum TokenAPI: TargetType {
    case refresh(String?)

    var baseURL: URL { URL(string: "https://login.example")! }
    var path: String { "/token" }
    var sampleData: Data { Data(#"{"accessToken":"new","refreshToken":"r2","expiresIn":3600}"#.utf8) }
}

private struct Tokens: Decodable {
    let accessToken: String
    let refreshToken: String
    let expiresIn: Int
}

extension Call<TokenAPI, Tokens> {
    fileprivate static func refresh(_ token: String?) -> Self { .init(.refresh(token)) }
}
