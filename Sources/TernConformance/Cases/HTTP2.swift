import Foundation
import Tern
import TernTesting

extension TransportConformance {

    /// The cases over TLS need OpenSSL for the server.
    static let http2Cases =
        cleartextHTTP2Cases.map { $0.needing(.http2) }
        + (HTTP2TLS.isAvailable ? tlsHTTP2Cases.map { $0.needing(.http2, .tls) } : [])

    private static let cleartextHTTP2Cases = [
        Case("exchanges bodies on HTTP/2 without TLS") { trial in
            let (server, transport) = try trial.serveHTTP2(tls: false) {
                .respond(200, [("x-path", $0.path)], body: $0.body)
            }
            let request = try server.request("/path", .post, fields: ["X-Token": "t"], body: Data("body".utf8))
            try await trial.expect(transport.send(request), status: 200, text: "body", fields: ["X-Path": "/path"])
            trial.expect("the method", server.record.requests.map(\.method), ["POST"])
            trial.expect("the request's field", server.record.requests.map { $0.headers["X-Token"] }, ["t"])
        },
        Case("sends many requests on HTTP/2 without TLS, with and without content in the responses") { trial in
            let (server, transport) = try trial.serveHTTP2(tls: false) {
                $0.index % 3 == 0 ? .respond(204) : .respond($0.path)
            }
            @Sendable func send(_ number: Int) async throws {
                let response = try await transport.send(try server.request("/\(number)"))
                try await trial.expect(response, text: response.statusCode == 204 ? "" : "/\(number)")
            }
            for number in 0..<6 { try await send(number) }
            try await trial.concurrently(44) { try await send($0 + 6) }
            trial.expect("the number of requests", server.record.requests.count, 50)
            // At most 4 at a time, each with a closed one before it whose end the server hasn't read yet.
            let most = server.record.mostOpenConnections
            trial.expect(most <= 8, "Expected at most 8 concurrent connections, got \(most).")
        },
    ]

    /// Requests with all kinds of bodies, each with a collected and a streamed response.
    private static func earlyRequests(to server: HTTP2Server, _ path: String) throws -> [Request] {
        // Each body is longer than the first window, so that the client can't have sent the whole body.
        let bodies: [(Data?, RequestBody?)] = [
            (Data(count: 100_000), nil), (Data(count: 3_000_000), nil),
            (nil, .stream(length: 3_000_000) { Pieces(.pattern(3_000_000), of: 100_000) }),
            (nil, .stream { AsyncStream<Data> { Data(count: 100_000) } }),
        ]
        return try bodies.flatMap { body, source in
            try [Request.Delivery.collected(), .streamed].map { delivery in
                var request = try server.request(path, .post, body: body)
                request.delivery = delivery
                if let source { request.body = source }
                return request
            }
        }
    }

