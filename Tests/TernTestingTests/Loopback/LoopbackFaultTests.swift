import Foundation
import Tern
import TernTesting
import Testing

@Suite(.timeLimit(.minutes(20)))
struct LoopbackFaultTests {
    struct API: TargetType {
        var baseURL: URL { URL(string: "https://api.example.com")! }
        var path: String { "/" }
    }

    private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n"
    private static let plainHead = head + "Content-Length: 5\r\n\r\n"
    private static let longerHead = head + "Content-Length: 6\r\n\r\n"
    private static let chunkedHead = head + "Transfer-Encoding: chunked\r\n\r\n"
    private static let closingHead = head + "Content-Length: 9\r\nConnection: close\r\n\r\n"
    private static let hints = "HTTP/1.1 103 Early Hints\r\n\r\n"
    private static let request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

    private static let phases: [(LoopbackFault.Phase, SampleResponse, String)] = [
        (.beforeHead, .text("hello"), ""),
        (.beforeHead, .text("hello").preceded(by: 103), ""),
        (.afterHead, .text("hello"), plainHead),
        (.afterHead, .text("hello").preceded(by: 103), hints + plainHead),
        (.afterHead, .text("hello").chunked(), chunkedHead),
        (.afterBodyBytes(0), .text("hello"), plainHead),
        (.afterBodyBytes(2), .text("hello"), plainHead + "he"),
        (.afterBodyBytes(2), .text("hello").chunked(), chunkedHead + "5\r\nhe"),
        (.afterBodyBytes(5), .text("hello").chunked(trailers: ["A": "b"]), chunkedHead + "5\r\nhello"),
        // The response isn't complete after the whole body, either.
        (.afterBodyBytes(5), .text("hello"), longerHead + "hello"),
        (.afterBodyBytes(99), .text("hello"), longerHead + "hello"),
        (.afterHead, .text(""), head + "Content-Length: 1\r\n\r\n"),
        (.afterBodyBytes(-1), .text("hello"), plainHead),
        (.afterBodyBytes(2), .status(204), "HTTP/1.1 204 No Content\r\n"),
        (.afterBodyBytes(1), .verbatim(Data("raw".utf8)), "raw"),
        (.afterHead, .text("hello").writing { try await $0.send("never") }, chunkedHead),
    ]

    @Test(arguments: phases)
    func connectionIsClosedAtThePhase(_ phase: LoopbackFault.Phase, _ response: SampleResponse, _ sent: String)
        async throws
    {
        let server = try LoopbackServer(options: .undated) { _ in response.failing(.close(at: phase)) }
        let client = try RawClient(port: server.port)
        try await client.send(Self.request)
        #expect(try await client.receiveToEnd() == sent)
    }

