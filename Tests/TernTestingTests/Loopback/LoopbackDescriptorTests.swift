import Foundation
import Tern
import Testing

@testable import TernTesting

/// A server in a process without a free file descriptor.
@Suite(.timeLimit(.minutes(20)))
struct LoopbackDescriptorTests {
    @Test func waitingClientIsAcceptedWhenADescriptorIsFree() async throws {
        let isExhausted = Locked(true)
        let hasTried = SampleGate()
        let listener = try Listener(
            port: 0,
            accept: { descriptor in
                guard isExhausted.withLock(\.self) else { return Sockets.accept(descriptor) }
                hasTried.release()
                return .descriptorsExhausted
            }
        )
        let server = try LoopbackServer(
            listener: listener,
            options: LoopbackServer.Options(),
            report: nil,
            responder: ServerResponder(route: { ($0, { _ in .status(204) }) })
        )
        let client = try RawClient(port: server.port)
        try await client.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        try await hasTried.pass()

        isExhausted.withLock { $0 = false }

        #expect(try await client.receiveToEnd().hasPrefix("HTTP/1.1 204 "))
    }
}