    private static let tlsHTTP2Cases = [
        Case("uses one HTTP/2 connection for successive requests") { trial in
            let (server, transport) = try trial.serveHTTP2 { request in
                .respond(200, [("x-path", request.path)], body: Data(request.path.utf8))
            }
            for path in ["/one", "/two"] {
                let response = try await transport.send(try server.request(path, fields: ["X-Token": path]))
                try await trial.expect(response, status: 200, text: path, fields: ["X-Path": path])
            }
            let record = server.record
            trial.expect("the method", record.requests.map(\.method), ["GET", "GET"])
            trial.expect("the request field", record.requests.map { $0.headers["x-token"] }, ["/one", "/two"])
            trial.expect("the number of connections", record.acceptedConnections, 1)
        },
        Case("sends and receives large bodies on HTTP/2") { trial in
            let (server, transport) = try trial.serveHTTP2 { .respond(200, body: $0.body) }
            let body = Data.pattern(3_000_000)
            try await trial.expect(transport.send(try server.request("/", .post, body: body)), data: body)
            trial.expect("the method", server.record.requests.map(\.method), ["POST"])
        },
        Case("reads a body with trailers on HTTP/2, and reuses the connection") { trial in
            let (server, transport) = try trial.serveHTTP2 { _ in
                .respond(200, body: Data("body".utf8), trailers: [("x-checksum", "1")])
            }
            for _ in 0..<2 { trial.expect("the body", try await transport.send(try server.request()).text, "body") }
            trial.expect("the number of connections", server.record.acceptedConnections, 1)
        },
        Case("returns the final response after informational ones on HTTP/2") { trial in
            let (server, transport) = try trial.serveHTTP2 { _ in
                [.head(103, [("link", "</a>")]), .head(103)] + .respond("final")
            }
            let response = try await transport.send(try server.request())
            try await trial.expect(response, status: 200, text: "final", fields: ["Link": nil])
        },
        Case("returns to each of 100 concurrent HTTP/2 requests its own response") { trial in
            let (server, transport) = try trial.serveHTTP2 { .respond($0.path) }
            try await trial.concurrently(100) { number in
                trial.expect("the body", try await transport.send(try server.request("/\(number)")).text, "/\(number)")
            }
            trial.expect("the number of requests", server.record.requests.count, 100)
        },
        Case("receives other HTTP/2 responses while one is held") { trial in
            let (server, transport) = try trial.serveHTTP2(with: { $0.connectionsPerHost = 1 }) {
                $0.path == "/held" ? [.hold] + .respond("held") : .respond("free")
            }
            let request = try server.request("/held")
            let held = try await trial.value(of: { try await transport.send(request) }) {
                try await server.waitForRequests(atLeast: 1)
                trial.expect("the body", try await transport.send(try server.request("/free")).text, "free")
                server.release()
            }
            try await trial.expect(held, text: "held")
            trial.expect("the number of connections", server.record.acceptedConnections, 1)
        },
        Case("fails when RST_STREAM NO_ERROR ends a body that is shorter than its Content-Length") { trial in
            let (server, transport) = try trial.serveHTTP2(
                headHandler: { _ in
                    [.head(413, [("content-length", "10")]), .data(Data("part".utf8)), .reset(.noError)]
                },
                handler: { _ in .respond("unused") }
            )
            for request in try earlyRequests(to: server, "/early") {
                await trial.expectFailure(.connectionLost, .malformedResponse) {
                    try await transport.send(request).wholeBody()
                }
            }
        },
        Case("returns an HTTP/2 response that ends with RST_STREAM NO_ERROR before the request body ends") { trial in
            // RFC 9113, section 8.1: the server doesn't need the rest of the body. The response is complete.
            let responseBody = Data.pattern(300_000)
            let (server, transport) = try trial.serveHTTP2(
                headHandler: { request in
                    guard request.path.hasPrefix("/early") else { return nil }
                    let body = request.path == "/early/empty" ? Data() : responseBody
                    return .respond(413, [("x-a", "b")], body: body) + [.reset(.noError)]
                },
                handler: { .respond("\($0.body.count)") }
            )
            for (path, body) in [("/early", responseBody), ("/early/empty", Data())] {
                for request in try earlyRequests(to: server, path) {
                    let response = try await transport.send(request)
                    try await trial.expect(response, status: 413, fields: ["X-A": "b"])
                    var received = response.data
                    if let stream = response.stream { for try await piece in stream { received += piece } }
                    trial.expect(received == body, "The body differs, with \(received.count) bytes.")
                }
                trial.expect("the number of sendings", server.record.sendings(of: path), 8)
            }
            let next = try await transport.send(try server.request("/next", .post, body: Data(count: 10)))
            try await trial.expect(next, text: "10")
            // Streamed requests may use a second connection.
            let connections = server.record.acceptedConnections
            trial.expect(connections <= 2, "\(connections) connections were opened.")
        },
        Case("resets an HTTP/2 stream that is cancelled, or closes its connection") { trial in
            // The body never ends, and stays below the body limit even if the cancellation is late.
            let (server, transport) = try trial.serveHTTP2 {
                $0.path == "/unfinished" ? [.head(200), .data(Data(count: 64 << 10))] : .respond("fine")
            }
            let request = try server.request("/unfinished")
            let task = Task { try await transport.send(request).data.count }
            try await server.wait { $0.sentDataBytes > 0 }
            task.cancel()
            await trial.expectCancellation(task)
            // When this response arrives, the server has received the reset or the end of the connection.
            trial.expect("the body", try await transport.send(try server.request("/fine")).text, "fine")
            try await server.wait { $0.requests.first?.resetCode != nil || $0.openConnections < $0.acceptedConnections }
        },
    ]
}
