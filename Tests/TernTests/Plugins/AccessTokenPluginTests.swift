import Foundation
import Tern
import Testing

@Suite(.timeLimit(.minutes(5)))
struct AccessTokenPluginTests {
    private struct KeychainLocked: Error {}

    private func authorization(_ authorization: Authorization, token: String = "abc") async throws -> String? {
        let provider = Provider<OpenTarget>(
            stubClosure: Provider.immediatelyStub,
            plugins: [AccessTokenPlugin { _ in token }]
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

    @Test func targetWithoutAuthorizationReceivesNoToken() async throws {
        let asked = Watched(0)
        let provider = Provider<OpenTarget>(
            stubClosure: Provider.immediatelyStub,
            plugins: [
                AccessTokenPlugin { _ in
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
            plugins: [AccessTokenPlugin { ($0 as? OpenTarget)?.path ?? "other" }]
        )

        let response = try await provider.request(.target(OpenTarget(path: "/me", authorization: .bearer)))

        #expect(response.request?.headers["Authorization"] == "Bearer /me")
    }

    @Test func tokenReplacesAnExistingField() async throws {
        let provider = Provider<OpenTarget>(
            stubClosure: Provider.immediatelyStub,
            plugins: [AccessTokenPlugin { _ in "new" }]
        )

        let response = try await provider.request(
            OpenTarget(headers: ["authorization": "Bearer old"], authorization: .bearer)
        )

        #expect(response.request?.headers.values(for: "Authorization") == ["Bearer new"])
    }

    @Test(arguments: ["se\r\ncret", "se\ncret", "secret\r", "se\0cret"])
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
        let error = try await #require(throws: TernError.self) { try await authorization(.custom(scheme)) }

        #expect(error.code == .invalidField)
    }

    @Test func anErrorOfTheClosureEndsTheCallUnsent() async throws {
        let transport = RecordingTransport { _ in .text("never") }
        let provider = Provider<OpenTarget>(
            transport: transport,
            plugins: [AccessTokenPlugin { _ in throw KeychainLocked() }]
        )

        let error = try await #require(throws: TernError.self) {
            try await provider.request(OpenTarget(authorization: .bearer))
        }

        #expect(error.code == .pluginFailed)
        #expect(error.underlying is KeychainLocked)
        #expect(error.description.contains("AccessTokenPlugin"))
        #expect(error.description.contains("KeychainLocked"))
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
                AccessTokenPlugin { _ in
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
}
