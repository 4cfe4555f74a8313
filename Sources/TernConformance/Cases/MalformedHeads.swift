import Foundation
import Tern
import TernTesting

extension TransportConformance {
    private static let statusLines = [
        "HTTP/2 200 OK", "HTTP/2 200 ", "HTTP/3 200 OK", "HTTP/1.2 200 OK", "HTTP/1.10 200 OK", "HTTP/01.1 200 OK",
        "HTTP/0.9 200 OK", "HTTP 200 OK", " HTTP/1.1 200 OK", "HTTP/1.1  200 OK", "HTTP/1.1\t200 OK",
        "HTTP/1.1 200OK", "HTTP/1.1 +20 OK", "HTTP/1.1 99 OK", "HTTP/1.1 099 OK", "HTTP/1.1 200.5 OK",
        "HTTP/1.1 200 O\rK", "HTTP/1.1 200 O\u{0}K", "HTTP/1.1 200 OK\r",
    ]

    private static let fieldLines = [
        "X-A : b", "X-A\t: b", "X A: b", ": b", "X-A", "X\u{1}A: b", "X\rA: b", "X-A: b\rX-B: c", "X-A: \rb",
        "X-A: b\r", "X-A: b\u{0}c", "X\u{0}A: b", "HTTP/1.1 404 Not Found",
    ]

    /// Folded lines after the field "A: b", and the field that they belong to.
    private static let foldedLines = [
        (" X-A: b", "A", "b X-A: b"), ("X-A: b\r\n c", "X-A", "b c"), ("X-A: b\r\n\tc", "X-A", "b c"),
        ("X-A: b\r\n ", "X-A", "b"),
    ]

    private static let transferCodings = [
        "Transfer-Encoding: gzip", "Transfer-Encoding: identity", "Transfer-Encoding: xchunked",
        "Transfer-Encoding: chunkedx", "Transfer-Encoding: chunked, gzip", "Transfer-Encoding: gzip, chunked",
        "Transfer-Encoding: chunked, chunked", "Transfer-Encoding: identity, chunked", "Transfer-Encoding: ,chunked",
        "Transfer-Encoding: chunked;q=1", "Transfer-Encoding: \"chunked\"", "Transfer-Encoding:",
        "Transfer-Encoding: \u{b}chunked", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: identity\r\nContent-Length: 5", "Content-Length: 5\r\nTransfer-Encoding: identity",
        "Transfer-Encoding: identity\r\nContent-Length: 5\r\nContent-Length: 6",
        "Transfer-Encoding: chunked\r\nContent-Length: 5\r\nContent-Length: 6",
        "Content-Length: 5, 5\r\nTransfer-Encoding: chunked", "Content-Length: \r\nTransfer-Encoding: chunked",
    ]

    private static let lengths = ["", "5, 6", "+5", " 5 5", "5;", "0x5", "5\r\nContent-Length:", "5, "]

