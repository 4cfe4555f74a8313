import Foundation
import Tern
import TernTesting
import TestDoubles
import Testing

/// Head handlers, absolute targets and Unix domain sockets.
@Suite(.timeLimit(.minutes(20)))
struct LoopbackHeadTests {
    private let head = "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n"

    @Test func earlyResponseArrivesBeforeTheRequestBody() async throws {
        let server = try LoopbackServer(
            headHandler: { .respond(.text("no \($0.path)", status: 413)) },
            handler: { _ in .status(200) }
        )
        let client = try RawClient(port: server.port)
        try await client.send(head + "\r\n")
        let response = try await client.receiveToEnd()
        #expect(response.hasPrefix("HTTP/1.1 413 "))
        #expect(response.hasSuffix("Connection: close\r\n\r\nno /a"))
        #expect(server.requests.map(\.path) == ["/a"])
    }

    @Test func continueIsSentOnlyIfTheHandlerReadsTheBody() async throws {
        for (decision, interim) in [
            (LoopbackServer.HeadDecision.readBody, "HTTP/1.1 100 Continue\r\n\r\n"), (.readBodyWithoutContinue, ""),
        ] {
            let server = try LoopbackServer(headHandler: { _ in decision }, handler: { .data($0.body) })
            let client = try RawClient(port: server.port)
            try await client.send(head + "Expect: 100-continue\r\nConnection: close\r\n\r\nbody")
            let received = try await client.receiveToEnd()
            #expect(received.hasPrefix(interim + "HTTP/1.1 200 OK\r\n"))
            #expect(received.hasSuffix("\r\n\r\nbody"))
            #expect(server.requestCount == 1)
        }
    }

    @Test func headHandlerIsNotCalledWithoutABody() async throws {
        let server = try LoopbackServer(
            headHandler: { _ in .respond(.status(500)) },
            handler: { _ in .status(204) }
        )
        let client = try RawClient(port: server.port)
        try await client.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        #expect(try await client.receiveToEnd().hasPrefix("HTTP/1.1 204 "))
    }

    @Test func heldHeadHandlerStopsReadingTheBody() async throws {
        let gate = SampleGate()
        let server = try LoopbackServer(
            headHandler: { _ in
                try? await gate.pass()
                return .readBody
            },
            handler: { .text("\($0.body.count)") }
        )
        let client = try RawClient(port: server.port)
        try await client.send("POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 30000000\r\n\r\n")
        async let sent: Void = client.send(String(decoding: Data(count: 30_000_000), as: UTF8.self))
        try await server.waitForReceivedBytes(atLeast: 200_000)
        let other = try RawClient(port: server.port)
        try await other.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        _ = try await other.receiveToEnd()
        #expect(server.receivedBytes < 1_000_000)
        gate.release()
        try await sent
        #expect(try await client.receiveToEnd().hasSuffix("30000000"))
    }

    @Test func errorOfAHeadHandlerIsA500() async throws {
        let server = try LoopbackServer(headHandler: { _ in throw Broken() }, handler: { _ in .status(200) })
        let client = try RawClient(port: server.port)
        try await client.send(head + "\r\nbody")
        #expect(try await client.receiveToEnd().contains("POST /a threw: Broken()"))
    }

    @Test func bytesAreCountedBothWays() async throws {
        let server = try LoopbackServer(options: .undated) { .data($0.body) }
        let client = try RawClient(port: server.port)
        try await client.send(head + "\r\nbody")
        try await server.waitForReceivedBytes(atLeast: (head + "\r\nbody").utf8.count)
        #expect(server.receivedBytes == (head + "\r\nbody").utf8.count)
        let response = "HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nContent-Length: 4\r\n\r\nbody"
        #expect(try await client.receive(response.utf8.count) == response)
        try await server.waitForSentBytes(atLeast: response.utf8.count)
        #expect(server.sentBytes == response.utf8.count)
    }

    @Test func absoluteTargetsAreAccepted() async throws {
        let server = try LoopbackServer(options: .undated) { .text("\($0.path) \($0.query ?? "")") }
        let client = try RawClient(port: server.port)
        try await client.send(
            "GET http://api.example:80/a?b=c HTTP/1.1\r\nHost: api.example\r\nConnection: close\r\n\r\n"
        )
        #expect(try await client.receiveToEnd().hasSuffix("\r\n\r\n/a b=c"))
        #expect(server.requests.first?.url == "http://api.example:80/a?b=c")
    }

    @Test func unixSocketExistsWhileTheServerRuns() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "tern-\(UUID().uuidString)").path
        let server = try LoopbackServer(unixSocketPath: path) { _ in .status(204) }
        #expect(FileManager.default.fileExists(atPath: path))
        #expect(server.port == 0)
        let error = #expect(throws: TestKitError.self) {
            try LoopbackServer(unixSocketPath: path) { _ in .status(204) }
        }
        #expect(error?.code == .bindFailed)
        server.stop()
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test(arguments: ["", String(repeating: "x", count: 200)])
    func invalidSocketPathIsAnError(_ path: String) {
        let error = #expect(throws: TestKitError.self) {
            try LoopbackServer(unixSocketPath: path) { _ in .status(204) }
        }
        #expect(error?.code == .bindFailed)
        #expect(error?.message.hasPrefix("The path of a socket must have 1 to 107 bytes without NUL") == true)
    }
}
