import Foundation
import Tern
import TernPlugins
import TernTesting
import TestDoubles
import Testing

/// The rules of a provider reach the texts of endpoints, of multipart forms, and of errors before the request exists.
@Suite(.timeLimit(.minutes(20)))
struct ProviderRulesTests {
    private static let hiding = Redaction.default.hiding("customer")

    // MARK: - Multipart forms

    @Test(arguments: [false, true]) func namesOfTheUserApplyToPartsOfAForm(isCompressed: Bool) async throws {
        let parts: [HTTPTask.Part] = [
            .text("blue7777", name: "customer"), .json(["customer": "green777"], name: "options"),
            .text("hunter22", name: "password"), .text("shown777", name: "title"),
        ]
        let message = "You sent blue7777, green777, hunter22 and shown777."
        let provider = Provider<OpenTarget>(
            returning: .json(["message": message], status: 400),
            plugins: isCompressed ? [RequestCompressionPlugin(minimumBytes: 1)] : []
        )
        let target = OpenTarget(method: .post, task: .multipart(parts))
        func text(_ rules: Redaction) async throws -> String {
            let provider = provider.configured { $0.redaction = rules }
            return try await #require(throws: TernError.self) { try await provider.request(target) }.description
        }

        #expect(try await text(.default).contains("blue7777, green777, <redacted> and shown777."))
        #expect(try await text(Self.hiding).contains("<redacted>, <redacted>, <redacted> and shown777."))
        #expect(try await text(.default.showing("password")).contains("blue7777, green777, hunter22 and shown777."))
    }

    @Test func namesOfTheUserApplyToFormsInForms() async throws {
        let inner = HTTPTask.Part.body(try .multipart([.text("blue7777", name: "customer")]), name: "inner")
        let provider = Provider<OpenTarget>(returning: .json(["message": "Not blue7777."], status: 400))
            .configured { $0.redaction = Self.hiding }

        let error = try await #require(throws: TernError.self) {
            try await provider.request(OpenTarget(method: .post, task: .multipart([inner])))
        }

