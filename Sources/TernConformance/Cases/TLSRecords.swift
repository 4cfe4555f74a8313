import Foundation
import Tern
import TernTesting

extension TransportConformance {
    /// Bytes after a response that arrive in the same TLS record as its end. They aren't in the socket's buffer any
    /// more when the next request is sent. The cases need OpenSSL for the server.
    static let tlsRecordCases: [Case] =
        HTTP2TLS.isAvailable ? (recordCases + endCases).map { $0.needing(.tls) } : []

    private static let evil = Data("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil".utf8)
    private static let body = Data(repeating: UInt8(ascii: "x"), count: 20_000)

    /// Responses with the following bytes, in records of at most 16 KiB.
    private static let surpluses: [(String, [Data])] = [
        (
            "a long body with Content-Length",
            [
                Data("HTTP/1.1 200 OK\r\nContent-Length: 20000\r\n\r\n".utf8), body.prefix(16_000),
                body.suffix(4_000) + evil,
            ]
        ),
        (
            "a long body with Content-Length, and its head",
            [
                Data("HTTP/1.1 200 OK\r\nContent-Length: 20000\r\n\r\n".utf8) + body.prefix(16_000),
                body.suffix(4_000) + evil,
            ]
        ),
        (
            "a short body with Content-Length",
            [Data("HTTP/1.1 200 OK\r\nContent-Length: 4000\r\n\r\n".utf8), body.suffix(4_000) + evil]
        ),
        (
            "a chunked body",
            [
                Data("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8),
                Data("fa0\r\n".utf8) + body.prefix(4_000) + Data("\r\n0\r\n\r\n".utf8) + evil,
            ]
        ),
        ("a response without content", [Data("HTTP/1.1 204 No Content\r\n\r\n".utf8) + evil]),
    ]

    private static let recordCases =
        surpluses.flatMap { name, pieces in
            [HTTPMethod.get, .post].map { method in
                Case("sends a \(method) on a new connection after bytes in the TLS record that ends \(name)") { trial in
                    let (server, transport) = try trial.serveHTTP2(
                        with: { $0.httpVersions = .http1 },
                        http1Handler: { $0.path == "/first" ? pieces : [response("mine")] },
                        handler: { _ in .respond("HTTP/2") }
                    )
                    for delivery in [Request.Delivery.collected(), .streamed] {
                        let first = try server.request("/first").with { $0.delivery = delivery }
                        _ = try await transport.send(first).wholeBody()
                        try await trial.expect(transport.send(try server.request("/second", method)), text: "mine")
                    }
                    let connections = Set(server.record.requests.prefix(2).map(\.connection))
                    trial.expect("the number of connections of the first two requests", connections.count, 2)
                }
            }
        } + [
            Case("reuses a TLS connection with HTTP/1.1 if no bytes follow the response") { trial in
                let (server, transport) = try trial.serveHTTP2(
                    with: { $0.httpVersions = .http1 },
                    http1Handler: { _ in
                        [
                            Data("HTTP/1.1 200 OK\r\nContent-Length: 20000\r\n\r\n".utf8), body.prefix(16_000),
                            body.suffix(4_000),
                        ]
                    },
                    handler: { _ in .respond("HTTP/2") }
                )
                for _ in 0..<3 { _ = try await transport.send(try server.request()) }
                trial.expect("the number of connections", server.record.acceptedConnections, 1)
            }
        ]

    /// Bodies that the end of the connection delimits (RFC 9112, section 9.8).
    private static let endCases: [Case] = [("close_notify", HTTP2Step.close), ("no close_notify", .cut)].flatMap {
        end,
        step in
        [Request.Delivery.collected(), .streamed].map { delivery in
            Case("\(step.isCut ? "fails after" : "reads") a body without a length that ends with \(end), \(delivery)") {
                trial in
                let (server, transport) = try trial.serveHTTP2(
                    with: { $0.httpVersions = .http1 },
                    http1Handler: { _ in [Data("HTTP/1.1 200 OK\r\n\r\nbody".utf8)] },
                    handler: { _ in .respond("HTTP/2") }
                )
                let request = try server.request().with { $0.delivery = delivery }
                do {
                    let body = try await trial.value(of: { try await transport.send(request).wholeBody() }) {
                        try await server.waitForRequests(atLeast: 1)
                        server.perform([step])
                    }
                    trial.expect("the body", String(decoding: body, as: UTF8.self), "body")
                    trial.expect(!step.isCut, "The body that isn't complete is read without an error.")
                } catch let error as TernError {
                    trial.expect("the code", error.code, .connectionLost)
                    trial.expect(step.isCut, "The complete body isn't read: \(error.reason)")
                }
            }
        }
    }

    static func response(_ text: String) -> Data {
        Data("HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)".utf8)
    }
}
