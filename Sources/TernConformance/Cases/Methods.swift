import Foundation
import Tern
import TernTesting

extension TransportConformance {
    private static let methods: [HTTPMethod] = [
        .get, .post, .put, .patch, .delete, .options, .query, "PURGE", "M-SEARCH", "VERSION-CONTROL", "Mixed",
    ]

    static let methodCases =
        methods.map { method in
            Case("sends the method \(method) unchanged") { trial in
                let server = try LoopbackServer { .text($0.method.rawValue) }
                try await trial.expect(trial.send(try server.request("/a?b=c", method)), text: method.rawValue)
                trial.expect("the target that arrived", server.requests.first?.requestTarget, "/a?b=c")
                trial.expect("the number of requests", server.requestCount, 1)
            }
        } + [
            Case("returns the response to HEAD without waiting for a body") { trial in
                let (server, transport) = try trial.serve { _ in
                    .status(200, headers: ["Content-Length": "1000", "X-A": "b"])
                }
                for _ in 0..<2 {
                    let response = try await transport.send(try server.request("/", .head))
                    try await trial.expect(
                        response,
                        status: 200,
                        text: "",
                        fields: ["X-A": "b", "Content-Length": "1000"]
                    )
                }
                trial.expect("the methods", server.requests.map(\.method), [.head, .head])
                trial.expect("the number of connections", server.acceptedConnections, 1)
            },
            Case("sends Content-Length: 0 with a POST without a body") { trial in
                let server = try LoopbackServer { _ in .status(204) }
                _ = try await trial.send(try server.request("/", .post))
                trial.expect("Content-Length", server.requests.first?.headers["Content-Length"], "0")
            },
            Case("sends neither body nor Content-Length with a plain GET") { trial in
                let server = try LoopbackServer { _ in .status(204) }
                _ = try await trial.send(try server.request())
                trial.expect("the method", server.requests.first?.method, .get)
                trial.expect("Content-Length", server.requests.first?.headers["Content-Length"], nil)
                trial.expect("Transfer-Encoding", server.requests.first?.headers["Transfer-Encoding"], nil)
            },
            Case("sends a body with DELETE") { trial in
                let server = try LoopbackServer { .data($0.body) }
                let request = try server.request("/", .delete, body: Data("these".utf8))
                trial.expect("the body", try await trial.send(request).text, "these")
            },
            Case("sends a body with QUERY") { trial in
                let server = try LoopbackServer { .data($0.body) }
                let request = try server.request("/", .query, body: Data("query".utf8))
                trial.expect("the body", try await trial.send(request).text, "query")
                trial.expect("the method", server.requests.first?.method, .query)
            },
            Case("sends a body with GET") { trial in
                let server = try LoopbackServer { .data($0.body) }
                let request = try server.request("/", .get, body: Data("query".utf8))
                trial.expect("the body", try await trial.send(request).text, "query")
                trial.expect("the method", server.requests.first?.method, .get)
            },
        ]
}
