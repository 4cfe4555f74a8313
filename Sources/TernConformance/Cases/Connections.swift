import Foundation
import Tern
import TernTesting

extension TransportConformance {
    static let connectionCases = [
        Case("uses one connection for successive requests") { trial in
            let (server, transport) = try trial.serve { .data($0.body) }
            for number in 0..<20 {
                let request = try server.request(
                    "/",
                    number % 2 == 0 ? .get : .post,
                    body: number % 2 == 0 ? nil : .pattern(100)
                )
                _ = try await transport.send(request)
            }
            trial.expect("the number of connections", server.acceptedConnections, 1)
        },
        Case("opens a new connection after Connection: close") { trial in
            let (server, transport) = try trial.serve { _ in .text("bye").closingConnection() }
            for _ in 0..<3 { trial.expect("the body", try await transport.send(try server.request()).text, "bye") }
            trial.expect("the number of connections", server.acceptedConnections, 3)
        },
        Case("opens no more connections to a host than the configuration allows", needs: [.connectionLimit]) { trial in
            let gate = SampleGate()
            let (server, transport) = try trial.serve(with: { $0.connectionsPerHost = 2 }) { _ in
                .text("fine").held(by: gate)
            }
            let requests = try (0..<8).map { try server.request("/\($0)") }
            let tasks = requests.map { request in Task { try await transport.send(request).text } }
            try await server.waitForRequests(atLeast: 2)
            // Requests to another host use other connections. They give the engine time to open a third one here.
            let other = try LoopbackServer { _ in .text("other") }
            for _ in 0..<20 { _ = try await transport.send(try other.request()) }
            trial.expect("the number of requests at a time", server.requestCount, 2)
            gate.release()
            for task in tasks { trial.expect("the body", try await task.value, "fine") }
            trial.expect("the number of connections", server.acceptedConnections, 2)
        },
        Case("closes its connections when it is released") { trial in
            let server = try LoopbackServer { _ in .text("fine") }
            func useOnce() async throws {
                _ = try await trial.send(try server.request())
            }
            try await useOnce()
            try await server.waitForOpenConnections(atMost: 0)
            trial.expect("the number of connections", server.acceptedConnections, 1)
        },
        Case("shares no connections with another transport") { trial in
            let server = try LoopbackServer { _ in .text("fine") }
            let (first, second) = (try trial.transport(), try trial.transport())
            for _ in 0..<3 {
                _ = try await first.send(try server.request())
                _ = try await second.send(try server.request())
            }
            trial.expect("the number of connections", server.acceptedConnections, 2)
        },
        Case("still connects to other servers when one has stopped") { trial in
            let stopped = try LoopbackServer { _ in .text("fine") }
            let (server, transport) = try trial.serve { _ in .text("fine") }
            _ = try await transport.send(try stopped.request())
            let request = try stopped.request()
            stopped.stop()
            try await stopped.waitForOpenConnections(atMost: 0)
            await trial.expectFailure(.connectionRefused) { try await transport.send(request) }
            trial.expect("the body", try await transport.send(try server.request()).text, "fine")
        },
    ]
}
