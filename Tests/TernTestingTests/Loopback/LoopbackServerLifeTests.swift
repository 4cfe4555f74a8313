import Foundation
import Tern
import TernTesting
import Testing

/// The end of handlers, waiters and the server itself.
@Suite(.timeLimit(.minutes(20)))
struct LoopbackServerLifeTests {
    private let request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

    /// A server whose handlers never return, and a stream with one element for each cancelled handler.
    private func makeHoldingServer() throws -> (server: LoopbackServer, cancellations: AsyncStream<Void>) {
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        let server = try LoopbackServer { _ in
            try? await SampleGate().pass()
            if Task.isCancelled { continuation.yield() }
            return .status(200)
        }
        return (server, stream)
    }

    @Test func handlerIsCancelledWhenItsClientDisconnects() async throws {
        let (server, cancellations) = try makeHoldingServer()
        do {
            let client = try RawClient(port: server.port)
            try await client.send(request)
            try await server.waitForRequests(atLeast: 1)
        }
        for await _ in cancellations { break }
        try await server.waitForOpenConnections(atMost: 0)
    }

    @Test func handlersAreCancelledAndConnectionsClosedByStop() async throws {
        let (server, cancellations) = try makeHoldingServer()
        let clients = try (0..<3).map { _ in try RawClient(port: server.port) }
        for client in clients { try await client.send(request) }
        try await server.waitForRequests(atLeast: 3)

        server.stop()
        server.stop()

        var cancelled = 0
        for await _ in cancellations {
            cancelled += 1
            if cancelled == 3 { break }
        }
        for client in clients { #expect(try await client.receiveToEnd().isEmpty) }
        try await server.waitForOpenConnections(atMost: 0)
        #expect(throws: RawClient.Failure.self) { try RawClient(port: server.port) }
    }

    @Test func handlerMayStopItsOwnServer() async throws {
        let box = Locked<LoopbackServer?>(nil)
        let server = try LoopbackServer { _ in
            box.withLock { $0 }?.stop()
            return .status(200)
        }
        box.withLock { $0 = server }
        let client = try RawClient(port: server.port)
        try await client.send(request)
        _ = try await client.receiveToEnd()
        try await server.waitForOpenConnections(atMost: 0)
        box.withLock { $0 = nil }
    }

    @Test func releaseStopsTheServer() async throws {
        var server: LoopbackServer? = try LoopbackServer { _ in .status(200) }
        let port = try #require(server?.port)
        let client = try RawClient(port: port)
        try await client.send(request)
        try await server?.waitForRequests(atLeast: 1)

        server = nil

        _ = try await client.receiveToEnd()
        #expect(throws: RawClient.Failure.self) { try RawClient(port: port) }
    }

    @Test func requestsBeforeTheClientEndsItsOutputReceiveResponses() async throws {
        let server = try LoopbackServer(options: .undated) { _ in .status(204) }
        let client = try RawClient(port: server.port)
        try await client.send(request + request)
        client.finishSending()
        let response = "HTTP/1.1 204 No Content\r\n\r\n"
        #expect(try await client.receiveToEnd() == response + response)
        try await server.waitForOpenConnections(atMost: 0)
    }

    @Test func clientThatDisconnectsInsideARequestIsRemoved() async throws {
        let server = try LoopbackServer { _ in .status(200) }
        do {
            let client = try RawClient(port: server.port)
            try await client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhe")
            client.finishSending()
            #expect(try await client.receiveToEnd().isEmpty)
        }
        try await server.waitForOpenConnections(atMost: 0)
        #expect(server.requestCount == 0)
    }

    @Test func waitingForRequestsCanBeCancelled() async throws {
        let server = try LoopbackServer { _ in .status(200) }
        let waiter = Task { try await server.waitForRequests(atLeast: 1) }
        waiter.cancel()
        await #expect(throws: CancellationError.self) { try await waiter.value }
    }

    @Test func waitingForRequestsEndsWithTheServer() async throws {
        let server = try LoopbackServer { _ in .status(200) }
        let waiter = Task { try await server.waitForRequests(atLeast: 1) }
        server.stop()
        let error = await #expect(throws: TestKitError.self) { try await waiter.value }
        #expect(error?.code == .serverStopped)
    }

    @Test func unrecordedRequestsAreCounted() async throws {
        let server = try LoopbackServer(options: .init(recordedRequests: 0)) { _ in .status(204) }
        let client = try RawClient(port: server.port)
        try await client.send(request)
        #expect(try await server.waitForRequests(atLeast: 1).isEmpty)
        #expect(server.requestCount == 1)
        #expect(server.droppedRequests == 1)
    }
}
