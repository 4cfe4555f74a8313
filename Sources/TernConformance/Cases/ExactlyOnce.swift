import Foundation
import Tern
import TernTesting

extension TransportConformance {
    /// A server that ends a reused connection without a response, and a transport that has one connection to it.
    ///
    /// - Parameter recovers: Whether the server responds on a new connection.
    private static func reused(
        _ trial: Trial,
        _ ending: SampleResponse,
        recovers: Bool,
        _ first: (Request) -> Request = { $0 }
    ) async throws -> (LoopbackServer, any Transport) {
        let (server, transport) = try trial.serve {
            $0.path == "/first" || recovers && $0.connection > 1 ? .text("ok") : ending
        }
        _ = try await transport.send(first(try server.request("/first"))).wholeBody()
        return (server, transport)
    }

    private static let ends: [(String, SampleResponse)] = [
        ("closed", .raw("")), ("reset", SampleResponse.raw("").resetting()),
    ]

    private static let unsafeRequests: [(HTTPMethod, Data?)] = [
        (.post, .pattern(100)), (.post, nil), (.patch, .pattern(100)), (.post, .pattern(500_000)),
    ]

    /// Requests on a connection that ends without a response.
    static let exactlyOnceCases: [Case] =
        ends.flatMap { onceCases($0, $1) + againCases($0, $1) } + [
            Case("sends a GET once when a new connection is closed without a response") { trial in
                let server = try LoopbackServer { _ in .raw("") }
                await trial.expectFailure(.connectionLost) { try await trial.send(try server.request()) }
                trial.expect("the number of requests", server.requestCount, 1)
            },
            Case("sends a POST when the server has closed the idle connection") { trial in
                let (server, transport) = try trial.serve { request in
                    request.method == .get ? .raw("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok") : .text("paid")
                }
                _ = try await transport.send(try server.request())
                try await server.waitForOpenConnections(atMost: 0)
                let response = try await transport.send(try server.request("/", .post, body: .pattern(10)))
                try await trial.expect(response, text: "paid")
                trial.expect("metrics.sentRequests", response.metrics?.sentRequests ?? 1, 1)
                trial.expect("the number of requests", server.requestCount, 2)
            },
        ]

    private static func onceCases(_ end: String, _ ending: SampleResponse) -> [Case] {
        unsafeRequests.map { method, body in
            let size = body.map { "with \($0.count) bytes" } ?? "without a body"
            return Case("sends a \(method) \(size) once when a reused connection is \(end) without a response") {
                trial in
                let (server, transport) = try await reused(trial, ending, recovers: false)
                let request = try server.request("/pay", method, body: body)
                trial.expectWarning(
                    in: await trial.expectFailure(.connectionLost) { try await transport.send(request) }
                )
                trial.expect("the number of requests", server.requests.count { $0.path == "/pay" }, 1)
            }
        } + [
            Case("sends a one-shot body once when a reused connection is \(end)") { trial in
                let (server, transport) = try await reused(trial, ending, recovers: false)
                let body = RequestBody.stream(length: 1_000, once: Pieces(.pattern(1_000), of: 1_000))
                let request = try server.request("/once", .put).uploading(body)
                await trial.expectFailure(.connectionLost) { try await transport.send(request) }
                trial.expect("the number of requests", server.requests.count { $0.path == "/once" }, 1)
            }
        ]
    }

    private static func againCases(_ end: String, _ ending: SampleResponse) -> [Case] {
        [(HTTPMethod.get, nil), (.put, Data.pattern(1_000)), (.delete, nil)].map { method, body in
            Case("sends a \(method) again when a reused connection is \(end) without a response") { trial in
                let (server, transport) = try await reused(trial, ending, recovers: true)
                let response = try await transport.send(try server.request("/again", method, body: body))
                try await trial.expect(response, text: "ok")
                trial.expect("metrics.sentRequests", response.metrics?.sentRequests ?? 2, 2)
                let sent = server.requests.filter { $0.path == "/again" }
                trial.expect("the bodies that arrived", sent.map(\.body), [body ?? Data(), body ?? Data()])
            }
        } + [
            // The first request has the same delivery, since a transport may keep separate connections for streams.
            Case("counts both sendings of a download when a reused connection is \(end)") { trial in
                let folder = try TemporaryFolder()
                let (server, transport) = try await reused(trial, ending, recovers: true) {
                    $0.delivered(to: folder.file)
                }
                let response = try await transport.send(try server.request("/again").delivered(to: folder.file))
                trial.expect("the number of requests", server.requests.count { $0.path == "/again" }, 2)
                trial.expect("attempts", response.attempts, 2)
                trial.expect("metrics.sentRequests", response.metrics?.sentRequests ?? 2, 2)
            },
            Case("counts both sendings of a streamed response when a reused connection is \(end)") { trial in
                let (server, transport) = try await reused(trial, ending, recovers: true) { $0.streamed() }
                let response = try await transport.send(try server.request("/again").streamed())
                trial.expect("attempts", response.attempts, 2)
                trial.expect("metrics.sentRequests", response.metrics?.sentRequests ?? 2, 2)
                try await trial.expect(response, text: "ok")
                let sentRequests = response.stream?.metrics?.sentRequests ?? 2
                trial.expect("metrics.sentRequests of the stream", sentRequests, 2)
            },
            Case("sends a POST with an Idempotency-Key again when a reused connection is \(end)") { trial in
                let (server, transport) = try await reused(trial, ending, recovers: true)
                let fields = ["Idempotency-Key": "8e03978e-40d5-43dd-bc93-6894a57f9324"]
                let request = try server.request("/pay", .post, fields: fields, body: .pattern(10))
                trial.expect("the body", try await transport.send(request).text, "ok")
                trial.expect("the number of requests", server.requests.count { $0.path == "/pay" }, 2)
            },
        ]
    }
}
