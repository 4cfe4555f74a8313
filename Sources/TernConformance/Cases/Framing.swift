import Foundation
import Tern
import TernTesting

extension TransportConformance {
    /// The bytes after `HTTP/1.1 200 OK`, and the body that they encode.
    private static let framings: [(name: String, rest: String, body: String)] = [
        ("with Content-Length", "Content-Length: 5\r\n\r\nhello", "hello"),
        ("with a Content-Length of zero", "Content-Length: 0\r\n\r\n", ""),
        ("with the same Content-Length twice", "Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello", "hello"),
        ("until the connection is closed", "Content-Type: a/b\r\n\r\nhello", "hello"),
        ("that is empty until the connection is closed", "Content-Type: a/b\r\n\r\n", ""),
        ("in one chunk", "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", "hello"),
        ("in several chunks", "Transfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n", "hello"),
        ("in no chunks", "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", ""),
        (
            "in chunks with extensions and leading zeros",
            "Transfer-Encoding: chunked\r\n\r\n0003;a=b\r\nhel\r\n0a;c=\"d\"\r\nlo, world!\r\n000\r\n\r\n",
            "hello, world!"
        ),
        ("with a transfer coding in capitals", "TRANSFER-ENCODING: Chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", "hello"),
        (
            "in chunks with a Content-Length",
            "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", "hello"
        ),
    ]

    static let framingCases =
        framings.map { framing in
            Case("reads a body \(framing.name)") { trial in
                let server = try LoopbackServer { _ in .raw("HTTP/1.1 200 OK\r\n" + framing.rest) }
                trial.expect("the body", try await trial.send(try server.request()).text, framing.body)
                trial.expect("the number of requests", server.requestCount, 1)
            }
        } + [
            Case("returns every byte value of a body unchanged") { trial in
                let all = Data((0...255).map { UInt8($0) } + (0...255).reversed().map { UInt8($0) })
                let server = try LoopbackServer { _ in .data(all) }
                trial.expect("the body", try await trial.send(try server.request()).data, all)
            },
            Case("reads a body of 5 MB") { trial in
                let body = Data.pattern(5_000_000)
                let server = try LoopbackServer { .data(body, headers: ["X-Path": $0.path]) }
                try await trial.expect(trial.send(try server.request()), data: body)
            },
            Case("reads a response that arrives byte by byte") { trial in
                let text =
                    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nX-A: b\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n"
                let server = try LoopbackServer { _ in .raw("").bytewise(text.utf8) }
                try await trial.expect(trial.send(try server.request()), text: "hello", fields: ["X-A": "b"])
            },
            Case("reads a chunked body with trailers, and reuses the connection") { trial in
                let (server, transport) = try trial.serve { _ in
                    .text("hello").chunked(trailers: ["X-Checksum": "1", "Server-Timing": "a;dur=1"])
                }
                for _ in 0..<2 {
                    try await trial.expect(transport.send(try server.request()), status: 200, text: "hello")
                }
                trial.expect("the number of connections", server.acceptedConnections, 1)
            },
        ]
}
