import Foundation
import Tern
import TernTesting
import TestDoubles
import Testing

/// Plugins that return requests that can't be sent, or can't be sent again.
@Suite(.timeLimit(.minutes(20)))
struct HostilePluginTests {
    private struct ChangingPlugin: Plugin {
        let change: @Sendable (inout Request) -> Void

        func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
            var request = request
            change(&request)
            return try await next(request)
        }
    }

    private struct RetryingPlugin: Plugin {
        func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
            do { return try await next(request) } catch { return try await next(request) }
        }
    }

    /// A live and a stubbed provider: both have to fail in the same way.
    enum Place: CaseIterable {
        case stub
        case server
    }

    private static func pieces(_ texts: String...) -> AsyncStream<Data> {
        AsyncStream { continuation in
            for text in texts { continuation.yield(Data(text.utf8)) }
            continuation.finish()
        }
    }

    /// - Parameter status: The status of every response.
    private func provider(
        _ place: Place,
        status: Int = 200,
        _ plugins: any Plugin...
    ) throws -> (Provider<OpenTarget>, OpenTarget, LoopbackServer) {
        let server = try LoopbackServer { request in .data(request.body, status: status) }
        let provider = Provider<OpenTarget>(
            endpointClosure: { Endpoint($0).responding(.status(status)) },
            stubClosure: place == .stub ? Provider.immediatelyStub : Provider.neverStub,
            plugins: plugins
        )
        return (provider, OpenTarget(baseURL: server.url, method: .post), server)
    }

    @Test(arguments: Place.allCases)
    func oneShotBodyIsNotSentTwice(_ place: Place) async throws {
        let body = RequestBody.stream(once: Self.pieces("some", "thing"))
        let (provider, target, server) = try provider(
            place,
            status: 503,
            RetryingPlugin(),
            ChangingPlugin { $0.body = body }
        )

        let error = try await #require(throws: TernError.self) { try await provider.request(target) }

        #expect(error.code == .bodyNotReplayable)
        #expect(error.attempts == 1)
        #expect(error.reason.contains("sent already"))
        #expect(server.requests.map(\.body) == (place == .stub ? [] : [Data("something".utf8)]))
    }

    @Test(arguments: Place.allCases)
    func oneShotBodyOfAnotherCallIsRefused(_ place: Place) async throws {
        let body = RequestBody.stream(once: Self.pieces("some"))
        let (provider, target, server) = try provider(place, ChangingPlugin { $0.body = body })
        _ = try await provider.request(target)

        let error = try await #require(throws: TernError.self) { try await provider.request(target) }

        #expect(error.code == .bodyNotReplayable)
        #expect(error.attempts == 0)
        #expect(server.requestCount == (place == .stub ? 0 : 1))
    }

    @Test(arguments: Place.allCases)
    func replayableStreamIsSentInEachAttempt(_ place: Place) async throws {
        let body = RequestBody.stream { Self.pieces("some") }
        let (provider, target, server) = try provider(
            place,
            status: 503,
            RetryingPlugin(),
            ChangingPlugin { $0.body = body }
        )

        let error = try await #require(throws: TernError.self) { try await provider.request(target) }

        #expect(error.code == .unacceptableStatus)
        #expect(error.attempts == 2)
        #expect(server.requests.map(\.body) == (place == .stub ? [] : [Data("some".utf8), Data("some".utf8)]))
    }

    @Test(arguments: Place.allCases)
    func methodMayBeChanged(_ place: Place) async throws {
        let (provider, target, server) = try provider(place, ChangingPlugin { $0.method = .delete })

        #expect(try await provider.request(target).request?.method == .delete)
        #expect(server.requests.map(\.method) == (place == .stub ? [] : [.delete]))
    }

    private struct BadRequest: CustomTestStringConvertible {
        let testDescription: String
        let code: TernError.Code
        let change: @Sendable (inout Request) -> Void

        init(_ name: String, _ code: TernError.Code, _ change: @escaping @Sendable (inout Request) -> Void) {
            testDescription = name
            self.code = code
            self.change = change
        }
    }

    private static func change<Value>(_ value: inout Value, to new: Value) throws {
        value = new
        throw URLError(.unknown)
    }

    private static let badRequests = [
        BadRequest("a field with a line break", .invalidField) { $0.headers["X-A"] = "a\r\nX-B: b" },
        BadRequest("a field's name with a blank", .invalidField) { $0.headers["a b"] = "c" },
        BadRequest("a method with a blank", .invalidField) { $0.method = "GE T" },
        BadRequest("another scheme", .invalidURL) { $0.url = URL(string: "ftp://a.example")! },
        BadRequest("a relative URL", .invalidURL) { $0.url = URL(string: "/relative")! },
        BadRequest("a field from a change that throws", .invalidField) {
            var headers = $0.headers
            headers["X-A"] = "a\r\nX-B: b"
            try? change(&$0.headers, to: headers)
        },
        BadRequest("a method from a change that throws", .invalidField) { try? change(&$0.method, to: "GE T") },
        BadRequest("a URL from a change that throws", .invalidURL) {
            try? change(&$0.url, to: URL(string: "ftp://a.example")!)
        },
        BadRequest("no time", .timedOut) { $0.timeout = .zero },
        BadRequest("a negative idle timeout", .timedOut) { $0.idleTimeout = .seconds(-1) },
        BadRequest("a wrong length", .invalidField) { $0.headers["Content-Length"] = "7" },
    ]

    @Test(arguments: Place.allCases, badRequests)
    private func requestThatCannotBeSentIsRefused(_ place: Place, _ example: BadRequest) async throws {
        let (provider, target, server) = try provider(place, ChangingPlugin(change: example.change))

        let error = try await #require(throws: TernError.self) { try await provider.request(target) }

        #expect(error.code == example.code)
        #expect(error.attempts == 0)
        #expect(server.requestCount == 0)
    }
}
