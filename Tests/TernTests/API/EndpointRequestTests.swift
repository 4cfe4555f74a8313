import Foundation
import Tern
import TestDoubles
import Testing

@Suite(.timeLimit(.minutes(20)))
struct EndpointRequestTests {
    private struct Unencodable: Encodable, Sendable {
        let secret: String

        func encode(to encoder: any Encoder) throws {
            let text = "Can't write \(self), since \(secret) is not for JSON."
            throw EncodingError.invalidValue(self, .init(codingPath: encoder.codingPath, debugDescription: text))
        }
    }

    private struct Wrapper: Encodable, Sendable {
        var account = ["card": Unencodable(secret: "hunter2")]
    }

    private func request(_ target: OpenTarget) throws -> Request {
        try Endpoint(target).request()
    }

    /// The error of a target that must not reach the transport.
    private func errorUnsent(_ target: OpenTarget) async throws -> TernError {
        let transport = RecordingTransport { _ in .text("never") }
        let provider = Provider<OpenTarget>(transport: transport)
        let error = try await #require(throws: TernError.self) { try await provider.request(target) }
        #expect(transport.requests.isEmpty)
        #expect(error.attempts == 0)
        #expect(error.target is OpenTarget)
        return error
    }

    @Test func malformedNameOfAFieldIsNotQuoted() async throws {
        // The name and the value are swapped.
        let headers = HTTPHeaders([.init(name: "Bearer sk_live_hunter2", value: "Authorization")])

        let error = try await errorUnsent(OpenTarget(headers: headers))

        #expect(error.reason == #"The field name that begins with "Bearer" is not valid: byte 7 is 0x20."#)
        #expect(leaks(of: "hunter2", in: textForms(ofError: error) + textForms(of: headers)).isEmpty)
        #expect("\(headers)" == "Bearer<redacted>: <redacted>")
    }

    @Test func valueOfARefusedFieldIsNotQuoted() async throws {
        let error = try await errorUnsent(OpenTarget(headers: ["X-Custom": "hunter2\r\n"]))

        #expect(error.reason.contains("X-Custom"))
        #expect(leaks(of: "hunter2", in: textForms(ofError: error)).isEmpty)
    }

    @Test func methodThatIsNoTokenIsNeverSent() async throws {
        #expect(try await errorUnsent(OpenTarget(method: "GE T")).code == .invalidField)
    }

    @Test func aContentTypeThatWouldEndTheFieldIsNeverSent() async throws {
        let error = try await errorUnsent(OpenTarget(task: .data(Data([1]), contentType: "a/b\r\nX: 1")))

        #expect(error.code == .invalidField)
    }

    @Test func bodiesThatAreStreamsAreRefused() async throws {
        let transport = RecordingTransport { _ in .text("never") }
        let provider = Provider<OpenTarget>(
            requestClosure: { endpoint, _ in
                var request = URLRequest(try endpoint.request())
                request.httpBodyStream = InputStream(data: Data([1]))
                return try Request(request)
            },
            transport: transport
        )

        #expect(await failure { try await provider.request(OpenTarget()) }?.code == .bodyNotReplayable)

        #expect(transport.requests.isEmpty)
    }

    @Test(
        arguments: [
            (.plain, [:], nil), (.query(["a": 1]), [:], nil), (.json([1]), [:], "application/json"),
            (.json([1]), ["content-type": "application/vnd.api+json"], "application/vnd.api+json"),
            (.form(["a": 1]), [:], "application/x-www-form-urlencoded"),
            (.data(Data([1])), [:], "application/octet-stream"),
            (.data(Data([1]), contentType: "image/png"), [:], "image/png"),
            (.plain, ["Content-Type": "text/plain"], "text/plain"),
        ] as [(HTTPTask, HTTPHeaders, String?)]
    )
    func contentTypeOfTheBodyIsUsedUnlessTheFieldsHaveOne(
        task: HTTPTask,
        headers: HTTPHeaders,
        expected: String?
    ) throws {
        let request = try request(OpenTarget(method: .post, task: task, headers: headers))

        #expect(request.headers["Content-Type"] == expected)
        #expect(request.headers.count == (expected == nil ? 0 : 1))
    }

    @Test func fieldsOfTheSameNameAreJoinedInTheSpellingOfTheFirst() throws {
        let request = try request(OpenTarget(headers: ["Accept": "a/b", "X": "1", "accept": "c/d", "ACCEPT": "e/f"]))

        #expect(request.headers.values(for: "accept") == ["a/b", "c/d", "e/f"])
        #expect(URLRequest(request).allHTTPHeaderFields == ["Accept": "a/b, c/d, e/f", "X": "1"])
    }

    @Test func cookiesAreJoinedBySemicolons() throws {
        let request = try request(OpenTarget(headers: ["cookie": "a=1", "Cookie": "b=2"]))

        #expect(URLRequest(request).allHTTPHeaderFields == ["cookie": "a=1; b=2"])
    }

    @Test(arguments: [.get, .head, .post, .put, .patch, .delete, "PURGE"] as [HTTPMethod])
    func requestHasTheMethodAndBodyOfTheTarget(method: HTTPMethod) throws {
        let request = try request(OpenTarget(method: method, task: .data(Data([1]))))

        #expect(request.method == method)
        #expect(request.body?.data == Data([1]))
    }

    @Test(
        arguments: [
            .json(Wrapper()), .form(["account": Unencodable(secret: "hunter2")]),
            .query(["account": Unencodable(secret: "hunter2")]),
        ] as [HTTPTask]
    )
    func failedEncodingIsReportedWithoutTheValue(task: HTTPTask) async throws {
        let error = try await errorUnsent(OpenTarget(method: .post, task: task))

        #expect(error.code == .encodingFailed)
        #expect(error.underlying is EncodingError)
        #expect(error.reason.contains("account"))
        #expect(leaks(of: "hunter2", in: textForms(ofError: error)).isEmpty)
    }

    @Test func aSampleThatCannotBeEncodedIsReportedWithoutItsValue() async throws {
        let provider = Provider<OpenTarget>(returning: .json(Wrapper()))

        let error = try await #require(throws: TernError.self) { try await provider.request(OpenTarget()) }

        #expect(error.code == .encodingFailed)
        #expect(error.underlying is EncodingError)
        #expect(error.description.contains("account.card"))
        #expect(leaks(of: "hunter2", in: textForms(ofError: error)).isEmpty)
    }

    @Test func numbersWithoutAJSONFormAreNamedByTheirCodingPath() async throws {
        let error = try await errorUnsent(OpenTarget(method: .post, task: .json(["ratio": Double.nan])))

        #expect(error.code == .encodingFailed)
        #expect(error.description.contains("\"ratio\""))
    }
}
