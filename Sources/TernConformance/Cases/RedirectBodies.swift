import Foundation
import Tern
import TernTesting

extension TransportConformance {
    private static func server(_ status: Int) throws -> LoopbackServer {
        try LoopbackServer { request in
            request.path == "/a" ? .status(status, headers: ["Location": "/b"]) : .data(request.body)
        }
    }

    static let redirectBodyCases =
        [307, 308].flatMap { status in
            [
                Case("sends data again after \(status)") { trial in
                    let (server, body) = (try server(status), Data.pattern(300_000))
                    try await trial.expect(trial.send(try server.request("/a", .post, body: body)), data: body)
                },
                Case("sends a file again after \(status)") { trial in
                    let (server, body) = (try server(status), Data.pattern(300_000))
                    let folder = try TemporaryFolder()
                    let source = try RequestBody.file(try folder.file("a", body))
                    try await trial.expect(trial.send(try server.request("/a", .put).uploading(source)), data: body)
                    trial.expect("Content-Length", server.requests.last?.headers["Content-Length"], "300000")
                },
                Case("creates a stream again to resend it after \(status)") { trial in
                    let (server, body) = (try server(status), Data.pattern(300_000))
                    let source = RequestBody.stream { Pieces(body, of: 50_000) }
                    try await trial.expect(trial.send(try server.request("/a", .post).uploading(source)), data: body)
                },
                Case("fails with bodyNotReplayable after \(status) to a one-shot stream") { trial in
                    let server = try server(status)
                    let source = RequestBody.stream(once: Pieces(.pattern(1000), of: 100))
                    await trial.expectFailure(.bodyNotReplayable) {
                        try await trial.send(try server.request("/a", .post).uploading(source))
                    }
                    trial.expect("the paths", server.requests.map(\.path), ["/a"])
                },
            ]
        } + [
            Case("follows 303 after a one-shot stream, without a body") { trial in
                let server = try server(303)
                let source = RequestBody.stream(once: Pieces(.pattern(1000), of: 100))
                try await trial.expect(trial.send(try server.request("/a", .post).uploading(source)), status: 200)
                trial.expect("the second method", server.requests.last?.method, .get)
                trial.expect("the second body", server.requests.last?.body, Data())
            },
            Case("writes only the last body to a file") { trial in
                let server = try LoopbackServer(routes: [
                    "GET /a": .text("moved", status: 302, headers: ["Location": "/b"]), "GET /b": .text("final"),
                ])
                let folder = try TemporaryFolder()
                _ = try await trial.send(try server.request("/a").delivered(to: folder.file))
                trial.expect("the file", try Data(contentsOf: folder.file), Data("final".utf8))
            },
            Case("streams only the last body") { trial in
                let server = try LoopbackServer(routes: [
                    "GET /a": .text("moved", status: 302, headers: ["Location": "/b"]), "GET /b": .text("final"),
                ])
                try await trial.expect(trial.send(try server.request("/a").streamed()), status: 200, text: "final")
            },
        ]
}
