import Foundation
import Tern
import TernTesting
import TestDoubles
import Testing

/// Calls of a provider over each engine. The rules of one exchange are cases of the conformance suite.
@Suite(.timeLimit(.minutes(20)))
struct LiveTransportTests {
    @Test(arguments: Engine.allCases) func bodyFieldsAndStatusAreTransferredBothWays(on engine: Engine) async throws {
        let server = try LoopbackServer { request in
            #expect(request.method == "PUT")
            #expect(request.requestTarget == "/things?page=2")
            #expect(request.headers["X-One"] == "1")
            #expect(request.headers["Content-Type"] == "application/json")
            return .data(request.body, contentType: "application/json", status: 201, headers: ["X-Two": "2"])
        }
        let target = LiveTarget(
            server.url,
            "/things",
            method: .put,
            task: .json(["a": 1]).query(["page": 2]),
            headers: ["X-One": "1"]
        )

        let response = try await engine.provider().request(target)

        #expect(response.statusCode == 201)
        #expect(response.headers["x-two"] == "2")
        #expect(response.data == Data(#"{"a":1}"#.utf8))
        #expect(response.url?.path == "/things")
    }

    @Test(arguments: Engine.allCases) func callFinishesAfterItsProviderIsReleased(on engine: Engine) async throws {
        let arrived = SampleGate()
        let server = try LoopbackServer { _ in
            try await arrived.pass()
            return .text("late")
        }
        let call = Task {
            // The only reference to the provider is that of the call itself.
            try await Provider<LiveTarget>(transport: try engine.transport()).request(LiveTarget(server, "/")).string()
        }
        try await server.waitForRequests(atLeast: 1)
        arrived.release()
        #expect(try await call.value == "late")
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
        let error = await failure { try await engine.provider().request(LiveTarget(server, "/")) }
        #expect(error != nil && error?.code != .cancelled && error?.code != .timedOut)
    }

    /// FoundationNetworking doesn't tell malformed data from other failures.
    @Test(arguments: Engine.allCases) func malformedGzipIsNotALostConnection(on engine: Engine) async throws {
        let server = try LoopbackServer { _ in .text("no gzip", headers: ["Content-Encoding": "gzip"]) }
        let error = await failure { try await engine.provider().request(LiveTarget(server, "/")) }
        #expect(error?.code == .malformedResponse || error?.code == .transportFailed)
    }
}
