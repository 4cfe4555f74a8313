import Foundation
import Tern
import TernTesting
import TestDoubles
import Testing

/// Faults on the connection, and redirects.
@Suite(.timeLimit(.minutes(20)))
struct LiveFaultTests {

    private func failure(of server: LoopbackServer, on engine: Engine, timeout: Duration? = nil) async throws
        -> TernError
    {
        try #require(
            await #expect(throws: TernError.self) {
                try await engine.provider().request(LiveTarget(server, "/", timeout: timeout))
            }
        )
    }

    @Test(arguments: Engine.allCases) func closedPortIsConnectionRefused(on engine: Engine) async throws {
        let port = try ClosedLoopbackPort()
        let error = await #expect(throws: TernError.self) {
            try await engine.provider().request(LiveTarget(port.url, "/"))
        }
        #expect(error?.code == .connectionRefused)
        withExtendedLifetime(port) {}
    }

    @Test func emptyBodyIsWithinAnyLimit() async throws {
        let server = try LoopbackServer { _ in .status(204) }
        let stub = Provider<LiveTarget>(
            endpointClosure: { Endpoint($0).responding(.status(204)) },
            stubClosure: Provider.immediatelyStub
        )
        for provider in try Engine.allCases.map({ try $0.provider() }) + [stub] {
            let bounded = provider.configured { $0.maximumBodyBytes = -1 }
            #expect(try await bounded.request(LiveTarget(server, "/")).statusCode == 204)
        }
    }

    @Test(arguments: Engine.allCases) func closingBeforeTheHeadIsAnError(on engine: Engine) async throws {
        let server = try LoopbackServer { _ in .verbatim(Data()) }
        #expect(try await failure(of: server, on: engine).code == .connectionLost)
    }

    @Test(arguments: Engine.allCases) func closingInsideTheBodyIsConnectionLost(on engine: Engine) async throws {
        let server = try LoopbackServer { _ in
            SampleResponse(headers: ["Content-Length": "100"], body: Data("short".utf8))
        }
        #expect(try await failure(of: server, on: engine).code == .connectionLost)
    }

    @Test(arguments: Engine.allCases, ["garbage\r\n\r\n", "HTTP/1.1 abc\r\n\r\n", "\u{0}\u{1}\u{2}"])
    func responseThatIsNotHTTPIsMalformed(on engine: Engine, bytes: String) async throws {
        let server = try LoopbackServer { _ in .verbatim(Data(bytes.utf8)) }
        #expect(try await failure(of: server, on: engine).code == .malformedResponse)
    }

    @Test(
        arguments: Engine.allCases,
        [
            "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nshort\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nshort\r\n0\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nnogzi",
            "garbage\r\n\r\n", "HTTP/1.1 abc\r\n\r\n", "\u{0}\u{1}\u{2}",
            "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
        ]
    )
    func brokenResponsesNeverTrap(on engine: Engine, bytes: String) async throws {
        let server = try LoopbackServer { _ in .verbatim(Data(bytes.utf8)) }
        let error = try await failure(of: server, on: engine)
        #expect(error.underlying != nil || error.code == .malformedResponse)
        #expect(error.attempts == 1)
    }

    @Test(
        arguments: Engine.allCases,
        [
            SampleResponse.verbatim(Data()).stalling(),
            SampleResponse.verbatim(Data("HTTP/1.1 200".utf8)).stalling(),
            SampleResponse(headers: ["Content-Length": "100"], body: Data("some".utf8)).stalling(),
        ]
    )
    func silenceEndsWithTheTargetsTimeout(on engine: Engine, response: SampleResponse) async throws {
        let server = try LoopbackServer { _ in response }
        let error = try await failure(of: server, on: engine, timeout: .milliseconds(30))
        #expect(error.code == .timedOut)
        try await server.waitForOpenConnections(atMost: 0)
    }

    @Test(arguments: Engine.allCases) func redirectsAreFollowedWithTheirBody(on engine: Engine) async throws {
        let server = try LoopbackServer(
            routes: ["POST /a": .status(307, headers: ["Location": "b?x=1"])],
            handlers: ["POST /b": { .data($0.body, headers: ["X-Target": $0.requestTarget]) }]
        )
        let response = try await engine.provider().request(
            LiveTarget(server.url, "/a", method: .post, task: .data(Data("again".utf8)))
        )
        #expect(response.data == Data("again".utf8))
        #expect(response.headers["X-Target"] == "/b?x=1")
        #expect(response.url?.path == "/b")
        #expect(response.request?.url.path == "/a")
    }

    @Test(arguments: Engine.allCases) func redirectToAnotherOriginDropsCredentials(on engine: Engine)
        async throws
    {
        let other = try LoopbackServer { _ in .text("other") }
        let server = try LoopbackServer { _ in .status(302, headers: ["Location": other.url.absoluteString + "/x"]) }
        let headers: HTTPHeaders = ["Authorization": "Bearer secret", "X-Plain": "1", "Accept-Language": "de"]
        let target = LiveTarget(server, "/", headers: headers)

        #expect(try await engine.provider().request(target).string() == "other")

        #expect(server.requests.first?.headers["Authorization"] == "Bearer secret")
        let second = try #require(other.requests.first)
        #expect(second.headers["Authorization"] == nil)
        #expect(second.headers["X-Plain"] == nil)
        #expect(second.headers["Accept-Language"] == "de")
    }

    @Test(arguments: Engine.allCases) func contentLengthWithoutABodyIsIgnored(on engine: Engine) async throws {
        let server = try LoopbackServer { _ in .status(304, headers: ["Content-Length": "100"]) }
        let small = try engine.provider().configured { $0.maximumBodyBytes = 50 }
        #expect(try await small.request(LiveTarget(server.url, "/", validation: .none)).statusCode == 304)
    }

    @Test(arguments: Engine.allCases) func bodyOfARedirectDoesNotCount(on engine: Engine) async throws {
        let server = try LoopbackServer(routes: [
            "GET /a": .text(String(repeating: "x", count: 200), status: 302, headers: ["Location": "/b"]),
            "GET /b": .text("short"),
        ])
        let small = try engine.provider().configured { $0.maximumBodyBytes = 50 }
        #expect(try await small.request(LiveTarget(server, "/a")).string() == "short")
    }

    @Test(arguments: Engine.allCases) func malformedGzipIsNotALostConnection(on engine: Engine) async throws {
        let server = try LoopbackServer { _ in .text("no gzip", headers: ["Content-Encoding": "gzip"]) }
        #expect([.malformedResponse, .transportFailed].contains(try await failure(of: server, on: engine).code))
    }

    @Test(arguments: Engine.allCases) func redirectLoopEnds(on engine: Engine) async throws {
        let server = try LoopbackServer { _ in .status(302, headers: ["Location": "/"]) }
        #expect(try await failure(of: server, on: engine).code == .tooManyRedirects)
        #expect(server.requestCount == 21)
    }

    @Test(
        arguments: Engine.allCases,
        [
            "x:y", "?", "#", "//", "///x", "http://", "https://[::1", "%zz", "a b", "\u{e9}", "http://127.0.0.1:99999/",
            "http://user:pass@127.0.0.1:1/", "\\\\evil", "javascript:alert(1)", "http://a..b/", "?%zz", "#%zz", ":",
            "a:1/2",
        ]
    )
    func invalidLocationsNeverTrap(on engine: Engine, location: String) async throws {
        let server = try LoopbackServer { _ in
            .verbatim(Data("HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: \(location)\r\n\r\n".utf8))
        }
        let error = try await failure(of: server, on: engine)
        #expect(error.code != .cancelled && error.code != .timedOut)
    }

    @Test(arguments: Engine.allCases) func redirectWithoutLocationIsTheResponse(on engine: Engine) async throws {
        let server = try LoopbackServer { _ in .status(302) }
        let response = try await engine.provider().request(LiveTarget(server.url, "/", validation: .none))
        #expect(response.statusCode == 302)
    }

    @Test(arguments: Engine.allCases) func cookiesAreNotKept(on engine: Engine) async throws {
        let server = try LoopbackServer { _ in .text("ok", headers: ["Set-Cookie": "a=b"]) }
        for _ in 0..<2 { _ = try await engine.provider().request(LiveTarget(server, "/")) }
        #expect(server.requests.map { $0.headers["Cookie"] } == [nil, nil])
    }
}
