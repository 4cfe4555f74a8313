import Foundation
import Tern
import TernTesting
import TestDoubles
import Testing

/// Responses in pieces, with trailers, after informational responses, and with a reset.
@Suite(.timeLimit(.minutes(20)))
struct LoopbackPiecesTests {
    private let request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

    @Test func piecesArriveWhenTheyAreSent() async throws {
        let gates = [SampleGate(), SampleGate()]
        let server = try LoopbackServer(options: .undated) { _ in
            SampleResponse(body: Data("0".utf8)).writing { writer in
                for (index, gate) in gates.enumerated() {
                    try await gate.pass()
                    try await writer.send("piece \(index)")
                }
            }
        }
        let client = try RawClient(port: server.port)
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n0\r\n"
        try await client.send(request)
        #expect(try await client.receive(head.utf8.count) == head)
        for (index, gate) in gates.enumerated() {
            gate.release()
            #expect(try await client.receive(12) == "7\r\npiece \(index)\r\n")
        }
        #expect(try await client.receive(5) == "0\r\n\r\n")
    }

    @Test func connectionIsReusedAfterACompleteScript() async throws {
        let server = try LoopbackServer(options: .undated) { _ in
            SampleResponse(headers: ["Content-Length": "4"]).writing { writer in
                try await writer.send("ab")
                try await writer.send("cd")
            }
        }
        let client = try RawClient(port: server.port)
        let response = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nabcd"
        try await client.send(request + request)
        #expect(try await client.receive(2 * response.utf8.count) == response + response)
        #expect(server.openConnections == 1)
    }

    @Test func throwingScriptEndsTheConnection() async throws {
        let server = try LoopbackServer(options: .undated) { _ in
            SampleResponse().writing { writer in
                try await writer.send("ab")
                throw Broken()
            }
        }
        let client = try RawClient(port: server.port)
        try await client.send(request)
        #expect(try await client.receiveToEnd().hasSuffix("\r\n\r\n2\r\nab\r\n"))
        try await server.waitForOpenConnections(atMost: 0)
    }

    @Test func scriptAfterVerbatimBytesSendsUnframedBytes() async throws {
        let server = try LoopbackServer(options: .undated) { _ in
            .verbatim(Data("a".utf8)).writing { try await $0.send("b") }
        }
        let client = try RawClient(port: server.port)
        try await client.send(request)
        #expect(try await client.receiveToEnd() == "ab")
    }

    @Test func scriptIsCancelledWhenItsClientDisconnects() async throws {
        let ended = SampleGate()
        let server = try LoopbackServer(options: .undated) { _ in
            SampleResponse().writing { writer in
                defer { ended.release() }
                let piece = Data(count: 1 << 20)
                while true { try await writer.send(piece) }
            }
        }
        do {
            let client = try RawClient(port: server.port)
            try await client.send(request)
            _ = try await client.receive(10)
        }
        try await ended.pass()
        try await server.waitForOpenConnections(atMost: 0)
    }

    @Test func scriptWaitsForAClientThatDoesNotRead() async throws {
        let server = try LoopbackServer(options: .undated) { _ in
            SampleResponse().writing { writer in
                for _ in 0..<64 { try await writer.send(Data(count: 1 << 20)) }
            }
        }
        let client = try RawClient(port: server.port)
        try await client.send(request)
        _ = try await client.receive(1)
        // The complete response to another client gives the server enough time to send all that the kernel accepts.
        let other = try RawClient(port: server.port)
        try await other.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        #expect(try await other.receiveToEnd().utf8.count > 64 << 20)
        #expect(server.sentBytes < 96 << 20)
    }

    @Test func trailersAndInformationalHeadsAreSent() async throws {
        let server = try LoopbackServer(options: .undated) { _ in
            SampleResponse(body: Data("ab".utf8)).chunked(trailers: ["X-T": "1"])
                .preceded(by: 103, headers: ["Link": "</a>"])
        }
        let client = try RawClient(port: server.port)
        let response =
            "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
            + "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\nX-T: 1\r\n\r\n"
        try await client.send(request)
        #expect(try await client.receive(response.utf8.count) == response)
    }

    @Test func resetIsNotACleanEnd() async throws {
        let server = try LoopbackServer(options: .undated) { _ in .verbatim(Data("some".utf8)).resetting() }
        let client = try RawClient(port: server.port)
        try await client.send(request)
        let failure = await #expect(throws: RawClient.Failure.self) { try await client.receiveToEnd() }
        #expect(failure?.number == ECONNRESET)
        try await server.waitForOpenConnections(atMost: 0)
    }
}
