import Foundation
import Tern
import TernTesting

extension TransportConformance {
    private static let statuses = [200, 201, 202, 203, 206, 299, 300, 305, 400, 403, 404, 409, 418, 429, 500, 503, 599]

    static let statusCases =
        statuses.map { status in
            Case("returns a response with status \(status)") { trial in
                // A part of a body that no request asked for is accepted only if it is the whole body.
                let headers: HTTPHeaders = status == 206 ? ["Content-Range": "bytes 0-3/4"] : [:]
                let server = try LoopbackServer { _ in .text("body", status: status, headers: headers) }
                try await trial.expect(trial.send(try server.request()), status: status, text: "body")
            }
        }
        + [301, 302, 303, 307, 308].map { status in
            Case("returns a \(status) response when redirects aren't followed") { trial in
                let server = try LoopbackServer { _ in .text("moved", status: status, headers: ["Location": "/other"]) }
                let transport = try trial.transport(redirects: .never)
                let response = try await transport.send(try server.request())
                try await trial.expect(response, status: status, text: "moved", fields: ["Location": "/other"])
                trial.expect("the number of requests", server.requestCount, 1)
            }
        } + [
            Case("returns a 304 response with Location") { trial in
                let server = try LoopbackServer { _ in .status(304, headers: ["Location": "/other"]) }
                trial.expect("the status", try await trial.send(try server.request()).statusCode, 304)
                trial.expect("the number of requests", server.requestCount, 1)
            },
            Case("returns a redirect response without Location") { trial in
                let server = try LoopbackServer { _ in .text("where?", status: 302) }
                try await trial.expect(trial.send(try server.request()), status: 302, text: "where?")
            },
        ]
        + [204, 304].map { status in
            Case("waits for no body after \(status) with a Content-Length") { trial in
                let (server, transport) = try trial.serve { _ in .status(status, headers: ["Content-Length": "100"]) }
                for _ in 0..<2 {
                    let response = try await transport.send(
                        try server.request().with { $0.delivery = .collected(limit: 50) }
                    )
                    try await trial.expect(response, status: status, text: "")
                }
            }
        } + [
            Case("skips 100 and 103 before the final response") { trial in
                let (server, transport) = try trial.serve { _ in
                    SampleResponse.text("final", headers: ["X-Final": "1"]).preceded(by: 100).preceded(
                        by: 103,
                        headers: ["Link": "</a.css>; rel=preload", "X-Early": "1"]
                    ).preceded(by: 103, headers: ["X-Early": "2"])
                }
                for _ in 0..<2 {
                    let response = try await transport.send(try server.request())
                    try await trial.expect(
                        response,
                        status: 200,
                        text: "final",
                        fields: ["X-Final": "1", "X-Early": nil]
                    )
                }
                trial.expect("the number of connections", server.acceptedConnections, 1)
            },
            Case("skips 103 before the head of a stream") { trial in
                for status in [200, 401, 404] {
                    let server = try LoopbackServer { _ in
                        .text("final", status: status).preceded(by: 103, headers: ["X-Early": "1"])
                    }
                    let response = try await trial.send(try server.request().streamed())
                    try await trial.expect(response, status: status, text: "final", fields: ["X-Early": nil])
                }
            },
            Case("follows a redirect that comes after 103, to a stream") { trial in
                let server = try LoopbackServer { request in
                    if request.path == "/b" { return .text("final").preceded(by: 103) }
                    return .status(302, headers: ["Location": "/b"]).preceded(by: 103)
                }
                try await trial.expect(trial.send(try server.request().streamed()), status: 200, text: "final")
            },
            Case("accepts a status line without a reason phrase") { trial in
                let server = try LoopbackServer { _ in .raw("HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok") }
                trial.expect("the body", try await trial.send(try server.request()).text, "ok")
            },
            Case("accepts an HTTP/1.0 response") { trial in
                let server = try LoopbackServer { _ in .raw("HTTP/1.0 200 OK\r\nX-A: b\r\n\r\nold") }
                try await trial.expect(trial.send(try server.request()), text: "old", fields: ["X-A": "b"])
            },
        ]
}
