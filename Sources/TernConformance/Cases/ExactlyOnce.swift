import Foundation
import Tern
import TernTesting

extension TransportConformance {
    /// Requests on a connection that ends without a response.
    static let exactlyOnceCases: [Case] =
        ends.flatMap { end, ending in
            [("POST", Data.pattern(100)), ("POST", nil), ("PATCH", Data.pattern(100)), ("POST", Data.pattern(500_000))]
                .map {
                    method,
                    body in
                    let size = body.map { "with \($0.count) bytes" } ?? "without a body"
                    return Case("sends a \(method) \(size) once when a reused connection is \(end) without a response")
                    {
                        trial in
                        let server = try LoopbackServer { $0.path == "/first" ? .text("ok") : ending }
                        let transport = try trial.transport()
                        _ = try await transport.send(try server.request("/first"))
                        let request = try server.request("/pay", HTTPMethod(rawValue: method), body: body)
                        let error = await trial.expectFailure(.connectionLost) { try await transport.send(request) }
                        trial.expect("the number of requests", server.requests.count { $0.path == "/pay" }, 1)
                        let reason = (error as? TernError)?.reason ?? ""
                        trial.expect(
                            reason.contains("may have processed"),
                            "Expected the reason to say that the server may have processed the request, got: \(reason)"
                        )
                    }
                }
                + ["GET", "PUT", "DELETE"].map { method in
                    Case("sends a \(method) again when a reused connection is \(end) without a response") { trial in
                        let server = try LoopbackServer {
                            $0.path == "/first" || $0.connection > 1 ? .text("ok") : ending
                        }
                        let transport = try trial.transport()
                        _ = try await transport.send(try server.request("/first"))
                        let body: Data? = method == "PUT" ? .pattern(1_000) : nil
                        let request = try server.request("/again", HTTPMethod(rawValue: method), body: body)
                        let response = try await transport.send(request)
                        trial.expect("the body", response.text, "ok")
                        trial.expect("metrics.sentRequests", response.metrics?.sentRequests ?? 2, 2)
                        let sent = server.requests.filter { $0.path == "/again" }
                        trial.expect("the bodies that arrived", sent.map(\.body), [body ?? Data(), body ?? Data()])
                    }
                }
                + [
                    // The first request has the same delivery, since a transport may keep separate connections for streams.
                    Case("counts both sendings of a download when a reused connection is \(end)") { trial in
                        let server = try LoopbackServer {
                            $0.path == "/first" || $0.connection > 1 ? .text("ok") : ending
                        }
                        let transport = try trial.transport()
                        let folder = try TemporaryFolder()
                        let file = try folder.file("a")
                        _ = try await transport.send(try server.request("/first").delivered(to: file))
                        let response = try await transport.send(try server.request("/again").delivered(to: file))
                        trial.expect("the number of requests", server.requests.count { $0.path == "/again" }, 2)
                        trial.expect("attempts", response.attempts, 2)
                        trial.expect("metrics.sentRequests", response.metrics?.sentRequests ?? 2, 2)
                    },
                    Case("counts both sendings of a streamed response when a reused connection is \(end)") { trial in
                        let server = try LoopbackServer {
                            $0.path == "/first" || $0.connection > 1 ? .text("ok") : ending
                        }
                        let transport = try trial.transport()
                        let first = try await transport.send(try server.request("/first").streamed())
                        _ = try await trial.collect(first)
                        let response = try await transport.send(try server.request("/again").streamed())
                        trial.expect("attempts", response.attempts, 2)
                        trial.expect("metrics.sentRequests", response.metrics?.sentRequests ?? 2, 2)
                        trial.expect("the body", try await trial.collect(response), Data("ok".utf8))
                        let sentRequests = response.stream?.metrics?.sentRequests ?? 2
                        trial.expect("metrics.sentRequests of the stream", sentRequests, 2)
                    },
                    Case("sends a POST with an Idempotency-Key again when a reused connection is \(end)") { trial in
                        let server = try LoopbackServer {
                            $0.path == "/first" || $0.connection > 1 ? .text("ok") : ending
                        }
                        let transport = try trial.transport()
                        _ = try await transport.send(try server.request("/first"))
                        let fields = ["Idempotency-Key": "8e03978e-40d5-43dd-bc93-6894a57f9324"]
                        let request = try server.request("/pay", .post, fields: fields, body: .pattern(10))
                        trial.expect("the body", try await transport.send(request).text, "ok")
                        trial.expect("the number of requests", server.requests.count { $0.path == "/pay" }, 2)
                    },
                    Case("sends a one-shot body once when a reused connection is \(end)") { trial in
                        let server = try LoopbackServer { $0.path == "/first" ? .text("ok") : ending }
                        let transport = try trial.transport()
                        _ = try await transport.send(try server.request("/first"))
                        let pieces = AsyncStream<Data> { continuation in
                            continuation.yield(.pattern(1_000))
                            continuation.finish()
                        }
                        let request = try server.request("/once", .put).uploading(.stream(length: 1_000, once: pieces))
                        await trial.expectFailure(.connectionLost) { try await transport.send(request) }
                        trial.expect("the number of requests", server.requests.count { $0.path == "/once" }, 1)
                    },
                ]
        } + [
            Case("sends a GET once when a new connection is closed without a response") { trial in
                let server = try LoopbackServer { _ in .raw("") }
                await trial.expectFailure(.connectionLost) { try await trial.transport().send(try server.request()) }
                trial.expect("the number of requests", server.requestCount, 1)
            },
            Case("sends a POST when the server has closed the idle connection") { trial in
                let server = try LoopbackServer { request in
                    request.method == .get ? .raw("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok") : .text("paid")
                }
                let transport = try trial.transport()
                _ = try await transport.send(try server.request())
                try await server.waitForOpenConnections(atMost: 0)
                let response = try await transport.send(try server.request("/", .post, body: .pattern(10)))
                trial.expect("the body", response.text, "paid")
                trial.expect("metrics.sentRequests", response.metrics?.sentRequests ?? 1, 1)
                trial.expect("the number of requests", server.requestCount, 2)
            },
        ]

    private static let ends: [(String, SampleResponse)] = [
        ("closed", .raw("")), ("reset", SampleResponse.raw("").resetting()),
    ]
}
