import Foundation
import Tern
import TernPlugins
import TestDoubles
import Testing

/// The rules of a provider's configuration reach all texts about its calls.
@Suite(.timeLimit(.minutes(20)))
struct RedactionRulesTests {
    private static let body = #"{"colour":"blue7","note":"plain7","password":"hunter2"}"#
    private static let target = OpenTarget(
        method: .post,
        task: .json(["colour": "blue7", "password": "hunter2"]),
        headers: ["X-Tenant": "green7", "Authorization": "Bearer horse7"]
    )

    /// Texts of a log, a curl command, an error and an explanation.
    private func texts(_ rules: Redaction, status: Int = 400) async throws -> [String] {
        let log = Watched<[String]>([])
        let headers: HTTPHeaders = ["Content-Type": "application/json", "X-Tenant": "green7", "Set-Cookie": "horse7"]
        let provider = Provider<OpenTarget>(
            transport: RecordingTransport { _ in
                Response(statusCode: status, data: Data(Self.body.utf8), headers: headers)
            },
            plugins: [LogPlugin(.bodies()) { log.append($0.text) }, LogPlugin(.curl()) { log.append($0.text) }]
        ).configured { $0.redaction = rules }
        let error = try await #require(throws: TernError.self) {
            _ = try await provider.value(Call<OpenTarget, [String: Int]>(Self.target))
        }
        let request = try #require(error.request)
        return log.value + [
            error.debugDescription, request.curl(), "\(await provider.explain(Self.target))",
            Mirror(reflecting: try #require(error.response)).children.map { "\($0)" }.joined(),
        ]
    }

    @Test(arguments: [200, 400]) func rulesForNothingShowEachValue(status: Int) async throws {
        let texts = try await texts(.nothing, status: status).joined(separator: "\n")

        for text in ["Bearer horse7", "X-Tenant: green7", "plain7", #""password":"hunter2""#, "Set-Cookie: horse7"] {
            #expect(texts.contains(text), "\(text)")
        }
        #expect(!texts.contains(Redaction.mark))
    }

    @Test(arguments: [200, 400]) func rulesForEverythingShowNoValue(status: Int) async throws {
        for text in try await texts(.everything, status: status) {
            #expect(
                !text.contains("hunter2") && !text.contains("green7") && !text.contains("blue7")
                    && !text.contains("horse7") && !text.contains("plain7"),
                "\(text)"
            )
            #expect(!text.contains("application/json"), "\(text)")
        }
        #expect(try await texts(.everything).joined().contains("POST https://api.example.com/<redacted>"))
    }

    @Test func namesAreHiddenAndShownEverywhere() async throws {
        let texts = try await texts(.default.hiding("Colour").showing("x_tenant", "NOTE", "password"))

        for text in texts { #expect(!text.contains("blue7") && !text.contains("horse7"), "\(text)") }
        #expect(texts.joined().contains("X-Tenant: green7"))
        #expect(texts.joined().contains(#""password":"hunter2""#))
        // The outline of the description shows the named member.
        #expect(texts.joined().contains(#"Body: {"colour":"<redacted>","note":"plain7","password":"hunter2"}"#))
    }

    @Test func laterNamesReplaceEarlierOnes() {
        let rules = Redaction.default.hiding("a").showing("A").showing("b").hiding("B")

        #expect(rules == .default.showing("a").hiding("b"))
        #expect(rules.text(ofURL: "/?a=1&b=2") == "/?a=1&b=<redacted>")
    }

    /// A call can fail before it has a request.
    @Test func rulesApplyToErrorsWithoutARequest() async throws {
        struct Broken: Error, CustomStringConvertible { let description = "see https://ada:hunter2@a.example/" }
        for (rules, isShown) in [(Redaction.default, false), (.nothing, true), (.everything, false)] {
            let provider = Provider<OpenTarget>(requestClosure: { _, _ in throw Broken() })
                .configured { $0.redaction = rules }
            let error = try await #require(throws: TernError.self) { try await provider.request(OpenTarget()) }

            #expect(error.description.contains("hunter2") == isShown, "\(error)")
            #expect(error.description.contains("Broken"))
        }
    }

    @Test func rulesOfARequestReplaceTheDefault() throws {
        var request = Request(url: try #require(URL(string: "https://a.example/?token=hunter2")))
        #expect("\(request)" == "GET https://a.example/?token=<redacted>")

        request.redaction = .nothing

        #expect("\(request)" == "GET https://a.example/?token=hunter2")
        #expect(request.curl() == request.curl(exposingSecrets: true))
    }
}
