import Foundation
import Tern
import TernTesting

extension TransportConformance {
    private static let malformed = [
        "garbage\r\n\r\n", "\u{0}\u{1}\u{2}\u{3}\r\n\r\n", "<html>no HTTP</html>", "HTTP/1.1 abc\r\n\r\n",
        "HTTP/1.1\r\n\r\n", "HTTP/1.1 2\r\n\r\n", "HTTP/1.1 20\r\n\r\n", "HTTP/1.1 2000 OK\r\n\r\n",
        "HTTP/1.1 -200 OK\r\n\r\n", "HTTP/1.1 000 OK\r\nContent-Length: 0\r\n\r\n", "HTTP/9.9 200 OK\r\n\r\n",
        "HTTX/1.1 200 OK\r\n\r\n", "http/1.1 200 OK\r\n\r\n", "SSH-2.0-OpenSSH_9.2\r\n", "200 OK\r\n\r\n",
        "220 mail.example ESMTP\r\n",
    ]

    private static let brokenBodies = [
        "Content-Length: -5\r\n\r\nhello", "Content-Length: five\r\n\r\nhello",
        "Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!", "Content-Length: 99999999999999999999\r\n\r\nhello",
        "Transfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n-5\r\nhello\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n\r\nhello\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\nhello\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n3\r\nhello\r\n0\r\n\r\n",
    ]

    static let malformedCases =
        malformed.map { bytes in
            .malformed("\(bytes.debugDescription)", bytes)
        }
        + brokenBodies.map { rest in
            .malformed("200 with \(rest.debugDescription)", "HTTP/1.1 200 OK\r\n" + rest)
        } + [
            Case("fails after an endless head") { trial in
                let (server, transport) = try trial.serve { _ in
                    SampleResponse.raw("HTTP/1.1 200 OK\r\n").writing { writer in
                        let line = Data("X-Filler: \(String(repeating: "x", count: 1000))\r\n".utf8)
                        while true { try await writer.send(line) }
                    }
                }
                await trial.expectFailure(.malformedResponse, .connectionLost, .transportFailed, .bodyTooLarge) {
                    try await transport.send(try server.request())
                }
                try await server.waitForOpenConnections(atMost: 0)
            },
            Case("doesn't read bytes after a response as the next response") { trial in
                let (server, transport) = try trial.serve { request in
                    SampleResponse.raw("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 500 X\r\n\r\n")
                }
                for _ in 0..<3 {
                    try await trial.expect(transport.send(try server.request()), status: 200, text: "ok")
                }
            },
        ]
}
