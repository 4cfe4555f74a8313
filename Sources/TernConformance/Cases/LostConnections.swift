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

    private static func lost(when end: String, _ response: SampleResponse) -> Case {
        .failure("fails with connectionLost when the connection is \(end)", response, .connectionLost)
    }

    private static let informationalHead = "HTTP/1.1 103 Early Hints\r\n\r\n"

    static let lostConnectionCases =
        phases.flatMap { phase, bytes in
            [
                lost(when: "closed \(phase)", .raw(bytes)), lost(when: "reset \(phase)", .raw(bytes).resetting()),
            ]
        } + [
            lost(when: "reset inside a body of unknown length", .raw("HTTP/1.1 200 OK\r\n\r\nhello").resetting()),
            Case("warns that a POST may be processed when its connection is closed after an informational head") {
                trial in
                for ending in [SampleResponse.raw(informationalHead), .raw(informationalHead).resetting()] {
                    let server = try LoopbackServer { _ in ending }
                    let request = try server.request("/", .post, body: .pattern(10))
                    let error = await trial.expectFailure(.connectionLost) { try await trial.send(request) }
                    trial.expectWarning(in: error)
                    trial.expect("the number of requests", server.requestCount, 1)
                }
            },
            Case("sends a GET again when a reused connection is closed after an informational head") { trial in
                let (server, transport) = try trial.serve {
                    $0.path == "/first" || $0.connection > 1 ? .text("ok") : .raw(informationalHead)
                }
                _ = try await transport.send(try server.request("/first"))
                trial.expect("the body", try await transport.send(try server.request("/again")).text, "ok")
                trial.expect("the number of requests", server.requests.count { $0.path == "/again" }, 2)
            },
            Case(
                "warns that a POST may be processed when its connection is closed while its stream waits",
                needs: [.streamedRequests]
            ) { trial in
                let server = try LoopbackServer.early(.raw(""))
                let request = try server.request("/", .post).uploading(.unfinished)
                let error = await trial.expectFailure(.connectionLost) { try await trial.send(request) }
                trial.expectWarning(in: error)
            },
            Case("fails with connectionRefused when no server listens") { trial in
                let port = try ClosedLoopbackPort()
                let url = try trial.require(URL(string: "http://127.0.0.1:\(port.port)/"), "No URL.")
                await trial.expectFailure(.connectionRefused) { try await trial.send(Request(url: url)) }
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
                let (server, transport) = try trial.serve { _ in .raw("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
                }
                for number in 1...3 {
                    trial.expect("body \(number)", try await transport.send(try server.request()).text, "ok")
                    try await server.waitForOpenConnections(atMost: 0)
                }
            },
        ]
}

extension Trial {
    /// Expects the reason to say that the server may have processed the request.
    func expectWarning(in error: (any Error)?) {
        let reason = (error as? TernError)?.reason ?? ""
        expect(reason.contains("may have processed"), "The reason doesn't warn: \(reason)")
    }
}
