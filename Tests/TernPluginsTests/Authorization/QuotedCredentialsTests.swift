import Foundation
import Tern
import TernPlugins
import TernTesting
import TestDoubles
import Testing

/// Responses that quote credentials that another attempt of the call has sent.
@Suite(.timeLimit(.minutes(20)))
struct QuotedCredentialsTests {
    private static let steps: [ScriptedTransport.Step] = [
        { _ in Response(statusCode: 401) },
        { _ in
            let text = "replaced c7f3a9d2e8 by 1b2c3d4e5f"
            let headers: HTTPHeaders = ["Content-Type": "application/json", "X-Info": text]
            return Response(statusCode: 500, data: Data(#"{"message":"\#(text)"}"#.utf8), headers: headers)
        },
    ]

    @Test func textsOfAnErrorHideTheTokensOfAllAttempts() async throws {
        let log = Watched<[String]>([])
        let session = RefreshingAuthorizationPlugin(.init(token: "c7f3a9d2e8")) { _ in .init(token: "1b2c3d4e5f") }
        let provider = Provider<OpenTarget>(
            transport: ScriptedTransport(steps: Self.steps),
            plugins: [LogPlugin(.bodies()) { log.append($0.text) }, session]
        )

        let error = try await #require(throws: TernError.self) {
            try await provider.request(OpenTarget(authorization: .bearer))
        }

        #expect(error.code == .unacceptableStatus)
        #expect(error.attempts == 2)
        let texts = textForms(ofError: error) + log.value
        #expect(log.value.count == 2)
        #expect(texts.contains { $0.contains("replaced") })
        for token in ["c7f3a9d2e8", "1b2c3d4e5f"] { #expect(texts.filter { $0.contains(token) } == []) }
    }
}
