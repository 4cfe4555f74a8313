import Foundation
import Tern
import TernTesting

extension TransportConformance {
    private static func limited(_ server: LoopbackServer, to limit: Int) throws -> Request {
        try server.request().with { $0.delivery = .collected(limit: limit) }
    }

    static let limitCases = [
        Case("collects a body of exactly the limit") { trial in
            let server = try LoopbackServer { _ in .data(.pattern(100_000)) }
            let response = try await trial.send(try limited(server, to: 100_000))
            trial.expect("the size", response.data.count, 100_000)
        },
        Case("fails at once when the Content-Length is over the limit") { trial in
            let (server, transport) = try trial.serve { _ in
                SampleResponse(headers: ["Content-Length": "100001"], body: Data("some".utf8)).stalling()
            }
            await trial.expectFailure(.bodyTooLarge) { try await transport.send(try limited(server, to: 100_000)) }
            try await server.waitForOpenConnections(atMost: 0)
        },
        Case("fails when the Content-Length is the largest 64-bit integer") { trial in
            let (server, transport) = try trial.serve { _ in
                SampleResponse(headers: ["Content-Length": "\(Int64.max)"], body: Data("some".utf8)).stalling()
            }
            await trial.expectFailure(.bodyTooLarge) { try await transport.send(try server.request()) }
            try await server.waitForOpenConnections(atMost: 0)
        },
        Case("fails when a body without Content-Length is over the limit") { trial in
            let (server, transport) = try trial.serve { _ in
                SampleResponse(body: .pattern(100_001)).writing { _ in try await SampleGate().pass() }
            }
            await trial.expectFailure(.bodyTooLarge) { try await transport.send(try limited(server, to: 100_000)) }
            try await server.waitForOpenConnections(atMost: 0)
        },
        Case("fails when a decoded body is over the limit", needs: [.contentCoding]) { trial in
            let (server, transport) = try trial.serve { _ in
                .data(Compression.bomb(50_000_000), headers: ["Content-Encoding": "gzip"])
            }
            await trial.expectFailure(.bodyTooLarge) { try await transport.send(try limited(server, to: 1_000_000)) }
            try await server.waitForOpenConnections(atMost: 0)
        },
        Case("collects an empty body with a limit of zero") { trial in
            let server = try LoopbackServer { _ in .status(202) }
            trial.expect("the status", try await trial.send(try limited(server, to: 0)).statusCode, 202)
        },
        Case("doesn't count the body of a redirect") { trial in
            let server = try LoopbackServer(routes: [
                "GET /": .data(.pattern(100_000), status: 302, headers: ["Location": "/b"]), "GET /b": .text("short"),
            ])
            trial.expect("the body", try await trial.send(try limited(server, to: 50)).text, "short")
        },
        Case("applies no limit to files and streams") { trial in
            let server = try LoopbackServer { _ in .data(.pattern(100_000)) }
            let folder = try TemporaryFolder()
            let transport = try trial.transport()
            _ = try await transport.send(try limited(server, to: 10).delivered(to: folder.file))
            trial.expect("the size of the file", try Data(contentsOf: folder.file).count, 100_000)
            let response = try await transport.send(try limited(server, to: 10).streamed())
            trial.expect("the size of the stream", try await trial.collect(response).count, 100_000)
        },
    ]
}
