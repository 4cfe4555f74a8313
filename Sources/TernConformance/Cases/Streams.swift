import Foundation
import Tern
import TernTesting

extension Trial {
    /// The complete body of a streamed response.
    func collect(_ response: Response) async throws -> Data {
        var body = Data()
        for try await piece in try require(response.stream, "The response has no stream.") {
            expect(!piece.isEmpty, "A piece of the stream is empty.")
            body += piece
        }
        return body
    }
}

extension TransportConformance {
    /// An invalid port, so that no engine tries to connect.
    private static let unreachableURL = URL(string: "http://127.0.0.1:99999/")

    static let streamCases = [
        Case("streams a body completely and in order") { trial in
            let body = Data.pattern(5_000_000)
            let server = try LoopbackServer { _ in .data(body) }
            let response = try await trial.send(try server.request().streamed())
            trial.expect("the body in memory", response.data, Data())
            try await trial.expect(response, status: 200, data: body, fields: ["Content-Length": "5000000"])
        },
        Case("lets the reader keep and change streamed pieces") { trial in
            let body = Data.pattern(5_000_000)
            let server = try LoopbackServer { _ in .data(body) }
            let response = try await trial.send(try server.request().streamed())
            var iterator = try trial.require(response.stream, "There is no stream.").makeAsyncIterator()
            var pieces: [Data] = []
            while var piece = try await iterator.next() {
                if pieces.count.isMultiple(of: 2) {
                    // The reader keeps a copy, and replaces the piece.
                    pieces.append(piece)
                    piece[piece.startIndex] = ~piece[piece.startIndex]
                    piece.append(contentsOf: [1, 2, 3])
                } else {
                    // The reader changes the piece in place, since it holds the only reference.
                    piece.append(0)
                    piece.removeLast()
                    pieces.append(piece)
                }
            }
            trial.expect(pieces.reduce(into: Data()) { $0 += $1 } == body, "The kept pieces differ from the body.")
        },
        Case("returns a streamed response as soon as its head has arrived", needs: [.streamedResponses]) { trial in
            let gate = SampleGate()
            let server = try LoopbackServer { _ in .text("late", headers: ["X-A": "b"]).held(by: gate, after: 0) }
            let response = try await trial.send(try server.request().streamed())
            try await trial.expect(response, fields: ["X-A": "b"])
            gate.release()
            try await trial.expect(response, text: "late")
        },
        Case("streams pieces as they arrive", needs: [.streamedResponses]) { trial in
            let gates = [SampleGate(), SampleGate(), SampleGate()]
            let server = try LoopbackServer { _ in
                SampleResponse().writing { writer in
                    for (index, gate) in gates.enumerated() {
                        try await gate.pass()
                        try await writer.send("piece \(index)")
                    }
                }
            }
            let response = try await trial.send(try server.request().streamed())
            var iterator = try trial.require(response.stream, "There is no stream.").makeAsyncIterator()
            for (index, gate) in gates.enumerated() {
                gate.release()
                trial.expect("piece \(index)", try await iterator.next(), Data("piece \(index)".utf8))
            }
            trial.expect("the end", try await iterator.next(), nil)
            trial.expect("the piece after the end", try await iterator.next(), nil)
        },
        Case("streams an empty body") { trial in
            for status in [200, 204] {
                let server = try LoopbackServer { _ in .status(status) }
                try await trial.expect(trial.send(try server.request().streamed()), status: status, text: "")
            }
        },
        Case("streams the body of an error response") { trial in
            let server = try LoopbackServer { _ in .text("broken", status: 500) }
            try await trial.expect(trial.send(try server.request().streamed()), status: 500, text: "broken")
        },
        Case("streams and uploads after an exchange that failed to connect") { trial in
            let server = try LoopbackServer { .data($0.body + Data("fine".utf8)) }
            let folder = try TemporaryFolder()
            let file = try folder.file("a", Data("body ".utf8))
            let unreachable = Request(url: try trial.require(Self.unreachableURL, "There is no URL."))
            let transport = try trial.transport()
            for _ in 0..<2 {
                _ = try? await transport.send(unreachable)
                let response = try await transport.send(try server.request().streamed())
                try await trial.expect(response, text: "fine")
                _ = try? await transport.send(unreachable)
                let upload = try server.request("/", .post).uploading(.file(file))
                trial.expect("the response to an upload", try await transport.send(upload).text, "body fine")
            }
        },
        Case("reuses the connection after a stream is read to its end") { trial in
            let (server, transport) = try trial.serve { _ in .data(.pattern(300_000)) }
            for _ in 0..<3 {
                let response = try await transport.send(try server.request().streamed())
                trial.expect("the size", try await trial.collect(response).count, 300_000)
            }
            trial.expect("the number of connections", server.acceptedConnections, 1)
        },
        Case("applies backpressure to the server while a stream isn't read", needs: [.streamedResponses]) { trial in
            let size = 64 << 20
            let slow = try LoopbackServer { _ in .data(Data(count: size)) }
            let fast = try LoopbackServer { _ in .data(Data(count: size)) }
            let transport = try trial.transport()
            let response = try await transport.send(try slow.request().streamed())
            // Reading as many bytes from another server gives the engine enough time to read them all.
            for _ in 0..<2 {
                let request = try fast.request().with { $0.delivery = .collected(limit: size) }
                trial.expect("the size", try await transport.send(request).data.count, size)
            }
            let sent = slow.sentBytes
            trial.expect(sent < size / 2, "The server could send \(sent) bytes to a reader that doesn't read.")
            trial.expect("the size of the stream", try await trial.collect(response).count, size)
        },
        Case("doesn't count the pause of a slow reader as idle time") { trial in
            let server = try LoopbackServer { _ in .data(Data(count: 16 << 20)) }
            let silent = try LoopbackServer { _ in .raw("").stalling() }
            let transport = try trial.transport()
            let response = try await transport.send(try server.request().streamed().idle(for: 0.5))
            // The timeout of another exchange measures the pause.
            await trial.expectTimeout(after: .seconds(1)) {
                try await transport.send(try silent.request().idle(for: 1))
            }
            trial.expect("the size of the stream", try await trial.collect(response).count, 16 << 20)
        },
    ]
}
