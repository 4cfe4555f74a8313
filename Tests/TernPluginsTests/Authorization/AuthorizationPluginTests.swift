import Foundation
import Tern
import TernPlugins
import TestDoubles
import Testing

@Suite(.timeLimit(.minutes(20)))
struct AuthorizationPluginTests {
    private struct KeychainLocked: Error, CustomStringConvertible {
        let description = "The item with hunter2 is locked."
    }

    private func authorization(_ authorization: Authorization, token: String = "abc") async throws -> String? {
        let provider = Provider<OpenTarget>(
            stubClosure: Provider.immediatelyStub,
            plugins: [AuthorizationPlugin { _ in token }]
        )
        let response = try await provider.request(OpenTarget(authorization: authorization))
        return response.request?.headers["Authorization"]
    }

    @Test(
        arguments: [
            (.none, nil), (.bearer, "Bearer abc"), (.basic, "Basic abc"), (.custom("DPoP"), "DPoP abc"),
        ] as [(Authorization, String?)]
    )
    func schemeOfTheTargetPrecedesTheToken(scheme: Authorization, expected: String?) async throws {
        #expect(try await authorization(scheme) == expected)
    }

    /// Nothing is sent, so a cache may respond without a token.
    @Test(arguments: [Request.CacheUse.onlyStored, .standard, .returnStored], [true, false])
    func failingSourceEndsOnlyCallsThatCanBeSent(use: Request.CacheUse, throwing: Bool) async throws {
        let plugin = AuthorizationPlugin { _ in if throwing { throw KeychainLocked() } else { nil } }
        let provider = Provider<OpenTarget>(stubClosure: Provider.immediatelyStub, plugins: [plugin])
        let target = OpenTarget(authorization: .bearer)
        let options = CallOptions(cacheUse: use)

        if use == .onlyStored {
            let response = try await provider.request(target, options: options)
            #expect(response.request?.headers["Authorization"] == nil)
        } else {
            let error = await #expect(throws: TernError.self) { try await provider.request(target, options: options) }
            #expect(error?.code == (throwing ? .pluginFailed : .missingCredentials))
        }
    }

    @Test func callForAStoredResponseHasTheTokenIfThereIsOne() async throws {
        let provider = Provider<OpenTarget>(
            stubClosure: Provider.immediatelyStub,
            plugins: [AuthorizationPlugin { _ in "abc" }]
        )
        let options = CallOptions(cacheUse: .onlyStored)
        let response = try await provider.request(OpenTarget(authorization: .bearer), options: options)
        #expect(response.request?.headers["Authorization"] == "Bearer abc")
    }

    @Test func targetWithoutAuthorizationReceivesNoToken() async throws {
        let asked = Watched(0)
        let provider = Provider<OpenTarget>(
            stubClosure: Provider.immediatelyStub,
            plugins: [
                AuthorizationPlugin { _ in
                    asked.update { $0 += 1 }
                    return "abc"
                }
            ]
        )

        _ = try await provider.request(OpenTarget())

        #expect(asked.value == 0)
    }

    @Test func theClosureSeesTheTarget() async throws {
        let provider = Provider<MultiTarget>(
            stubClosure: Provider.immediatelyStub,
            plugins: [AuthorizationPlugin { ($0 as? OpenTarget)?.path ?? "other" }]
        )

        let response = try await provider.request(.target(OpenTarget(path: "/me", authorization: .bearer)))

        #expect(response.request?.headers["Authorization"] == "Bearer /me")
    }

    @Test func tokenReplacesAnExistingField() async throws {
        let provider = Provider<OpenTarget>(
            stubClosure: Provider.immediatelyStub,
            plugins: [AuthorizationPlugin { _ in "new" }]
        )

        let response = try await provider.request(
            OpenTarget(headers: ["authorization": "Bearer old"], authorization: .bearer)
        )

        #expect(response.request?.headers.values(for: "Authorization") == ["Bearer new"])
    }

    @Test(arguments: ["se\r\ncret", "se\ncret", "secret\r", "se\0cret", " secret", "secret ", "se\u{7F}cret", ""])
    func aTokenThatWouldEndTheFieldIsRefusedAndNotShown(token: String) async throws {
        let error = try await #require(throws: TernError.self) {
            try await authorization(.bearer, token: token)
        }

