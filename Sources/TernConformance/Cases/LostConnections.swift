import Foundation
import Tern
import TernTesting

extension TransportConformance {
    /// The phase in which the connection ends, and the bytes before the end.
    private static let phases = [
        ("before the head", ""), ("inside the status line", "HTTP/1.1 20"),
        ("inside the head", "HTTP/1.1 200 OK\r\nX-A: b\r\nX-B"),
        ("before the end of the head", "HTTP/1.1 200 OK\r\nX-A: b\r\n"),
        ("after an informational head", "HTTP/1.1 103 Early Hints\r\n\r\n"),
        ("before a body with Content-Length", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n"),
        ("inside a body with Content-Length", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort"),
        ("before the first chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"),
        ("inside a chunk's size", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n1"),
        ("inside a chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel"),
        ("before the last chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"),
    ]

    static let lostConnectionCases =
        phases.flatMap { phase, bytes in
            [
                Case("fails with connectionLost when the connection is closed \(phase)") { trial in
                    let server = try LoopbackServer { _ in .raw(bytes) }
                    await trial.expectFailure(.connectionLost) {
                        try await trial.transport().send(try server.request())
                    }
                },
                Case("fails with connectionLost when the connection is reset \(phase)") { trial in
                    let server = try LoopbackServer { _ in .raw(bytes).resetting() }
                    await trial.expectFailure(.connectionLost) {
                        try await trial.transport().send(try server.request())
                    }
                },
            ]
        } + [
            Case("fails with connectionLost when the connection is reset inside a body of unknown length") { trial in
                let server = try LoopbackServer { _ in .raw("HTTP/1.1 200 OK\r\n\r\nhello").resetting() }
                await trial.expectFailure(.connectionLost) { try await trial.transport().send(try server.request()) }
            },
            Case("fails with connectionRefused when no server listens") { trial in
                let port = try ClosedLoopbackPort()
                let url = try trial.require(URL(string: "http://127.0.0.1:\(port.port)/"), "No URL.")
                await trial.expectFailure(.connectionRefused) {
                    try await trial.transport().send(Request(url: url))
                }
                withExtendedLifetime(port) {}
            },
            Case("fails with hostNotFound when the host has no address") { trial in
                // RFC 6761, section 6.4: names under `.invalid` never exist.
                let url = try trial.require(URL(string: "http://nowhere.invalid/"), "No URL.")
                await trial.expectFailure(.hostNotFound) {
                    try await trial.transport { $0.proxy = .none }
                        .send(Request(url: url))
                }
            },
            Case("sends a GET when the server has closed the idle connection") { trial in
                let server = try LoopbackServer { _ in .raw("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok") }
                let transport = try trial.transport()
                for number in 1...3 {
                    trial.expect("body \(number)", try await transport.send(try server.request()).text, "ok")
                    try await server.waitForOpenConnections(atMost: 0)
                }
            },
        ]
}