    @Test(arguments: phases)
    func connectionStallsAtThePhase(_ phase: LoopbackFault.Phase, _ response: SampleResponse, _ sent: String)
        async throws
    {
        let server = try LoopbackServer(options: .undated) { request in
            request.path == "/other" ? .status(200) : response.failing(.stall(at: phase))
        }
        let client = try RawClient(port: server.port)
        try await client.send(Self.request)
        #expect(try await client.receive(sent.utf8.count) == sent)

        // The response to another client shows that the server has finished with the first one.
        let other = try RawClient(port: server.port)
        try await other.send("GET /other HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        let response = try await other.receiveToEnd()
        try await server.waitForOpenConnections(atMost: 1)
        #expect(server.sentBytes == sent.utf8.count + response.utf8.count)
        #expect(server.openConnections == 1)
    }

    /// The same body, in every form in which a gate or a pause holds a part of it.
    private static let heldBodies: [(SampleResponse, cut: String, whole: String)] = [
        (.text("hello").held(by: SampleGate(), after: 2), "hell", "hello"),
        (.text("hello").stayingOpen(until: SampleGate()), "5\r\nhell", "5\r\nhello\r\n0\r\n\r\n"),
        (
            .chunked([Data("he".utf8), Data("llo".utf8)], every: .seconds(60)), "5\r\nhell",
            "5\r\nhello\r\n0\r\n\r\n"
        ),
        (
            .text("hello world").stayingOpen(until: SampleGate()).breakingOff(after: 5), "5\r\nhell",
            "5\r\nhello\r\n"
        ),
    ]

    @Test(arguments: heldBodies)
    func faultAppliesToTheWholeBodyOfAHeldResponse(_ response: SampleResponse, _ cut: String, _ whole: String)
        async throws
    {
        let server = try LoopbackServer(options: .undated) { request in
            switch request.path {
            case "/cut": response.failing(.close(at: .afterBodyBytes(4)))
            default: response.failing(.throttled(bytesPerSecond: 50, clock: InstantClock()))
            }
        }
        func bytes(_ path: String) async throws -> String {
            let client = try RawClient(port: server.port)
            try await client.send("GET \(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            return String(try await client.receiveToEnd().split(separator: "\r\n\r\n", maxSplits: 1)[1])
        }

        #expect(try await bytes("/cut") == cut)
        #expect(try await bytes("/slow") == whole)
    }

    @Test func wrongLengthOfAHeldBodyClosesTheConnection() async throws {
        let gate = SampleGate()
        let server = try LoopbackServer(options: .undated) { _ in
            .text("hello", headers: ["Content-Type": "text/plain; charset=utf-8", "Content-Length": "9"])
                .held(by: gate, after: 2)
        }
        let client = try RawClient(port: server.port)
        try await client.send(Self.request)
        #expect(try await client.receive(Self.closingHead.utf8.count + 2) == Self.closingHead + "he")
        gate.release()
        #expect(try await client.receiveToEnd() == "llo")
    }

    /// Bodies of another length than announced, which arrive in steps or by a script.
    @Test(arguments: ["2", "9"])
    func lengthThatIsNotTheBodysEndsTheConnectionAfterTheSteps(_ length: String) async throws {
        let gate = SampleGate()
        gate.release()
        let text = SampleResponse.text("hello", headers: ["Content-Length": length])
        let responses = [
            text.held(by: gate, after: 1),
            .chunked([Data("he".utf8), Data("llo".utf8)], every: .zero, headers: ["Content-Length": length]),
            .status(200, headers: ["Content-Length": length]).writing { try await $0.send("hello") },
        ]
        for response in responses {
            let journal = Journal()
            let server = try LoopbackServer(journal: journal) { _ in response }
            let client = try RawClient(port: server.port)
            try await client.send(Self.request)

            #expect(try await client.receiveToEnd().hasSuffix("\r\n\r\nhello"))
            let outcome = length == "2" ? "ended 200" : "ended connectionLost"
            #expect(journal.events.last.map { "\($0.kind)" } == outcome)
        }
    }

    @Test func scriptContinuesAHeldBody() async throws {
        let server = try LoopbackServer(options: .undated) { _ in
            .chunked([Data("he".utf8), Data("l".utf8)], every: .zero)
                .writing { try await $0.send("lo") }
        }
        let client = try RawClient(port: server.port)
        try await client.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        #expect(try await client.receiveToEnd().hasSuffix("\r\n\r\n2\r\nhe\r\n1\r\nl\r\n2\r\nlo\r\n0\r\n\r\n"))
    }

    @Test(arguments: [LoopbackFault.Phase.beforeHead, .afterHead, .afterBodyBytes(2)])
    func connectionIsResetAtThePhase(_ phase: LoopbackFault.Phase) async throws {
        let server = try LoopbackServer(options: .undated) { _ in .text("hello").failing(.reset(at: phase)) }
        let client = try RawClient(port: server.port)
        try await client.send(Self.request)
        let failure = await #expect(throws: RawClient.Failure.self) { try await client.receiveToEnd() }
        #expect(failure?.number == ECONNRESET)
    }

    @Test(arguments: [
        (50, [100, 100, 100, 100, 100, 60]), (4, Array(repeating: 250, count: 28)), (1_000, [28]),
        (0, Array(repeating: 1_000, count: 28)),
    ])
    func throttledBodyWaitsOnTheClock(_ rate: Int, _ milliseconds: [Int]) async throws {
        let clock = InstantClock()
        let body = String(repeating: "x", count: 28)
        let server = try LoopbackServer(options: .undated) { _ in
            .text(body).failing(.throttled(bytesPerSecond: rate, clock: clock)).closingConnection()
        }
        let client = try RawClient(port: server.port)
        try await client.send(Self.request)
        #expect(try await client.receiveToEnd().hasSuffix("\r\n\r\n\(body)"))
        #expect(clock.sleeps == milliseconds.map { .milliseconds($0) })
    }

    @Test func disconnectOfTheClientEndsAThrottledBody() async throws {
        let clock = InstantClock()
        let server = try LoopbackServer(options: .undated) { _ in
            SampleResponse(body: Data(count: 64 << 20)).failing(.throttled(bytesPerSecond: 1 << 20, clock: clock))
        }
        do {
            let client = try RawClient(port: server.port)
            try await client.send(Self.request)
            _ = try await client.receive(1)
        }
        try await server.waitForOpenConnections(atMost: 0)
    }

    @Test(arguments: [
        (LoopbackFault.close(at: .beforeHead), TernError.Code.connectionLost),
        (.close(at: .afterHead), .connectionLost),
        (.close(at: .afterBodyBytes(2)), .connectionLost),
        (.close(at: .afterBodyBytes(5)), .connectionLost),
        (.reset(at: .beforeHead), .connectionLost),
    ])
    func clientFailsWithTheCodeOfTheFault(_ fault: LoopbackFault, _ code: TernError.Code) async throws {
        let server = try LoopbackServer(options: .undated) { _ in .text("hello").failing(fault) }
        let url = server.url
        let provider = Provider<API>(endpointClosure: { Endpoint($0, baseURL: url) })
        let error = await #expect(throws: TernError.self) { try await provider.request(API()) }
        #expect(error?.code == code, "\(fault)")
    }

    @Test func closedPortRefusesConnections() async throws {
        let port = try ClosedLoopbackPort()
        let url = port.url
        let provider = Provider<API>(endpointClosure: { Endpoint($0, baseURL: url) })
        let error = await #expect(throws: TernError.self) { try await provider.request(API()) }
        #expect(error?.code == .connectionRefused)
        let taken = #expect(throws: TestKitError.self) {
            try LoopbackServer(port: port.port) { _ in .status(200) }
        }
        #expect(taken?.code == .bindFailed)
    }
}
