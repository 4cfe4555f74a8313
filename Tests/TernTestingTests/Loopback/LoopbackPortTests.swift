import Foundation
import Tern
import TernTesting
import Testing

@Suite(.timeLimit(.minutes(20)))
struct LoopbackPortTests {
    @Test func serverListensOnTheChosenPort() async throws {
        var server: LoopbackServer?
        // The port of a stopped server is free, unless another test receives it before.
        while server == nil {
            let earlier = try LoopbackServer { _ in .status(200) }
            earlier.stop()
            server = try? LoopbackServer(port: earlier.port) { _ in .text("here") }
            if let server { #expect(server.port == earlier.port) }
        }
        let client = try RawClient(port: try #require(server).port)
        try await client.send("GET / HTTP/1.0\r\n\r\n")
        #expect(try await client.receiveToEnd().hasSuffix("here"))
    }

    @Test func portIsFreeWhileClientsHaveNotDisconnected() async throws {
        var server: LoopbackServer?
        // Another test may receive the port before.
        while server == nil {
            let earlier = try LoopbackServer { _ in .status(200).stalling() }
            let client = try RawClient(port: earlier.port)
            try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            try await earlier.waitForRequests(atLeast: 1)
            earlier.stop()
            server = try? LoopbackServer(port: earlier.port) { _ in .status(200) }
            withExtendedLifetime(client) {}
        }
        #expect(server != nil)
    }

    /// The thread of a stopped server may still wait for events of its socket.
    @Test func portOfAStoppedServerIsFreeAtOnce() async throws {
        var taken = 0
        for _ in 0..<50 {
            let earlier = try LoopbackServer { _ in .status(200) }
            let client = try RawClient(port: earlier.port)
            try await client.send("GET / HTTP/1.0\r\n\r\n")
            _ = try await client.receiveToEnd()
            earlier.stop()
            do { try LoopbackServer(port: earlier.port) { _ in .status(200) }.stop() } catch { taken += 1 }
        }
        // Another test may receive a port in the meantime.
        #expect(taken < 10)
    }

    @Test func usedPortIsAnErrorThatNamesIt() throws {
        let server = try LoopbackServer { _ in .status(200) }
        let error = #expect(throws: TestKitError.self) {
            try LoopbackServer(port: server.port, routes: ["GET /": .status(200)])
        }
        #expect(error?.code == .bindFailed)
        #expect(error?.message.hasPrefix("127.0.0.1:\(server.port) is in use: ") == true)
    }

    @Test(arguments: [-1, 65_536, .max, .min])
    func invalidPortNumberIsAnError(_ port: Int) {
        let error = #expect(throws: TestKitError.self) { try LoopbackServer(port: port) { _ in .status(200) } }
        #expect(error?.code == .bindFailed)
        #expect(error?.message.contains("\(port)") == true)
    }

    @Test func serverThatFailsToStartRecordsNothing() throws {
        let server = try LoopbackServer { _ in .status(200) }
        let journal = Journal()
        #expect(throws: TestKitError.self) {
            try LoopbackServer(port: server.port, routes: ["GET /": .status(200)], journal: journal)
        }
        #expect(journal.findings().isEmpty)
    }
}
