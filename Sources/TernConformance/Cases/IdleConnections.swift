import Foundation
import Tern
import TernTesting

extension TransportConformance {
    /// Bytes that arrive on an idle connection between two requests. They don't belong to a response.
    static let idleConnectionCases: [Case] =
        [
            (
                "a second response", "GET", "200 OK\r\nContent-Length: 2", "ok",
                "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil"
            ),
            ("a body after 204", "GET", "204 No Content", "", "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil"),
            ("a body after 304", "GET", "304 Not Modified", "", "evil"),
            ("the body of a response to HEAD", "HEAD", "200 OK\r\nContent-Length: 4", "", "evil"),
            (
                "408 and the end of the connection", "GET", "200 OK\r\nContent-Length: 2", "ok",
                "HTTP/1.1 408 Request Timeout\r\nContent-Length: 4\r\nConnection: close\r\n\r\nevil"
            ),
            ("a stray CR LF", "GET", "200 OK\r\nContent-Length: 2", "ok", "\r\n"),
            ("a single byte", "GET", "200 OK\r\nContent-Length: 2", "ok", "x"),
            (
                "an unrequested response after chunks", "GET", "200 OK\r\nTransfer-Encoding: chunked",
                "2\r\nok\r\n0\r\n\r\n", "HTTP/1.1 500 No\r\n\r\n"
            ),
        ].flatMap { name, method, head, body, late in
            [HTTPMethod.get, .post].map { next in
                Case("sends a \(next) on a new connection after \(name) arrived on the idle one") { trial in
                    let (isFirstComplete, isLateSent) = (SampleGate(), SampleGate())
                    let (server, transport) = try trial.serve { request in
                        guard request.path == "/first" else { return .text("mine") }
                        return SampleResponse.raw("HTTP/1.1 \(head)\r\n\r\n\(body)").writing { writer in
                            try await isFirstComplete.pass()
                            try await writer.send(late)
                            isLateSent.release()
                            // The connection stays open, so that only these bytes reveal the error.
                            try await SampleGate().pass()
                        }
                    }
                    let first = try server.request("/first", HTTPMethod(rawValue: method))
                    _ = try await transport.send(first)
                    isFirstComplete.release()
                    try await isLateSent.pass()
                    let response = try await transport.send(
                        try server.request("/second", next, body: next == .post ? .pattern(9) : nil)
                    )
                    try await trial.expect(response, status: 200, text: "mine")
                    trial.expect("the number of connections", server.acceptedConnections, 2)
                    trial.expect("the number of further requests", server.requests.count { $0.path == "/second" }, 1)
                }
            }
        } + [
            Case("stops using a connection with unrequested bytes after a 204 response") { trial in
                let (server, transport) = try trial.serve { request in
                    guard request.path == "/first" else { return .text("mine") }
                    let bytes = "HTTP/1.1 204 No Content\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n"
                    return SampleResponse.raw(bytes).stalling()
                }
                trial.expect("the status", try await transport.send(try server.request("/first")).statusCode, 204)
                trial.expect("the body", try await transport.send(try server.request("/second")).text, "mine")
                trial.expect("the number of connections", server.acceptedConnections, 2)
            },
            Case("keeps the connection and the bytes of a paused stream") { trial in
                let body = Data.pattern(3_000_000)
                let (server, transport) = try trial.serve { $0.path == "/stream" ? .data(body) : .text("other") }
                let stream = try trial.require(
                    try await transport.send(try server.request("/stream").streamed()).stream,
                    "No stream."
                )
                for _ in 0..<20 { _ = try await transport.send(try server.request("/other")) }
                var received = Data()
                for try await piece in stream { received.append(piece) }
                trial.expect(received == body, "Expected the bytes of the stream, got \(received.count) other bytes.")
            },
        ]
}
