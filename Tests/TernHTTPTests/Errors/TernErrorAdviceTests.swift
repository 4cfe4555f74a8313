import Foundation
import Tern
import TernTesting
import TestDoubles
import Testing

/// Errors that name the part that failed, and the next step for this failure.
@Suite(.timeLimit(.minutes(20)))
struct TernErrorAdviceTests {
    private struct Fragile: Encodable, Sendable {
        var when = Double.nan
    }

    private struct Unencodable: Encodable, Sendable {
        struct Refusal: Error {}

        func encode(to encoder: any Encoder) throws { throw Refusal() }
    }

    private func text(_ target: OpenTarget, sample: SampleResponse = .status(200)) async throws -> String {
        let provider = Provider<OpenTarget>(returning: sample)
        let error = try await #require(throws: TernError.self) { try await provider.request(target) }
        #expect(leaks(of: "hunter2", in: textForms(ofError: error)).isEmpty)
        return error.description
    }

    @Test(
        arguments: [
            (.query(Fragile()), "Encoding the query failed at \"when\": ", " Check the values given to .query(…) in"),
            (.form(Fragile()), "Encoding the form failed at \"when\": ", " Check the values given to .form(…) in"),
            (.json(Fragile()), "Encoding the JSON body failed at \"when\": ", " Check the value given to .json(…) in"),
            (.json(text: "{"), "Encoding the JSON body failed: The raw JSON is invalid at byte 1", ".json(…)"),
            (.json(Fragile()).query(["a": 1]), "Encoding the JSON body failed", ".json(…)"),
            (.json(["a": 1]).query(Fragile()), "Encoding the query failed", ".query(…)"),
            (.query(["a": Unencodable()]), "Encoding the query failed: Refusal was thrown. ", ".query(…)"),
        ] as [(HTTPTask, String, String)]
    )
    func failedEncodingNamesQueryFormOrJSON(task: HTTPTask, reason: String, advice: String) async throws {
        let text = try await text(OpenTarget(method: .post, task: task))

        #expect(text.hasPrefix("encodingFailed in OpenTarget: " + reason), "\(text)")
        #expect(text.contains(advice), "\(text)")
    }

    @Test func failedEncodingNamesTheSample() async throws {
        let text = try await text(OpenTarget(), sample: .json(Fragile()))

        #expect(text.contains("Encoding the JSON of a sample response failed at \"when\": "), "\(text)")
        #expect(text.hasSuffix(" Check the value given to the sample response."), "\(text)")
    }

    @Test func failedEncodingNamesTheFile() throws {
        let url = URL(fileURLWithPath: "/nowhere/cat.png")
        let error = try #require(throws: TernError.self) { try RequestBody.file(url) }

        let reason = "The body's file \"/nowhere/cat.png\" can't be read (No such file or directory)."
        #expect("\(error)".hasPrefix("encodingFailed: \(reason) "), "\(error)")
        #expect("\(error)".hasSuffix("Check the file's path and permissions."))
    }

    @Test func failedEncodingInTheRequestClosureSaysSo() async throws {
        let provider = Provider<OpenTarget>(requestClosure: { endpoint, _ in
            var request = try endpoint.request()
            request.body = .data(try JSONEncoder().encode(["when": Double.nan]))
            return request
        })
        let error = try await #require(throws: TernError.self) { try await provider.request(OpenTarget()) }

        #expect(error.code == .encodingFailed)
        #expect(error.reason.hasPrefix("Encoding the request failed at \"when\": "), "\(error.reason)")
    }

    @Test(
        arguments: [
            ("https://a.example/v1", "../b", "Base URL \"https://a.example/v1\" with path \"../b\": "),
            ("https://a.example/v1", "users#me", "Base URL \"https://a.example/v1\" with path \"users#me\": "),
            ("https://a.example/v1", "a\r\nb", "Base URL \"https://a.example/v1\" with path \"a\\r\\nb\": "),
            ("mailto:a", "users", "Base URL \"mailto:a\" with path \"users\": "),
            ("https://ada:hunter2@a.example", "../b", "Base URL \"https://<redacted>@a.example\" with path \"../b\": "),
            (
                "https://a.example/?key=hunter2", "//b?token=hunter2",
                "Base URL \"https://a.example/?key=<redacted>\" with path \"//b?token=<redacted>\": "
            ),
            ("https://a.example", "token/hunter2/%", "with path \"token/<redacted>/<redacted>\": "),
        ]
    )
    func invalidURLIsShownWithoutItsSecrets(base: String, path: String, shown: String) async throws {
        let text = try await text(OpenTarget(baseURL: try #require(URL(string: base)), path: path))

        #expect(text.hasPrefix("invalidURL in OpenTarget: "), "\(text)")
        #expect(text.contains(shown), "\(text)")
        #expect(text.hasSuffix(" Check the target's baseURL and path."), "\(text)")
    }

    @Test func invalidURLOfAnEndpointIsShownWithoutItsSecrets() throws {
        let endpoint = Endpoint(url: "ftp://a.example/?token=hunter2", sampleResponseClosure: { .status(200) })
        let error = try #require(throws: TernError.self) { try endpoint.request() }

        #expect(error.reason.hasPrefix("\"ftp://a.example/?token=<redacted>\": "), "\(error.reason)")
    }

    @Test func missingSampleSuggestsSampleData() async throws {
        let provider = Provider<OpenTarget>(stubClosure: Provider.immediatelyStub)
        let error = try await #require(throws: TernError.self) {
            try await provider.request(OpenTarget(sampleData: Data()))
        }

        #expect(
            "\(error)" == """
                missingSample in OpenTarget (GET https://api.example.com/things): OpenTarget is stubbed, but its \
                sampleData is empty. Add .sample(…) to the target's route, implement sampleData of a target without \
                routes, or give the sample response in the provider's endpointClosure: Endpoint(target).responding(…).
                """
        )
    }

    @Test func missingSampleFileSuggestsTheFile() async throws {
        let text = try await text(OpenTarget(), sample: .file(URL(fileURLWithPath: "/nowhere/user.json")))

        #expect(text.contains("The sample file \"/nowhere/user.json\" can't be read."), "\(text)")
        #expect(text.hasSuffix(" Check the path given to .file(_:), and that the file can be read."), "\(text)")
    }
}
