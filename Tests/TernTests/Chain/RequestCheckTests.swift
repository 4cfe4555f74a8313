import Foundation
import Tern
import TernTesting
import TestDoubles
import Testing

/// Requests that are refused before the transport receives them.
@Suite(.timeLimit(.minutes(20)))
struct RequestCheckTests {
    let transport = RecordingTransport { _ in .text("sent") }

    private func failure(_ target: OpenTarget) async throws -> TernError {
        let provider = Provider<OpenTarget>(transport: transport)
        return try #require(await #expect(throws: TernError.self) { try await provider.request(target) })
    }

    @Test(arguments: ["3", "43", "-1", "abc", "4, 4", ""])
    func wrongContentLengthIsRefused(length: String) async throws {
        let body = Data("abcd".utf8)
        let error = try await failure(
            OpenTarget(method: .post, task: .data(body), headers: ["Content-length": length])
        )
        #expect(error.code == .invalidField)
        #expect(error.attempts == 0)
        #expect(transport.requests.isEmpty)
    }

    @Test func contentLengthOfTheBodyIsSent() async throws {
        let provider = Provider<OpenTarget>(transport: transport)
        let target = OpenTarget(method: .post, task: .data(Data("abcd".utf8)), headers: ["Content-Length": "4"])
        #expect(try await provider.request(target).string() == "sent")
    }

    @Test func transferEncodingIsRefused() async throws {
        let error = try await failure(OpenTarget(method: .post, headers: ["transfer-encoding": "chunked"]))
        #expect(error.code == .invalidField)
        #expect(transport.requests.isEmpty)
    }

    /// RFC 9110, sections 9.3.2 and 9.3.8.
    @Test(arguments: [.head, "TRACE"] as [HTTPMethod], [Provider<OpenTarget>.neverStub, Provider.immediatelyStub])
    func bodyWithHEADOrTRACEIsRefused(
        method: HTTPMethod,
        stub: @escaping @Sendable (OpenTarget) -> StubBehavior
    ) async throws {
        let provider = Provider<OpenTarget>(stubClosure: stub, transport: transport)
        let error = try #require(
            await #expect(throws: TernError.self) {
                try await provider.request(OpenTarget(method: method, task: .data(Data("abcd".utf8))))
            }
        )
        #expect(error.code == .invalidField)
        #expect(error.reason.contains("\(method)"))
        #expect(error.attempts == 0)
        #expect(transport.requests.isEmpty)
    }

    @Test func emptyBodyWithHEADIsNone() async throws {
        let server = try LoopbackServer { .text($0.method.rawValue, headers: ["X-Method": $0.method.rawValue]) }
        let provider = Provider<OpenTarget>(transport: .platform)

        let response = try await provider.request(OpenTarget(baseURL: server.url, method: .head, task: .data(Data())))

        #expect(response.headers["X-Method"] == "HEAD")
        #expect(server.requests.map(\.body) == [Data()])
    }

    #if os(Linux)
        @Test func libcurlRefusesABodyWithHEAD() async throws {
            let server = try LoopbackServer { .text($0.method.rawValue) }
            let request = Request(url: server.url, method: .head, body: .data(Data("abcd".utf8)))

            let error = await #expect(throws: TernError.self) { try await CurlTransport().send(request) }

            #expect(error?.code == .invalidField)
            #expect(server.requestCount == 0)
        }
    #endif

    @Test(arguments: [Duration.zero, .seconds(-1)])
    func nonPositiveTimeoutFailsUnsent(timeout: Duration) async throws {
        let error = try await failure(OpenTarget(timeout: timeout))
        #expect(error.code == .timedOut)
        #expect(error.attempts == 0)
        #expect(transport.requests.isEmpty)
    }

    @Test func callCancelledWhileItIsBuiltIsNotSent() async throws {
        let provider = Provider<OpenTarget>(
            requestClosure: { endpoint, _ in
                withUnsafeCurrentTask { $0?.cancel() }
                return try endpoint.request()
            },
            transport: transport
        )
        let call = Task { try await provider.request(OpenTarget()) }
        let error = try #require(await #expect(throws: TernError.self) { try await call.value })
        #expect(error.code == .cancelled)
        #expect(error.attempts == 0)
        #expect(transport.requests.isEmpty)
    }

    @Test func errorOfAnInvalidURLOmitsSecretsInItsQuery() async throws {
        let base = try #require(URL(string: "ftp://api.example.com"))
        let error = try await failure(OpenTarget(baseURL: base, task: .query(["api_key": "hunter2secret"])))
        #expect(error.code == .invalidURL)
        #expect(leaks(of: "hunter2secret", in: textForms(ofError: error) + [error.reason]) == [])
    }
}