    static let malformedHeadCases =
        statusLines.map { line in
            .malformed("the status line \(line.debugDescription)", "\(line)\r\nContent-Length: 2\r\n\r\nok")
        }
        + fieldLines.map { line in
            .malformed(
                "the field line \(line.debugDescription)",
                "HTTP/1.1 200 OK\r\nA: b\r\n\(line)\r\nContent-Length: 2\r\n\r\nok"
            )
        }
        + foldedLines.map { line, name, value in
            Case("refuses or joins the folded line \(line.debugDescription)") { trial in
                let bytes = "HTTP/1.1 200 OK\r\nA: b\r\n\(line)\r\nContent-Length: 2\r\n\r\nok"
                let server = try LoopbackServer { _ in .raw(bytes) }
                try await trial.expectMalformed(orField: name, value, "ok") { try server.request() }
            }
        }
        + transferCodings.map { lines in
            .malformed("\(lines.debugDescription)", "HTTP/1.1 200 OK\r\n\(lines)\r\n\r\n5\r\nhello\r\n0\r\n\r\n")
        }
        + lengths.map { value in
            .malformed(
                "a Content-Length of \(value.debugDescription)",
                "HTTP/1.1 200 OK\r\nContent-Length: \(value)\r\n\r\nhello"
            )
        } + [
            .malformed(
                "a folded line at the beginning of a head",
                "HTTP/1.1 200 OK\r\n folded\r\nContent-Length: 2\r\n\r\nok"
            ),
            Case("fails with malformedResponse after a folded line at the beginning of a later head") { trial in
                let (server, transport) = try trial.serve { request in
                    request.path == "/bad"
                        ? .raw("HTTP/1.1 200 OK\r\n folded\r\nContent-Length: 2\r\n\r\nok") : .text("fine")
                }
                for _ in 0..<3 {
                    try await trial.expect(transport.send(try server.request()), text: "fine")
                    await trial.expectFailure(.malformedResponse) {
                        try await transport.send(try server.request("/bad"))
                    }
                }
            },
            Case("reads a field value of 50,000 bytes, most of them spaces") { trial in
                let value = String(repeating: "x         ", count: 5_000) + "x"
                let server = try LoopbackServer { _ in
                    .raw("HTTP/1.1 200 OK\r\nX-Long: \(value)\r\nContent-Length: 2\r\n\r\nok")
                }
                try await trial.expect(trial.send(try server.request()), fields: ["X-Long": value])
            },
            Case("refuses or joins a folded line in an informational head") { trial in
                let bytes =
                    "HTTP/1.1 103 Early Hints\r\nLink: <a>;\r\n rel=preload\r\n\r\n"
                    + "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
                let server = try LoopbackServer { _ in .raw(bytes) }
                try await trial.expectMalformed(orField: "Content-Length", "2", "ok") { try server.request() }
            },
            Case("refuses or joins a folded line in the head of a stream") { trial in
                let bytes = "HTTP/1.1 200 OK\r\nX-A: b\r\n c\r\nContent-Length: 2\r\n\r\nok"
                let server = try LoopbackServer { _ in .raw(bytes) }
                try await trial.expectMalformed(orField: "X-A", "b c", "ok") { try server.request().streamed() }
            },
            Case("refuses or joins a folded Location") { trial in
                let bytes = "HTTP/1.1 302 Found\r\nLocation:\r\n /other\r\nContent-Length: 0\r\n\r\n"
                let server = try LoopbackServer { request in
                    request.path == "/other" ? .text("ok", headers: ["X-A": "b"]) : .raw(bytes)
                }
                try await trial.expectMalformed(orField: "X-A", "b", "ok") { try server.request() }
            },
            Case("closes the connection after a malformed head") { trial in
                let (server, transport) = try trial.serve { request in
                    request.path == "/bad"
                        ? .raw("HTTP/1.1 200 OK\r\nX-A : b\r\nContent-Length: 2\r\n\r\nok").stalling() : .text("fine")
                }
                await trial.expectFailure(.malformedResponse) { try await transport.send(try server.request("/bad")) }
                try await server.waitForOpenConnections(atMost: 0)
                trial.expect("the next body", try await transport.send(try server.request()).text, "fine")
            },
        ]

    /// 300 field lines of 1,000 bytes.
    static let longFields = (0..<300).map { "X-Field-\($0): \(String(repeating: "x", count: 1000))\r\n" }.joined()

    static let longHeadCases: [Case] =
        [("status line", "HTTP/1.1 200 "), ("field line", "HTTP/1.1 200 OK\r\nX-A: ")].flatMap { name, start in
            [100_000, 300_000].map { count in
                let line = start + String(repeating: "x", count: count)
                return .malformed("a \(name) of \(count) bytes", "\(line)\r\nContent-Length: 2\r\n\r\nok")
            }
        } + [
            Case("fails with malformedResponse after an endless status line") { trial in
                let server = try LoopbackServer { _ in
                    SampleResponse.raw("HTTP/1.1 200 ").writing { writer in
                        let piece = Data(repeating: UInt8(ascii: "x"), count: 10_000)
                        while true { try await writer.send(piece) }
                    }
                }
                await trial.expectFailure(.malformedResponse) { try await trial.send(try server.request()) }
            },
            .malformed("300,000 bytes of fields", "HTTP/1.1 200 OK\r\n\(longFields)Content-Length: 2\r\n\r\nok"),
        ]
        + [600, 799, 999].map { status in
            // RFC 9110, section 15: a client treats an invalid status like 5xx.
            Case("returns a response with status \(status)") { trial in
                let server = try LoopbackServer { _ in .raw("HTTP/1.1 \(status) X\r\nContent-Length: 2\r\n\r\nok") }
                try await trial.expect(trial.send(try server.request()), status: status, text: "ok")
            }
        }
}

extension Trial {
    /// Expects `malformedResponse`, or a response in which each fold is one space (RFC 9112, section 5.2).
    func expectMalformed(
        orField name: String,
        _ value: String,
        _ body: String,
        _ request: () throws -> Request
    ) async throws {
        do {
            let response = try await transport().send(try request())
            expect("the field", response.headers[name], value)
            let data = response.stream == nil ? response.data : try await collect(response)
            expect("the body", data, Data(body.utf8))
        } catch let error as TernError where error.code == .malformedResponse {}
    }

}
