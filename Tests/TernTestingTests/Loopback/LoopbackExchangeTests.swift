import Foundation
import Tern
import TernTesting
import TestDoubles
import Testing

/// The end of a call in the journal of a server, which is the end of the exchange.
@Suite(.timeLimit(.minutes(20)))
struct LoopbackExchangeTests {
    private static let request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

    private let journal = Journal()

    private func connect(to server: LoopbackServer, _ request: String = request) async throws -> RawClient {
        let client = try RawClient(port: server.port)
        try await client.send(request)
        return client
    }

    @Test(
        arguments: [
            .text("hello").breakingOff(after: 2), .text("hello", headers: ["Content-Length": "9"]),
            .text("hello").held(by: .released, after: 1).breakingOff(after: 2),
            .chunked([Data("he".utf8), Data("llo".utf8)], every: .zero).breakingOff(after: 3),
            .status(200, headers: ["Content-Length": "9"]),
            .status(200).writing { writer in
                try await writer.send("hello")
                throw URLError(.networkConnectionLost)
            },
        ] as [SampleResponse]
    )
    func incompleteResponseIsALostConnection(_ response: SampleResponse) async throws {
        let server = try LoopbackServer(journal: journal) { _ in response }

        _ = try await connect(to: server).receiveToEnd()

        #expect(
            journal.events.map(\.description) == [
                "began ", "sent GET /", "responded 200", "failed connectionLost", "ended connectionLost",
            ]
        )
        #expect(journal.findings() == [])
    }

    @Test(
        arguments: [
            .text("hello").held(by: .released, after: 1), .text("hello", headers: ["Content-Length": "2"]),
            .chunked([Data("he".utf8), Data("llo".utf8)], every: .zero),
            .text("hello").failing(.throttled(bytesPerSecond: 1, clock: InstantClock())),
            .status(200, headers: ["Content-Length": "5"]).writing { try await $0.send("hello") },
            .status(200).writing { try await $0.send("hello") }.closingConnection(),
        ] as [SampleResponse]
    )
    func completeResponseHasEndedWhenItsClientHasIt(_ response: SampleResponse) async throws {
        let server = try LoopbackServer(journal: journal) { _ in response }

        _ = try await connect(to: server, "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").receiveToEnd()

        #expect(
            journal.events.map(\.description) == ["began ", "sent GET /", "responded 200", "ended 200"]
        )
    }

    @Test func lengthInTheResponseToHEADIsNoFailure() async throws {
        let server = try LoopbackServer(journal: journal) { _ in .status(200, headers: ["Content-Length": "9"]) }
        let client = try await connect(to: server, "HEAD / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")

        _ = try await client.receiveToEnd()

        #expect(journal.events.last?.description == "ended 200")
    }

    @Test func bodyThatIsHeldIsInFlight() async throws {
        let gate = SampleGate()
        let server = try LoopbackServer(journal: journal) { _ in .text("hello").held(by: gate, after: 2) }
        let client = try await connect(to: server)
        try await client.receive(until: "\r\n\r\nhe")

        #expect(journal.findings().map(\.kind) == [.inFlight])
        #expect(journal.events.last?.description == "responded 200")
        gate.release()
        #expect(try await client.receive(3) == "llo")

        #expect(journal.findings() == [])
        #expect(journal.events.last?.description == "ended 200")
    }

    @Test func clientThatLeavesWithinABodyCancelsTheCall() async throws {
        let gate = SampleGate()
        let server = try LoopbackServer(journal: journal) { _ in .text("hello").stayingOpen(until: gate) }
        do {
            let client = try await connect(to: server)
            try await client.receive(until: "hello")
        }
        try await server.waitForOpenConnections(atMost: 0)

        #expect(
            journal.events.map(\.description) == ["began ", "sent GET /", "responded 200", "ended cancelled"]
        )
    }

    @Test func headHandlerThatThrowsIsAFinding() async throws {
        let server = try LoopbackServer(
            journal: journal,
            headHandler: { _ in throw Broken() },
            handler: { _ in .status(200) }
        )
        let client = try await connect(to: server, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n")

        #expect(try await client.receiveToEnd().hasPrefix("HTTP/1.1 500 "))
        #expect(journal.events.map(\.description) == ["began ", "sent POST /", "responded 500", "ended 500"])
        #expect(journal.findings().map(\.kind) == [.misuse])
        #expect(journal.findings().first?.message.contains("head handler of POST / threw") == true)
    }

    @Test func headHandlerThatNeverReturnsIsInFlight() async throws {
        let gate = SampleGate()
        let server = try LoopbackServer(
            journal: journal,
            headHandler: { _ in
                try await gate.pass()
                return .readBody
            },
            handler: { _ in .status(204) }
        )
        let head = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nConnection: close\r\n\r\n"
        let client = try await connect(to: server, head)
        await gate.waitForArrivals(atLeast: 1)

        #expect(journal.findings().map(\.kind) == [.inFlight])
        #expect(journal.events.map(\.description) == ["began "])
        gate.release()
        try await client.send("hello")
        _ = try await client.receiveToEnd()

        #expect(journal.requests.map(\.text) == ["hello"])
        #expect(journal.events.map(\.description) == ["began ", "sent POST /", "responded 204", "ended 204"])
        #expect(journal.findings() == [])
    }
}

extension SampleGate {
    static var released: SampleGate {
        let gate = SampleGate()
        gate.release()
        return gate
    }
}