        #expect(error.code == .invalidField)
        #expect(error.attempts == 0)
        #expect(leaks(of: "cret", in: textForms(ofError: error)).isEmpty)
    }

    @Test(arguments: ["", "Bea rer", "Bearer\r\nX:"])
    func invalidSchemeIsRefused(scheme: String) async throws {
        #expect(await failure { try await authorization(.custom(scheme)) }?.code == .invalidField)
    }

    @Test func anErrorOfTheClosureEndsTheCallUnsent() async throws {
        let transport = RecordingTransport { _ in .text("never") }
        let provider = Provider<OpenTarget>(
            transport: transport,
            plugins: [AuthorizationPlugin { _ in throw KeychainLocked() }]
        )

        let error = try await #require(throws: TernError.self) {
            try await provider.request(OpenTarget(authorization: .bearer))
        }

        #expect(error.code == .pluginFailed)
        #expect(error.underlying is KeychainLocked)
        #expect(error.description.contains("AuthorizationPlugin"))
        #expect(error.description.contains("KeychainLocked"))
        #expect(leaks(of: "hunter2", in: textForms(ofError: error)).isEmpty)
        #expect(transport.requests.isEmpty)
    }

    @Test func tokenIsFetchedForEachAttempt() async throws {
        let tokens = Watched(0)
        let transport = RecordingTransport { request in
            let token = request.headers["Authorization"]
            return Response(statusCode: token == "Bearer 3" ? 200 : 401)
        }
        let provider = Provider<OpenTarget>(
            transport: transport,
            plugins: [
                RetryingPlugin(),
                AuthorizationPlugin { _ in
                    tokens.update {
                        $0 += 1
                        return "\($0)"
                    }
                },
            ]
        )

        let response = try await provider.request(OpenTarget(authorization: .bearer))

        #expect(response.statusCode == 200)
        #expect(transport.requests.count == 3)
    }

    @Test func missingTokenFailsTheCallUnsent() async throws {
        let transport = RecordingTransport { _ in .text("never") }
        let sources = [
            AuthorizationPlugin(token: { _ in nil }), AuthorizationPlugin(credentials: { _ in nil }),
            AuthorizationPlugin(.user("ada", password: "hunter2")),
        ]
        for plugin in sources {
            let provider = Provider<OpenTarget>(transport: transport, plugins: [plugin])

            let error = try await #require(throws: TernError.self) {
                try await provider.request(OpenTarget(authorization: .bearer))
            }

            #expect(error.code == .missingCredentials)
            #expect(leaks(of: "hunter2", in: textForms(ofError: error)).isEmpty)
        }
        #expect(transport.requests.isEmpty)
    }
}

/// User and password (RFC 7617).
@Suite(.timeLimit(.minutes(20)))
struct BasicAuthorizationTests {
    private func field(user: String, password: String, scheme: Authorization = .basic) async throws -> String? {
        let provider = Provider<OpenTarget>(
            stubClosure: Provider.immediatelyStub,
            plugins: [AuthorizationPlugin(.user(user, password: password))]
        )
        return try await provider.request(OpenTarget(authorization: scheme)).request?.headers["Authorization"]
    }

    @Test(
        arguments: [
            // The examples of RFC 7617, sections 2 and 2.1.
            ("Aladdin", "open sesame", "QWxhZGRpbjpvcGVuIHNlc2FtZQ=="), ("test", "123\u{A3}", "dGVzdDoxMjPCow=="),
            ("", "", "Og=="), ("a", ":b:", "YTo6Yjo="), ("e\u{301}", "", "w6k6"),
        ]
    )
    func pairIsEncodedInUTF8(user: String, password: String, expected: String) async throws {
        #expect(try await field(user: user, password: password) == "Basic \(expected)")
        #expect(try await field(user: user, password: password, scheme: .custom("basic")) == "basic \(expected)")
    }

    @Test(arguments: [("ada:hunter2", ""), ("hunter2\n", ""), ("ada", "hunter2\r\n"), ("ada", "hunter2\0")])
    func pairThatCannotBeEncodedIsRefusedAndNotShown(user: String, password: String) async throws {
        let error = try await #require(throws: TernError.self) { try await field(user: user, password: password) }

        #expect(error.code == .invalidField)
        #expect(leaks(of: "hunter2", in: textForms(ofError: error)).isEmpty)
    }

    @Test func sourceChoosesTheKindForEachTarget() async throws {
        let provider = Provider<OpenTarget>(
            stubClosure: Provider.immediatelyStub,
            plugins: [
                AuthorizationPlugin { target in
                    target.authorization == .basic ? .user("ada", password: "x") : .token("abc")
                }
            ]
        )

        let basic = try await provider.request(OpenTarget(authorization: .basic))
        let bearer = try await provider.request(OpenTarget(authorization: .bearer))

        #expect(basic.request?.headers["Authorization"] == "Basic YWRhOng=")
        #expect(bearer.request?.headers["Authorization"] == "Bearer abc")
    }

    @Test func descriptionsShowNoCredentials() {
        for value in [AuthorizationPlugin.Credentials.token("hunter2"), .user("hunter2", password: "hunter2")] {
            #expect(leaks(of: "hunter2", in: textForms(of: value)).isEmpty)
            #expect(leaks(of: "hunter2", in: textForms(of: AuthorizationPlugin(value))).isEmpty)
        }
    }
}
