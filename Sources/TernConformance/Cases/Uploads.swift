import Foundation
import Tern
import TernTesting

extension TransportConformance {
    /// The framing that determines the end of the body.
    private enum Framing { case length, chunks }

    private static func upload(
        _ request: Request,
        of body: Data,
        to server: LoopbackServer,
        _ framing: Framing,
        _ trial: Trial
    ) async throws {
        try await trial.expect(trial.send(request), status: 200)
        let arrived = try trial.require(server.requests.first, "No request arrived.")
        trial.expect("the body that arrived", arrived.body, body)
        trial.expect("the number of requests", server.requestCount, 1)
        switch framing {
        case .length:
            trial.expect("Content-Length", arrived.headers.values(for: "Content-Length"), ["\(body.count)"])
            trial.expect("Transfer-Encoding", arrived.headers["Transfer-Encoding"], nil)
        case .chunks:
            trial.expect("Transfer-Encoding", arrived.headers.values(for: "Transfer-Encoding"), ["chunked"])
            trial.expect("Content-Length", arrived.headers["Content-Length"], nil)
        }
    }

    static let uploadCases =
        [0, 1, 1_000_000, 5_000_000].flatMap { size in
            [
                Case("sends \(size) bytes of data") { trial in
                    let (body, server) = (Data.pattern(size), try LoopbackServer { _ in .status(200) })
                    try await upload(try server.request("/", .post, body: body), of: body, to: server, .length, trial)
                },
                Case("sends a file of \(size) bytes") { trial in
                    let (body, server) = (Data.pattern(size), try LoopbackServer { _ in .status(200) })
                    let folder = try TemporaryFolder()
                    let source = try RequestBody.file(try folder.file("a", body))
                    let request = try server.request("/", .put).uploading(source)
                    try await upload(request, of: body, to: server, .length, trial)
                },
                Case("sends a stream of \(size) bytes with a known length") { trial in
                    let (body, server) = (Data.pattern(size), try LoopbackServer { _ in .status(200) })
                    let source = RequestBody.stream(length: Int64(size)) { Pieces(body, of: 70_000) }
                    let request = try server.request("/", .post).uploading(source)
                    try await upload(request, of: body, to: server, .length, trial)
                },
                Case("sends a stream of \(size) bytes with an unknown length in chunks", needs: [.streamedRequests]) {
                    trial in
                    let (body, server) = (Data.pattern(size), try LoopbackServer { _ in .status(200) })
                    let source = RequestBody.stream { Pieces(body, of: 70_000) }
                    let request = try server.request("/", .post).uploading(source)
                    try await upload(request, of: body, to: server, .chunks, trial)
                },
            ]
        } + [
            Case("sends a one-shot stream") { trial in
                let (body, server) = (Data.pattern(200_000), try LoopbackServer { _ in .status(200) })
                let source = RequestBody.stream(length: 200_000, once: Pieces(body, of: 1000))
                let request = try server.request("/", .post).uploading(source)
                try await upload(request, of: body, to: server, .length, trial)
            },
            Case("sends a stream that replaces a body in memory") { trial in
                let (body, server) = (Data("source".utf8), try LoopbackServer { _ in .status(200) })
                let source = RequestBody.stream(length: 6) { Pieces(body, of: 4) }
                let request = try server.request("/", .post, body: Data("memory".utf8)).uploading(source)
                try await upload(request, of: body, to: server, .length, trial)
            },
            Case("sends a large body while the response is held") { trial in
                let gate = SampleGate()
                let (server, transport) = try trial.serve { .data($0.body).held(by: gate) }
                let body = Data.pattern(3_000_000)
                let request = try server.request("/", .post, body: body)
                let response = try await trial.value(of: { try await transport.send(request) }) {
                    try await server.waitForRequests(atLeast: 1)
                    gate.release()
                }
                trial.expect("the size of the response", response.data.count, body.count)
            },
        ]
}

/// A body in pieces of the same size. The last piece may be smaller.
struct Pieces: AsyncSequence, Sendable {
    typealias Element = Data

    let body: Data
    let size: Int

    init(_ body: Data, of size: Int) {
        self.body = body
        self.size = size
    }

    func makeAsyncIterator() -> Iterator { Iterator(rest: body, size: size) }

    struct Iterator: AsyncIteratorProtocol {
        var rest: Data
        let size: Int

        mutating func next() async throws -> Data? {
            defer { rest = rest.dropFirst(size) }
            return rest.isEmpty ? nil : rest.prefix(size)
        }
    }
}
