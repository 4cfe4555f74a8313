import Foundation
import Tern
import TernTesting

extension TransportConformance {
    private static let trailers: HTTPHeaders = [
        "X-Checksum": "abc", "Server-Timing": "a;dur=1", "server-timing": "b;dur=2",
    ]

    private static func expectTrailers(_ trailers: HTTPHeaders, _ trial: Trial) {
        trial.expect("the trailers' names", trailers.map(\.name), ["X-Checksum", "Server-Timing", "server-timing"])
        trial.expect("the checksum", trailers["x-checksum"], "abc")
        trial.expect("the timing", trailers.values(for: "Server-Timing"), ["a;dur=1", "b;dur=2"])
    }

    static let trailerCases = [
        Case("returns the trailers of a collected body", needs: [.trailers]) { trial in
            let (server, transport) = try trial.serve { _ in .text("hello").chunked(trailers: trailers) }
            for _ in 0..<2 {
                let response = try await transport.send(try server.request())
                try await trial.expect(response, text: "hello", fields: ["X-Checksum": nil])
                expectTrailers(response.trailers, trial)
            }
            trial.expect("the number of connections", server.acceptedConnections, 1)
        },
        Case("returns the trailers of a stream after its end", needs: [.trailers, .streamedResponses]) { trial in
            let gate = SampleGate()
            let server = try LoopbackServer { _ in
                .text("hello").writing { _ in try await gate.pass() }.chunked(trailers: trailers)
            }
            let response = try await trial.send(try server.request().streamed())
            let stream = try trial.require(response.stream, "There is no stream.")
            trial.expect("the trailers before the end", stream.trailers.count, 0)
            gate.release()
            try await trial.expect(response, text: "hello")
            expectTrailers(stream.trailers, trial)
            trial.expect("the response's own trailers", response.trailers.count, 0)
        },
        Case("returns the trailers of a body that is written to a file", needs: [.trailers]) { trial in
            let server = try LoopbackServer { _ in .text("hello").chunked(trailers: trailers) }
            let folder = try TemporaryFolder()
            let response = try await trial.send(try server.request().delivered(to: folder.file))
            trial.expect("the file", try Data(contentsOf: folder.file), Data("hello".utf8))
            expectTrailers(response.trailers, trial)
        },
        Case("returns no trailers when the response has none") { trial in
            let (server, transport) = try trial.serve { request in
                request.path == "/chunked" ? .text("hello").chunked() : .text("hello")
            }
            for path in ["/chunked", "/plain"] {
                let response = try await transport.send(try server.request(path))
                try await trial.expect(response, text: "hello")
                trial.expect("the number of trailers", response.trailers.count, 0)
            }
        },
        Case("adds no trailer to the header fields, regardless of its name", needs: [.trailers, .cookies]) { trial in
            // RFC 9110, section 6.5.1.
            let (server, transport) = try trial.serve(with: { $0.cookies = .inMemory }) { _ in
                .text("hello").chunked(trailers: [
                    "Content-Length": "2", "Transfer-Encoding": "gzip", "Location": "/other", "Set-Cookie": "a=b",
                    "Content-Encoding": "gzip", "Host": "other", "Content-Type": "text/evil",
                    "WWW-Authenticate": "Basic",
                ])
            }
            for _ in 0..<2 {
                let response = try await transport.send(try server.request())
                try await trial.expect(response, text: "hello")
                trial.expect("the type", response.headers.values(for: "Content-Type"), ["text/plain; charset=utf-8"])
                for name in ["Content-Length", "Location", "Set-Cookie", "Content-Encoding", "WWW-Authenticate"] {
                    trial.expect(name, response.headers[name], nil)
                }
                trial.expect("the trailer", response.trailers["Location"], "/other")
            }
            trial.expect("the cookie", server.requests.last?.headers["Cookie"], nil)
        },
        Case("returns the trailers of the final response, not those of a redirect", needs: [.trailers]) { trial in
            let server = try LoopbackServer { request in
                request.path == "/final"
                    ? .text("hello").chunked(trailers: ["X-A": "final"])
                    : .text("moved", status: 302, headers: ["Location": "/final"]).chunked(trailers: ["X-A": "moved"])
            }
            let response = try await trial.send(try server.request())
            try await trial.expect(response, text: "hello")
            trial.expect("the trailer", response.trailers.values(for: "X-A"), ["final"])
        },
        Case("reads a chunked body and trailers that arrive byte by byte", needs: [.trailers]) { trial in
            let text =
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;a=\"b;c\" ; d\r\nhel\r\n"
                + "002\r\nlo\r\n0;last\r\nX-A: b \r\nX-Empty:\r\n\r\n"
            let server = try LoopbackServer { _ in .raw("").bytewise(text.utf8) }
            let response = try await trial.send(try server.request())
            try await trial.expect(response, text: "hello")
            trial.expect("a trailer", response.trailers["X-A"], "b")
            trial.expect("an empty trailer", response.trailers["X-Empty"], "")
        },
    ]
}
