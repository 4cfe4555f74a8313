import Foundation
import Tern
import TernTesting
import TestDoubles
import Testing

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

    @Test(arguments: Engine.allCases) func unacceptableStatusHasTheCompleteResponse(on engine: Engine) async throws {
        let server = try LoopbackServer(routes: ["GET /": .json(#"{"message":"no"}"#, status: 500)])
        let error = await #expect(throws: TernError.self) {
            try await engine.provider().request(LiveTarget(server, "/"))
        }
        #expect(error?.code == .unacceptableStatus)
        #expect(error?.response?.statusCode == 500)
        #expect(error?.response?.data == Data(#"{"message":"no"}"#.utf8))
        #expect(error?.attempts == 1)
    }

    @Test(arguments: Engine.allCases, ["Basic realm=\"x\"", "Digest realm=\"x\", nonce=\"1\"", "Bearer", "Negotiate"])
    func challengeIsReturnedAsTheResponse(on engine: Engine, challenge: String) async throws {
        let server = try LoopbackServer { _ in
            .json(#"{"message":"who?"}"#, status: 401, headers: ["WWW-Authenticate": challenge])
        }
        let error = await #expect(throws: TernError.self) {
            try await engine.provider().request(LiveTarget(server, "/"))
        }
        #expect(error?.code == .unacceptableStatus)
        #expect(error?.response?.statusCode == 401)
        #expect(error?.response?.data == Data(#"{"message":"who?"}"#.utf8))
    }

    @Test(arguments: Engine.allCases) func proxyChallengeIsReturnedAsTheResponse(on engine: Engine) async throws {
        let server = try LoopbackServer { _ in
            .text("who?", status: 407, headers: ["Proxy-Authenticate": "Basic realm=\"x\""])
        }
        let error = await #expect(throws: TernError.self) {
            try await engine.provider().request(LiveTarget(server, "/"))
        }
        #expect(error?.response?.statusCode == 407)
    }

    @Test(arguments: Engine.allCases) func bodyPastTheLimitFailsAndClosesTheConnection(on engine: Engine) async throws {
        let server = try LoopbackServer { _ in
            SampleResponse(headers: ["Content-Length": "1000001"], body: Data(repeating: 1, count: 10)).stalling()
        }
        let small = try engine.provider().configured { $0.maximumBodyBytes = 1_000_000 }
        let error = await #expect(throws: TernError.self) { try await small.request(LiveTarget(server, "/")) }
        #expect(error?.code == .bodyTooLarge)
        try await server.waitForOpenConnections(atMost: 0)
    }

    @Test(arguments: Engine.allCases) func bodyOfTheLimitIsCollected(on engine: Engine) async throws {
        let server = try LoopbackServer { _ in .data(Data(repeating: 1, count: 1_000_000)) }
        let small = try engine.provider().configured { $0.maximumBodyBytes = 1_000_000 }
        #expect(try await small.request(LiveTarget(server, "/")).data.count == 1_000_000)
    }

    @Test(arguments: Engine.allCases) func bodyWithoutAnEndStopsAtTheLimit(on engine: Engine) async throws {
        let server = try LoopbackServer { _ in
            let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1000000\r\n"
            return .verbatim(Data(head.utf8) + Data(repeating: 1, count: 1_000_001)).stalling()
        }
        let small = try engine.provider().configured { $0.maximumBodyBytes = 1_000_000 }
        let error = await #expect(throws: TernError.self) { try await small.request(LiveTarget(server, "/")) }
        #expect(error?.code == .bodyTooLarge)
        try await server.waitForOpenConnections(atMost: 0)
    }

    @Test(arguments: Engine.allCases) func requestsWithInvalidTimeoutIntervalsSucceed(on engine: Engine) async throws {
        let server = try LoopbackServer { _ in .text("fine") }
        for seconds in [TimeInterval.infinity, .nan, -1, 0, 0.9, 1e300] {
            let provider = Provider<LiveTarget>(
                requestClosure: { endpoint, _ in
                    var request = URLRequest(try endpoint.request())
                    request.timeoutInterval = seconds
                    return try Request(request)
                },
                transport: try engine.transport()
            )
            #expect(try await provider.request(LiveTarget(server, "/")).string() == "fine")
        }
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
}
