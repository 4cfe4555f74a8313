import Foundation
import Tern
import TernTesting

extension TransportConformance {
    /// Bytes sent at once, bytes sent one by one, and the rest.
    private static let slowLines = [
        ("a status line", "", "HTTP/1.1 200 Very slow indeed", "\r\nContent-Length: 5\r\n\r\nhello"),
        ("a field line", "HTTP/1.1 200 OK\r\n", "X-Slow: abcdefghijklmnopqrst", "\r\nContent-Length: 5\r\n\r\nhello"),
        (
            "a chunk's line", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "5;slow=abcdefghijklmnopqrst",
            "\r\nhello\r\n0\r\n\r\n"
        ),
        (
            "a trailer line", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n",
            "X-Slow: abcdefghijklmnopqrst", "\r\n\r\n"
        ),
    ]

    static let slowHeadCases =
        slowLines.map { name, start, line, rest in
            Case("waits while the bytes of \(name) arrive one by one") { trial in
                let server = try LoopbackServer { _ in
                    SampleResponse.raw(start).writing { writer in
                        for byte in line.utf8 {
                            try await writer.send(Data([byte]))
                            // In total, the bytes take about twice the idle time.
                            try await Task.sleep(for: .milliseconds(220))
                        }
                        try await writer.send(rest)
                    }
                }
                let response = try await trial.repeatingAfterStall {
                    try await trial.send(try server.request().idle(for: 3))
                }
                try await trial.expect(response, text: "hello")
            }
        } + [
            Case("fails with timedOut when the bytes of a field line stop arriving") { trial in
                let (server, transport) = try trial.serve { _ in
                    SampleResponse.raw("HTTP/1.1 200 OK\r\n").writing { writer in
                        for byte in "X-Slow: ab".utf8 {
                            try await writer.send(Data([byte]))
                            // The bytes arrive within the idle time, and then stop.
                            try await Task.sleep(for: .milliseconds(20))
                        }
                        try await SampleGate().pass()
                    }
                }
                await trial.expectTimeout(after: .milliseconds(700)) {
                    try await transport.send(try server.request().idle(for: 0.6))
                }
                try await server.waitForOpenConnections(atMost: 0)
            }
        ]
}
