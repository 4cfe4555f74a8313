import Foundation
import Tern
import TernPlugins
import TernTesting
import TestDoubles
import Testing

@Suite(.timeLimit(.minutes(20)))
struct RefreshingAuthorizationPluginTests {
    typealias Credentials = RefreshingAuthorizationPlugin.Credentials

    struct Offline: Error {}

    static let target = OpenTarget(authorization: .bearer)

    let server = TokenServer()

    func provider(
        _ authorization: RefreshingAuthorizationPlugin,
        transport: (any Transport)? = nil
    ) -> Provider<OpenTarget> {
        Provider(transport: transport ?? server, plugins: [authorization])
    }

    func failure(_ provider: Provider<OpenTarget>, _ target: OpenTarget = target) async throws -> TernError {
        try await #require(throws: TernError.self) { try await provider.request(target) }
    }

    // MARK: - Tokens

    @Test func acceptedTokenIsNotRefreshed() async throws {
        let provider = provider(RefreshingAuthorizationPlugin(Credentials(token: "1"), refresh: server.refresh))

        let response = try await provider.request(Self.target)
        _ = try await provider.request(OpenTarget(validation: .none))

        #expect(response.attempts == 1)
        #expect(server.tokens == ["1", nil])
        #expect(server.refreshes == 0)
    }

    @Test(arguments: [Credentials(token: "0", expiresIn: .zero), nil])
    func callForAStoredResponseNeedsNoValidToken(credentials: Credentials?) async throws {
        let authorization = RefreshingAuthorizationPlugin(credentials) { _ in throw Offline() }
        let transport = RecordingTransport { _ in Response(statusCode: 504) }
        let provider = provider(authorization, transport: transport)

        let error = try await #require(throws: TernError.self) {
            try await provider.request(Self.target, options: CallOptions(cacheUse: .onlyStored))
        }

        #expect(error.code == .unacceptableStatus)
        #expect(transport.requests.map { $0.headers["Authorization"] } == [credentials.map { "Bearer \($0.token)" }])
    }

    @Test(arguments: [Validation.successCodes, .none])
    func rejectedRequestIsSentAgainWithANewToken(validation: Validation) async throws {
        let authorization = RefreshingAuthorizationPlugin(Credentials(token: "0"), refresh: server.refresh)
        var target = Self.target
        target.validation = validation

        let response = try await provider(authorization).request(target)

        #expect(response.statusCode == 200)
        #expect(response.attempts == 2)
        #expect(server.tokens == ["0", "1"])
        #expect(authorization.credentials?.token == "1")
    }

    @Test func schemesAndInvalidTokensAreThoseOfThePlugin() async throws {
        let authorization = RefreshingAuthorizationPlugin(Credentials(token: "hunter2\n"), refresh: server.refresh)
        for scheme in [Authorization.bearer, .custom("DPoP")] {
            let error = try await failure(provider(authorization), OpenTarget(authorization: scheme))
            #expect(error.code == .invalidField)
            #expect(leaks(of: "hunter2", in: textForms(ofError: error)).isEmpty)
        }
        try await authorization.signIn(Credentials(token: "x"))
        let response = try await Provider<OpenTarget>(returning: .status(200), plugins: [authorization])
            .request(OpenTarget(authorization: .custom("DPoP")))
        #expect(response.request?.headers["Authorization"] == "DPoP x")
    }

    @Test func tenThousandCallsThatMeetAnExpiredTokenCauseOneRefresh() async throws {
        let provider = provider(RefreshingAuthorizationPlugin(Credentials(token: "0"), refresh: server.refresh))

        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<10_000 { group.addTask { try await provider.request(Self.target).statusCode } }
            for try await status in group { #expect(status == 200) }
        }

        #expect(server.refreshes == 1)
    }

    @Test func secondRejectionEndsTheCallWithTheResponse() async throws {
        let transport = RecordingTransport { _ in Response(statusCode: 401) }
        let authorization = RefreshingAuthorizationPlugin(Credentials(token: "0"), refresh: server.refresh)

        let error = try await failure(provider(authorization, transport: transport))

        #expect(error.code == .unacceptableStatus)
        #expect(error.response?.statusCode == 401)
        #expect(transport.requests.count == 2)
        #expect(server.refreshes == 1)
    }

    @Test func refreshThatReturnsTheSameTokenEndsTheCallWithTheResponse() async throws {
        let refreshes = Watched(0)
        let authorization = RefreshingAuthorizationPlugin(Credentials(token: "0")) { old in
            refreshes.update { $0 += 1 }
            return old
        }

        let error = try await failure(provider(authorization))

        #expect(error.code == .unacceptableStatus)
        #expect(server.tokens == ["0"])
        #expect(refreshes.value == 1)
    }

    @Test func customRejectionIsRecognized() async throws {
        let transport = RecordingTransport { request in
            Response(statusCode: request.headers["Authorization"] == "Bearer 1" ? 200 : 403)
        }
        let authorization = RefreshingAuthorizationPlugin(
            Credentials(token: "0"),
            isRejected: { $0.statusCode == 403 },
            refresh: server.refresh
        )

        #expect(try await provider(authorization, transport: transport).request(Self.target).statusCode == 200)
    }

    // MARK: - Bodies and origins

    @Test func oneShotBodyIsNotSentAgain() async throws {
        let authorization = RefreshingAuthorizationPlugin(Credentials(token: "0"), refresh: server.refresh)
        let body = AsyncStream<Data> { continuation in
            continuation.yield(Data("body".utf8))
            continuation.finish()
        }
        var target = Self.target
        target.method = .post
        target.task = .stream(once: body)

        let error = try await failure(provider(authorization), target)
        #expect(error.code == .unacceptableStatus)
        #expect(server.tokens == ["0"])

        #expect(try await provider(authorization).request(Self.target).statusCode == 200)
        #expect(server.refreshes == 1)
    }

    @Test func rejectionByAnotherOriginCausesNoRefresh() async throws {
        let transport = RecordingTransport { _ in
            Response(statusCode: 401, body: .data(Data()), url: URL(string: "https://other.example/"))
        }
        let authorization = RefreshingAuthorizationPlugin(Credentials(token: "1"), refresh: server.refresh)

        #expect(try await failure(provider(authorization, transport: transport)).code == .unacceptableStatus)
        #expect(server.refreshes == 0)

        let moved = Provider<OpenTarget>(
            requestClosure: { _, _ in Request(url: URL(string: "https://other.example/")!) },
            transport: transport,
            plugins: [authorization]
        )
        #expect(try await failure(moved).code == .unacceptableStatus)
        #expect(transport.requests.map { $0.headers["Authorization"] } == ["Bearer 1", nil])
        #expect(server.refreshes == 0)
    }

    @Test func descriptionsShowNoCredentials() {
        let credentials = Credentials(token: "hunter2", refreshToken: "hunter2", expiresIn: .seconds(1))
        let authorization = RefreshingAuthorizationPlugin(credentials, refresh: { $0 })
        #expect(leaks(of: "hunter2", in: textForms(of: credentials) + textForms(of: authorization)).isEmpty)
        #expect(leaks(of: "hunter2", in: textForms(of: Provider<OpenTarget>(plugins: [authorization]))).isEmpty)
    }
}
