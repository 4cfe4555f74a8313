import Foundation
import Tern
import TernPlugins
import TernTesting
import TestDoubles
import Testing

/// The advice for status 401 says why the request had no credentials.
@Suite(.timeLimit(.minutes(20)))
struct CredentialsAdviceTests {
    private let challenge = SampleResponse.status(401, headers: ["WWW-Authenticate": "Basic realm=\"x\""])
    private let general = "Handle the status with error.response, or accept it in the target's validation."

    private func advice(
        _ target: OpenTarget,
        _ sample: SampleResponse? = nil,
        plugins: [any Plugin] = []
    ) async throws -> String {
        let provider = Provider<OpenTarget>(returning: sample ?? challenge, plugins: plugins)
        return try await #require(throws: TernError.self) { try await provider.request(target) }.advice
    }

    @Test func missingPluginIsNamed() async throws {
        let provider = Provider<OpenTarget>(returning: challenge)
        let error = try await #require(throws: TernError.self) {
            try await provider.request(OpenTarget(authorization: .basic))
        }

        #expect(
            "\(error)" == """
                unacceptableStatus in OpenTarget (GET https://api.example.com/things): Status 401 is not accepted \
                (expected: 200..<300). The body is empty. The request had no Authorization field. The target requires \
                Basic credentials, but no plugin has added them: give the provider an AuthorizationPlugin.
                """
        )
        #expect(error.localizedDescription == "You are not signed in.")
    }

    @Test func targetWithoutAuthorizationIsNamed() async throws {
        let advice = try await advice(OpenTarget(), plugins: [AuthorizationPlugin(.token("hunter2"))])

        #expect(
            advice
                == "The request had no Authorization field, since the target's `authorization` is `.none`. Set it to "
                + "the scheme that the server requires."
        )
        // An API key can be in another field.
        #expect(try await self.advice(OpenTarget(), .status(401)) == general)
    }

    @Test func originThatIsNotTrustedIsNamed() async throws {
        let moving = InterceptingPlugin { request, _, next in
            var request = request
            request.url = URL(string: "https://other.example/things")!
            return try await next(request)
        }
        let credentials = AuthorizationPlugin(.token("hunter2"))
        let target = OpenTarget(authorization: .bearer)

        // The URL is changed before the plugin with the credentials, or after it.
        for plugins in [[moving, credentials], [credentials, moving]] as [[any Plugin]] {
            #expect(
                try await advice(target, plugins: plugins)
                    == "The request had no token: the origin https://other.example isn't trusted. If the server may "
                    + "receive the credentials, give the endpoint closure its URL, or name its origin in the plugin's "
                    + "trustedOrigins."
            )
        }
        let trusting = AuthorizationPlugin(.token("hunter2"), trustedOrigins: [URL(string: "https://other.example")!])
        #expect(try await advice(target, plugins: [moving, trusting]) == general)
    }

    @Test func redirectToAnotherOriginIsNamed() async throws {
        let server = try LoopbackServer(journal: nil) { _ in .status(401) }
        let other = try LoopbackServer(journal: nil) { _ in
            .status(307, headers: ["Location": server.url.appending(path: "b").absoluteString])
        }
        let provider = Provider<OpenTarget>(plugins: [AuthorizationPlugin(.token("hunter2"))])
        let target = OpenTarget(baseURL: other.url, authorization: .bearer)
        let error = try await #require(throws: TernError.self) { try await provider.request(target) }

        #expect(
            error.advice
                == "A redirect led to another origin, which doesn't receive the Authorization field. Request its "
                + "URL directly, and name its origin in the plugin's trustedOrigins."
        )
    }

    @Test func credentialsThatWereSentHaveTheGeneralAdvice() async throws {
        let sent = OpenTarget(headers: ["authorization": "Bearer hunter2"], authorization: .bearer)
        #expect(try await advice(sent) == general)
        #expect(try await advice(OpenTarget(authorization: .bearer), .status(403)) == general)
    }

    // MARK: - Fields that can't be sent

    @Test(arguments: ["a\u{0B}b", "a\r\nb", "a\u{7F}", "\0"]) func errorForAControlByteNamesTheField(
        value: String
    ) async throws {
        let provider = Provider<OpenTarget>(returning: .status(200))
        let target = OpenTarget(headers: ["X-Info": value])
        let options = CallOptions(headers: ["X-Info": value])
        let errors = [
            await #expect(throws: TernError.self) { try await provider.request(target) },
            await #expect(throws: TernError.self) { try await provider.request(OpenTarget(), options: options) },
        ]
        let credentials: [AuthorizationPlugin.Credentials] = [.token(value), .user("ada", password: value)]
        for (kind, authorization) in zip(credentials, [Authorization.bearer, .basic]) {
            let provider = Provider<OpenTarget>(returning: .status(200), plugins: [AuthorizationPlugin(kind)])
            let error = await #expect(throws: TernError.self) {
                try await provider.request(OpenTarget(authorization: authorization))
            }
            #expect(error?.code == .invalidField)
            #expect(error?.reason.contains("Authorization field") == true, "\(error?.reason ?? "")")
        }

        #expect(errors.allSatisfy { $0?.code == .invalidField })
        #expect(errors.allSatisfy { $0?.reason.hasPrefix("The value of X-Info contains ") == true })
    }
}
