import Foundation
import Tern
import TernTesting

extension TransportConformance {
    /// The cases over TLS need OpenSSL for the server.
    static let http2HeadCases =
        HTTP2TLS.isAvailable
        ? longHTTP2HeadCases.map { $0.needing(.http2, .tls) }
            + http2TrailerCases.map { $0.needing(.http2, .tls, .trailers) } : []

    private static let longHeads: [(name: String, fields: [(String, String)])] = [
        ("a field of 100,000 bytes", [("x-long", String(repeating: "x", count: 100_000))]),
        ("a field of 300,000 bytes", [("x-long", String(repeating: "x", count: 300_000))]),
        (
            "300,000 bytes of fields",
            (0..<300).map { ("x-field-\($0)", String(repeating: "x", count: 1000)) }
        ),
    ]

    private static let longHTTP2HeadCases =
        longHeads.map { name, fields in
            Case("fails with malformedResponse after \(name) on HTTP/2") { trial in
                let (server, transport) = try trial.serveHTTP2 { request in
                    .respond(200, request.path == "/long" ? fields : [], body: Data("body".utf8))
                }
                await trial.expectFailure(.malformedResponse) { try await transport.send(try server.request("/long")) }
                trial.expect("the number of sendings", server.record.sendings(of: "/long"), 1)
                // On a reused connection libcurl doesn't always distinguish this failure from a refused stream. After a
                // refused stream, a GET is sent again.
                trial.expect("the body", try await transport.send(try server.request("/short")).text, "body")
                await trial.expectFailure(.malformedResponse) { try await transport.send(try server.request("/long")) }
                let sendings = server.record.sendings(of: "/long")
                trial.expect(sendings <= 3, "The request was sent \(sendings - 1) times.")
            }
        } + [
            Case("fails with malformedResponse after 300,000 bytes of trailers on HTTP/2") { trial in
                let (server, transport) = try trial.serveHTTP2 { _ in
                    .respond(200, body: Data("body".utf8), trailers: longHeads[2].fields)
                }
                await trial.expectFailure(.malformedResponse) { try await transport.send(try server.request("/long")) }
                trial.expect("the number of sendings", server.record.sendings(of: "/long"), 1)
            },
            Case("sends field values on HTTP/2 without spaces and tabs around them") { trial in
                // RFC 9113, section 8.2.1: a server may end the stream, or the connection with all its streams.
                let (server, transport) = try trial.serveHTTP2 { _ in .respond("ok") }
                let fields = [
                    "authorization": "Bearer abc ", "if-none-match": "\"e\"\t", "cookie": " a=b ", "x-a": "\t c d \t",
                    "content-type": "text/plain ",
                ]
                let request = try server.request("/", .post, fields: fields, body: Data("body".utf8))
                _ = try await transport.send(request)
                let arrived = try trial.require(server.record.requests.first?.headers, "No request arrived.")
                for (name, value) in fields {
                    trial.expect(name, arrived.values(for: name), [value.trimmingCharacters(in: .whitespaces)])
                }
            },
            Case("accepts 60,000 bytes of fields on HTTP/2") { trial in
                let fields = (0..<60).map { ("x-field-\($0)", String(repeating: "x", count: 1000)) }
                let (server, transport) = try trial.serveHTTP2 { _ in .respond(200, fields, body: Data("body".utf8)) }
                let response = try await transport.send(try server.request())
                trial.expect("the number of fields", response.headers.count, 60)
                try await trial.expect(response, text: "body")
            },
            Case("fails after a Transfer-Encoding on HTTP/2") { trial in
                // RFC 9113, section 8.2.2.
                let (server, transport) = try trial.serveHTTP2 { _ in
                    .respond(200, [("transfer-encoding", "chunked")], body: Data("4\r\nbody\r\n0\r\n\r\n".utf8))
                }
                // nghttp2 resets the stream. libcurl doesn't distinguish this from a reset by the server.
                await trial.expectFailure(.malformedResponse, .connectionLost) {
                    try await transport.send(try server.request("/coded", .post))
                }
                trial.expect("the number of sendings", server.record.sendings(of: "/coded"), 1)
            },
        ]

    private static let http2TrailerCases = [
        Case("returns the trailers of a collected body on HTTP/2") { trial in
            let (server, transport) = try trial.serveHTTP2 { _ in
                .respond(200, body: Data("body".utf8), trailers: [("x-a", "1"), ("location", "/other"), ("x-a", "2")])
            }
            let response = try await transport.send(try server.request())
            try await trial.expect(response, text: "body")
            trial.expect("the trailers", response.trailers.values(for: "X-A"), ["1", "2"])
            trial.expect("the trailer", response.trailers["Location"], "/other")
            try await trial.expect(response, fields: ["Location": nil])
        },
        Case("returns the trailers of a stream on HTTP/2 after its end") { trial in
            let (server, transport) = try trial.serveHTTP2 { _ in
                [.head(200), .data(Data("body".utf8)), .hold, .trailers([("x-a", "1")])]
            }
            let response = try await transport.send(try server.request().streamed())
            let stream = try trial.require(response.stream, "There is no stream.")
            trial.expect("the trailers before the end", stream.trailers.count, 0)
            server.release()
            try await trial.expect(response, text: "body")
            trial.expect("the trailer", stream.trailers["X-A"], "1")
        },
    ]
}
