import Foundation
import Tern
import TernTesting
import Testing

/// Findings about waiting clients when a server stops.
@Suite(.timeLimit(.minutes(20)))
struct LoopbackStopTests {
    private let journal = Journal(name: "a test")
    private let gate = SampleGate()

    /// Stops the server while one client is connected, and returns the findings.
    private func findings(
        afterStopOf server: LoopbackServer,
        with client: RawClient
    ) async throws -> [Journal.Finding] {
        server.stop()
        await journal.settle(within: .seconds(60))
        let findings = journal.findings()
        withExtendedLifetime(client) {}
        return findings
    }

    private func send(_ line: String, to server: LoopbackServer) async throws -> RawClient {
        let client = try RawClient(port: server.port)
        try await client.send("\(line) HTTP/1.1\r\nHost: x\r\n\r\n")
        return client
    }

    @Test func requestWithAWaitingClientIsInFlight() async throws {
        let line = #line + 1
        let server = try LoopbackServer(journal: journal) { [gate] _ in
            try await gate.pass()
            return .status(200)
        }
        let client = try await send("GET /held", to: server)
        await gate.waitForArrivals(atLeast: 1)

        let findings = try await findings(afterStopOf: server, with: client)

        #expect(findings.map(\.kind) == [.inFlight])
        #expect(findings.first?.message.hasPrefix("GET /held was running when the server was stopped.") == true)
        #expect(findings.first?.source.line == line)
        #expect(journal.events.suffix(2).map(\.description) == ["failed connectionLost", "ended connectionLost"])
        #expect(try await client.receiveToEnd().isEmpty)
    }

    @Test func responseAfterTheStopIsTooLate() async throws {
        let server = try LoopbackServer(journal: journal) { [gate] _ in
            try? await gate.pass()
            return .status(200)
        }
        let client = try await send("GET /held", to: server)
        await gate.waitForArrivals(atLeast: 1)

        server.stop()
        gate.release()
        await journal.settle(within: .seconds(60))

        #expect(journal.findings().map(\.kind) == [.inFlight])
        #expect(try await client.receiveToEnd().isEmpty)
    }

    @Test(arguments: 0..<10) func requestOfADisconnectedClientIsNotInFlight(number: Int) async throws {
        let server = try LoopbackServer(journal: journal) { [gate] _ in
            try await gate.pass()
            return .status(200)
        }
        do {
            _ = try await send("GET /held", to: server)
            await gate.waitForArrivals(atLeast: 1)
        }

        server.stop()
        await journal.settle(within: .seconds(60))

        #expect(journal.findings().isEmpty)
        #expect(journal.events.last?.description == "ended cancelled")
    }

    @Test func idleConnectionIsNotInFlight() async throws {
        let server = try LoopbackServer(journal: journal) { _ in .text("hello") }
        let client = try await send("GET /", to: server)
        try await client.receive(until: "hello")

        let findings = try await findings(afterStopOf: server, with: client)

        #expect(findings.isEmpty)
    }

    @Test(arguments: [(LoopbackFault.stall(at: .beforeHead), ""), (.stall(at: .afterBodyBytes(2)), "\r\n\r\nhe")])
    func stalledResponseWithAWaitingClientIsInFlight(_ fault: LoopbackFault, sent: String) async throws {
        let server = try LoopbackServer(journal: journal) { _ in .text("hello").failing(fault) }
        let client = try await send("GET /stalled", to: server)
        try await server.waitForRequests(atLeast: 1)
        if !sent.isEmpty { try await client.receive(until: sent) }

        let findings = try await findings(afterStopOf: server, with: client)

        #expect(findings.map(\.kind) == [.inFlight])
        // A client can't see whether the server is before a head that it doesn't send, or has not come that far.
        let ends = sent.isEmpty ? ["ended timedOut", "ended connectionLost"] : ["ended timedOut"]
        #expect(ends.contains(journal.events.last?.description ?? "none"))
    }

    @Test func stalledResponseOfADisconnectedClientIsNotInFlight() async throws {
        let server = try LoopbackServer(journal: journal) { _ in .text("hello").failing(.stall(at: .afterHead)) }
        do {
            let client = try await send("GET /stalled", to: server)
            try await client.receive(until: "\r\n\r\n")
        }

        server.stop()
        await journal.settle(within: .seconds(60))

        #expect(journal.findings().isEmpty)
    }

    @Test func bodyWithAHeldRestIsInFlight() async throws {
        let server = try LoopbackServer(journal: journal) { [gate] _ in
            SampleResponse().writing { writer in
                try await writer.send("first")
                try await gate.pass()
            }
        }
        let client = try await send("GET /held", to: server)
        try await client.receive(until: "first")
        await gate.waitForArrivals(atLeast: 1)

        let findings = try await findings(afterStopOf: server, with: client)

        #expect(findings.map(\.kind) == [.inFlight])
    }

    @Test(arguments: 0..<10) func completeBodyIsNotInFlight(number: Int) async throws {
        let server = try LoopbackServer(journal: journal) { _ in
            .text("hello").failing(.throttled(bytesPerSecond: 50, clock: InstantClock()))
        }
        let client = try await send("GET /", to: server)
        try await client.receive(until: "hello")

        let findings = try await findings(afterStopOf: server, with: client)

        #expect(findings.isEmpty)
    }

    @Test func handlerThatStopsItsServerStillSendsItsResponse() async throws {
        let box = Locked<LoopbackServer?>(nil)
        let server = try LoopbackServer(journal: journal) { _ in
            box.withLock { $0 }?.stop()
            return .text("bye")
        }
        box.withLock { $0 = server }
        let client = try await send("GET /", to: server)

        #expect(try await client.receiveToEnd().hasSuffix("bye"))
        await journal.settle(within: .seconds(60))

        #expect(journal.findings().isEmpty)
        box.withLock { $0 = nil }
    }
}
