import Foundation
import Tern
import TernTesting

extension TransportConformance {
    private static let chunkSizes = [
        "3,3", " 3", "\t3", "0x3", "3 ", "3 ;", "3;", "3; ", "3;\u{0}", "3;a\rb", "+3", "-1", "", "g", "3g", "3.0",
        "3 3",
        "3\r", "8000000000000000", "10000000000000003", "00000000000000003",
    ]

    /// The bytes that follow `3\r
    /// hel`.
    private static let chunkEnds = [
        "\n0\r\n\r\n", "\r0\r\n\r\n", "x\r\n0\r\n\r\n", "\r\r\n0\r\n\r\n", "\r\n0\n\r\n", "\r\n0\r\n\n", "\r\n0\r\n\rx",
        "\r\n0\r\n X: y\r\n\r\n", "\r\n0\r\nX: y\r\n z\r\n\r\n", "\r\n0\r\nX : y\r\n\r\n", "\r\n0\r\nX\r\n\r\n",
        "\r\n0\r\n: y\r\n\r\n", "\r\n0\r\nX: y\rz\r\n\r\n", "\r\n0\r\nX: \u{0}\r\n\r\n", "\r\n0\r\nX: y\n\r\n",
    ]

    static let malformedChunkCases =
        chunkSizes.map { size in
            .malformed("the chunk size \(size.debugDescription)", chunked("\(size)\r\nhel\r\n0\r\n\r\n"))
        }
        + chunkEnds.map { end in
            let name = "fails with malformedResponse when \(end.debugDescription) follows a chunk's data"
            return .failure(name, .raw(chunked("3\r\nhel\(end)")), .malformedResponse)
        } + [
            .malformed("a chunk size that ends with LF alone", chunked("3\nhel\r\n0\r\n\r\n")),
            .malformed("a chunk extension of 100,000 bytes", chunked("3;a=\(long(100_000))\r\nhel\r\n0\r\n\r\n")),
            .malformed("a trailer line of 300,000 bytes", chunked("3\r\nhel\r\n0\r\nX: \(long(300_000))\r\n\r\n")),
            .malformed("300,000 bytes of trailers", chunked("3\r\nhel\r\n0\r\n\(longFields)\r\n")),
            .malformed(
                "a redirect with a malformed chunk",
                "HTTP/1.1 302 Found\r\nLocation: /\r\nTransfer-Encoding: chunked\r\n\r\n3,3\r\nhel\r\n0\r\n\r\n"
            ),
            Case("streams the data before a malformed chunk, and then throws", needs: [.streamedResponses]) { trial in
                let gate = SampleGate()
                let server = try LoopbackServer { _ in
                    SampleResponse.raw(chunked("3\r\nhel\r\n")).writing { writer in
                        try await gate.pass()
                        try await writer.send("3,3\r\nlow\r\n0\r\n\r\n")
                    }
                }
                let response = try await trial.send(try server.request().streamed())
                var iterator = try trial.require(response.stream, "There is no stream.").makeAsyncIterator()
                trial.expect("the piece", try await iterator.next(), Data("hel".utf8))
                gate.release()
                await trial.expectFailure(.malformedResponse, of: "the stream") { try await iterator.next() }
            },
            Case("closes the connection after a body with Content-Length and Transfer-Encoding") { trial in
                // RFC 9112, section 6.3: the coding overrides the length, and the connection is closed.
                let bytes = chunked("5\r\nhello\r\n0\r\n\r\n", fields: "Content-Length: 5\r\n")
                try await expectNewConnections(bytes, body: "hello", trial)
            },
            Case("closes the connection after a chunked body in HTTP/1.0") { trial in
                // RFC 9112, section 6.1.
                let bytes = chunked("5\r\nhello\r\n0\r\n\r\n", "HTTP/1.0", fields: "Connection: keep-alive\r\n")
                try await expectNewConnections(bytes, body: "hello", trial)
            },
            Case("closes the connection when bytes follow the last chunk") { trial in
                try await expectNewConnections(
                    chunked("5\r\nhello\r\n0\r\n\r\nHTTP/1.1 500 X\r\n\r\n"),
                    body: "hello",
                    trial
                )
            },
        ]

    private static func long(_ count: Int) -> String { String(repeating: "x", count: count) }

    private static func chunked(_ rest: String, _ version: String = "HTTP/1.1", fields: String = "") -> String {
        "\(version) 200 OK\r\n\(fields)Transfer-Encoding: chunked\r\n\r\n\(rest)"
    }

    /// The server keeps its connections open, so that only the transport closes them.
    private static func expectNewConnections(_ bytes: String, body: String, _ trial: Trial) async throws {
        let (server, transport) = try trial.serve { _ in .raw(bytes).stalling() }
        for _ in 0..<2 {
            try await trial.expect(transport.send(try server.request()), text: body)
            try await server.waitForOpenConnections(atMost: 0)
        }
        trial.expect("the number of connections", server.acceptedConnections, 2)
    }
}
