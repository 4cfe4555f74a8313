import Foundation
import Tern
import TernTesting
import TestDoubles
import Testing

/// Requests of a request closure or a plugin that are refused before the transport or the stub receives them.
@Suite(.timeLimit(.minutes(20)))
struct RequestCheckTests {
    enum Origin: CaseIterable { case requestClosure, plugin }

    /// A request that can't be sent, with the code and a part of the reason of its error.
    struct Example: CustomTestStringConvertible {
        let testDescription: String
        let code: TernError.Code
        let reason: String
        let change: @Sendable (inout Request) -> Void

        init(
            _ name: String,
            _ code: TernError.Code = .invalidField,
            reason: String = "",
            _ change: @escaping @Sendable (inout Request) -> Void
        ) {
            (testDescription, self.code, self.reason, self.change) = (name, code, reason, change)
        }
    }

    private static let fields = [
        ("X-A", "a\r\nInjected: 1"), ("X-A", "a\r"), ("X-A", "a\nb"), ("X-A", "\0"), ("X-A", "é\r\n"),
        ("X-A", "a\u{1}b"), ("X-A", "a\u{1B}b"), ("X-A", "a\u{7F}b"),
        ("", "a"), ("X A", "a"), ("X-A:", "a"), ("X\r\nY", "a"), ("X-É", "a"), ("X\0", "a"), ("X(", "a"),
    ]
    private static let methods: [HTTPMethod] = [
        "", "GE T", "GET\r\n", "GET\r\nX: 1", "GET / HTTP/1.1\r\nX:", "GÉT", "GET:",
    ]

    static let examples: [Example] = {
        var examples = [
            Example("Transfer-Encoding") { $0.headers["transfer-encoding"] = "chunked" },
            Example("a field from a change that throws") {
                var headers = $0.headers
                headers["X-A"] = "a\r\nX-B: b"
                try? change(&$0.headers, to: headers)
            },
            Example("a method from a change that throws") { try? change(&$0.method, to: "GE T") },
            Example("a URL from a change that throws", .invalidURL) {
                try? change(&$0.url, to: URL(string: "ftp://a.example") ?? $0.url)
            },
        ]
        for (name, value) in fields {
            examples.append(
                Example("field \(name.debugDescription): \(value.debugDescription)") {
                    $0.headers = HTTPHeaders([.init(name: name, value: value)])
                }
            )
        }
        for method in methods {
            examples.append(Example("method \(method.rawValue.debugDescription)") { $0.method = method })
        }
        for length in ["3", "43", "-1", "abc", "4, 4", ""] {
            examples.append(Example("length \(length.debugDescription)") { $0.headers["Content-length"] = length })
        }
        // RFC 9110, sections 9.3.2 and 9.3.8.
        for method in [.head, "TRACE"] as [HTTPMethod] {
            examples.append(Example("\(method) with a body", reason: "\(method)") { $0.method = method })
        }
        for url in ["ftp://a.example", "/relative"] {
            examples.append(Example("URL \(url)", .invalidURL) { $0.url = URL(string: url) ?? $0.url })
        }
        for timeout in [Duration.zero, .seconds(-1), .nanoseconds(-1), .seconds(Int64.min)] {
            examples.append(Example("timeout \(timeout)", .timedOut) { $0.timeout = timeout })
            examples.append(Example("idle timeout \(timeout)", .timedOut) { $0.idleTimeout = timeout })
        }
        return examples
    }()

    private static func change<Value>(_ value: inout Value, to new: Value) throws {
        value = new
        throw URLError(.unknown)
    }

    private let transport = RecordingTransport { _ in .text("sent") }

    @Test(arguments: Origin.allCases, examples)
    func requestThatCannotBeSentIsRefused(origin: Origin, example: Example) async throws {
        for stub in [Provider<OpenTarget>.neverStub, Provider.immediatelyStub] {
            let provider = Provider<OpenTarget>(
                requestClosure: { endpoint, _ in
                    var request = try endpoint.request()
                    if origin == .requestClosure { example.change(&request) }
                    return request
                },
                stubClosure: stub,
                transport: transport,
                plugins: [Hooks(prepare: { request, _ in if origin == .plugin { example.change(&request) } })]
            )
            let target = OpenTarget(method: .post, task: .data(Data("abcd".utf8)))

            let error = try #require(await failure { try await provider.request(target) })

            #expect(error.code == example.code)
            // Foundation finds no empty text in another one.
            #expect(example.reason.isEmpty || error.reason.contains(example.reason))
            #expect(error.attempts == 0)
            #expect(error.target is OpenTarget)
            #expect(!error.description.contains { $0.isNewline || $0 == "\0" })
        }
        #expect(transport.requests.isEmpty)
    }

    @Test func contentLengthOfTheBodyIsSent() async throws {
        let provider = Provider<OpenTarget>(transport: transport)
        let target = OpenTarget(method: .post, task: .data(Data("abcd".utf8)), headers: ["Content-Length": "4"])
        #expect(try await provider.request(target).string() == "sent")
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

    @Test func callCancelledWhileItIsBuiltIsNotSent() async throws {
        let provider = Provider<OpenTarget>(
            requestClosure: { endpoint, _ in
                withUnsafeCurrentTask { $0?.cancel() }
                return try endpoint.request()
            },
            transport: transport
        )
        let call = Task { try await provider.request(OpenTarget()) }
        let error = try #require(await failure { try await call.value })
        #expect(error.code == .cancelled)
        #expect(error.attempts == 0)
        #expect(transport.requests.isEmpty)
    }

    @Test func errorOfAnInvalidURLOmitsSecretsInItsQuery() async throws {
        let base = try #require(URL(string: "ftp://api.example.com"))
        let target = OpenTarget(baseURL: base, task: .query(["api_key": "hunter2secret"]))
        let provider = Provider<OpenTarget>(transport: transport)
        let error = try #require(await failure { try await provider.request(target) })
        #expect(error.code == .invalidURL)
        #expect(leaks(of: "hunter2secret", in: textForms(ofError: error) + [error.reason]) == [])
    }
}