        #expect(error.description.contains("Not <redacted>."))
    }

    // MARK: - Endpoints

    private static let target = OpenTarget(path: "/things?customer=blue7&token=horse7", headers: ["X-Tenant": "green7"])

    /// A request closure can log its endpoint, and the request that it makes.
    @Test(arguments: [Redaction.default, hiding, .nothing, .everything.showing("X-Tenant")])
    func rulesApplyToTheEndpointOfARequestClosure(rules: Redaction) async throws {
        let texts = Watched<[String]>([])
        let provider = Provider<OpenTarget>(
            requestClosure: { endpoint, _ in
                let request = try endpoint.request()
                texts.append("\(endpoint)")
                texts.append(Mirror(reflecting: endpoint).children.map { "\($0)" }.joined())
                texts.append("\(request)")
                texts.append(request.curl())
                return request
            },
            transport: RecordingTransport { _ in .text("ok") }
        ).configured { $0.redaction = rules }
        _ = try await provider.request(Self.target)

        #expect(texts.value.count == 4)
        for text in texts.value {
            #expect(text.contains("blue7") == (rules == .default || rules == .nothing), "\(text)")
            #expect(text.contains("horse7") == (rules == .nothing), "\(text)")
        }
        for text in [texts.value[1], texts.value[3]] {
            #expect(text.contains("green7") == (rules != .default && rules != Self.hiding), "\(text)")
        }
    }

    @Test func defaultRulesApplyToAnEndpointWithoutAProvider() throws {
        let endpoint = Endpoint(Self.target)

        #expect("\(endpoint)" == "GET https://api.example.com/things?customer=blue7&token=<redacted>")
        #expect(try endpoint.request().curl().contains("token=<redacted>"))
    }

    /// A request closure can add names for single targets.
    @Test func rulesOfARequestClosureAreKept() async throws {
        let provider = Provider<OpenTarget>(
            requestClosure: { endpoint, _ in
                var request = try endpoint.request()
                request.redaction = request.redaction.hiding("orderID")
                return request
            },
            transport: RecordingTransport { _ in .text("no", status: 400) }
        ).configured { $0.redaction = Self.hiding }

        let error = try await #require(throws: TernError.self) {
            try await provider.request(OpenTarget(path: "/a?orderID=red7&customer=blue7&page=7"))
        }

        #expect(error.description.contains("orderID=<redacted>&customer=<redacted>&page=7"))
    }

    @Test func rulesApplyToARequestThatARequestClosureMakesItself() async throws {
        let url = try #require(URL(string: "https://a.example/?customer=blue7"))
        let provider = Provider<OpenTarget>(
            requestClosure: { _, _ in Request(url: url) },
            transport: RecordingTransport { _ in .text("no", status: 400) }
        ).configured { $0.redaction = Self.hiding }

        let error = try await #require(throws: TernError.self) { try await provider.request(OpenTarget()) }

        #expect(error.description.contains("customer=<redacted>"))
    }

    // MARK: - Explanations

    /// The value is too short to be removed from the rest of the text.
    @Test func explanationShowsTheEndpointByTheRules() async throws {
        let provider = Provider<OpenTarget>(transport: RecordingTransport()).configured { $0.redaction = Self.hiding }

        let text = "\(await provider.explain(OpenTarget(path: "/things?customer=b7&page=1")))"

        #expect(text.hasPrefix("OpenTarget: GET https://api.example.com/things?customer=<redacted>&page=1"), "\(text)")
        #expect(!text.contains("b7"), "\(text)")
    }

    // MARK: - Errors

    @Test(arguments: ["/../a?customer=blue7", "//a?customer=blue7", "/a?customer=blue7#b"])
    func rulesApplyToTheReasonOfAnInvalidURL(path: String) async throws {
        func error(_ rules: Redaction) async throws -> TernError {
            let provider = Provider<OpenTarget>(transport: RecordingTransport()).configured { $0.redaction = rules }
            return try await #require(throws: TernError.self) { try await provider.request(OpenTarget(path: path)) }
        }

        #expect(try await error(.default).reason.contains("customer=blue7"))
        #expect(try await error(Self.hiding).reason.contains("customer=<redacted>"))
        #expect(try await error(.everything).description.contains("blue7") == false)
        #expect(try await error(.nothing).description.contains("customer=blue7"))
    }

    @Test func rulesApplyToTheURLOfTheOptions() async throws {
        var moved = CallOptions()
        moved.url = URL(string: "https://other.example/?customer=blue7&token=horse7")
        let options = moved
        func text(_ rules: Redaction) async throws -> String {
            let provider = Provider<OpenTarget>(transport: RecordingTransport()).configured { $0.redaction = rules }
            return try await #require(throws: TernError.self) {
                try await provider.response(to: OpenTarget(), options: options)
            }.description
        }

        #expect(try await text(.nothing).contains("?customer=blue7&token=horse7"))
        #expect(try await text(Self.hiding).contains("?customer=<redacted>&token=<redacted>"))
    }

    /// The reason quotes the error of the stream, so it isn't shown under rules that hide everything.
    @Test func rulesForEverythingHideTheErrorOfABody() async throws {
        let log = Watched<[String]>([])

        #expect(try await Self.error(of: .default, log).description.contains("Broken: sensor blue7 is gone"))
        #expect(log.value.joined().contains("blue7"))
        log.update { $0 = [] }
        let hidden = try await Self.error(of: .everything, log)
        #expect(hidden.code == .encodingFailed)
        #expect(log.value.joined().contains("encodingFailed") && !log.value.joined().contains("blue7"))
        for text in textForms(ofError: hidden) where !text.contains("Contents") {
            #expect(!text.contains("blue7"), "\(text)")
        }
    }

    private struct Broken: Error, CustomStringConvertible { let description = "sensor blue7 is gone" }

    private static func error(of rules: Redaction, _ log: Watched<[String]>) async throws -> TernError {
        let stream = HTTPTask.stream {
            AsyncThrowingStream<Data, any Error> { $0.finish(throwing: Broken()) }
        }
        let provider = Provider<OpenTarget>(
            returning: .status(200),
            plugins: [LogPlugin { log.append($0.text) }]
        ).configured { $0.redaction = rules }
        return try await #require(throws: TernError.self) {
            try await provider.request(OpenTarget(method: .post, task: stream))
        }
    }
}
