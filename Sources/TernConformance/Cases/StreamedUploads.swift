import Foundation
import Tern
import TernTesting

extension TransportConformance {
    private struct Broken: Error {}

    static let streamedUploadCases = [
        Case("sends the pieces of an upload as the stream yields them", needs: [.streamedRequests]) { trial in
            let server = try LoopbackServer { .data($0.body) }
            let (pieces, sink) = AsyncStream<Data>.makeStream()
            let request = try server.request("/", .post).uploading(.stream(once: pieces))
            let transport = try trial.transport()
            // The piece is larger than any head, so that the number of received bytes shows its arrival.
            let first = Data.pattern(10_000)
            let body = try await trial.value(of: { try await transport.send(request).data }) {
                sink.yield(first)
                try await server.waitForReceivedBytes(atLeast: first.count)
                sink.yield(Data("second".utf8))
                sink.finish()
            }
            trial.expect(
                body == first + Data("second".utf8),
                "The body of \(body.count) bytes differs from the body that was sent."
            )
        },
        Case("reads an upload's stream no faster than the connection sends", needs: [.streamedRequests]) { trial in
            let asked = Locked(0)
            let gate = SampleGate()
            let server = try LoopbackServer(
                options: .init(maximumBodyBytes: 1 << 30),
                headHandler: { _ in
                    try await gate.pass()
                    return .readBody
                },
                handler: { .text("\($0.body.count)") }
            )
            let (size, count) = (1 << 20, 128)
            let source = RequestBody.stream {
                AsyncStream<Data> {
                    asked.withLock { asked in
                        asked += 1
                        return asked <= count ? Data(count: size) : nil
                    }
                }
            }
            let other = try LoopbackServer { .text("\($0.body.count)") }
            let transport = try trial.transport()
            let request = try server.request("/", .post).uploading(source)
            let response = try await trial.value(of: { try await transport.send(request) }) {
                await gate.waitForArrivals(atLeast: 1)
                // An upload of as many bytes to another server gives the engine enough time to read them all.
                for _ in 0..<4 {
                    _ = try await transport.send(try other.request("/", .post, body: Data(count: 32 << 20)))
                }
                let early = asked.withLock { $0 }
                trial.expect(
                    early < count / 2,
                    "\(early) of \(count) MiB were read from the stream while the server read none."
                )
                gate.release()
            }
            try await trial.expect(response, text: "\(size * count)")
        },
        Case("fails with encodingFailed when a stream is shorter than its length") { trial in
            let server = try LoopbackServer { _ in .status(200) }
            let source = RequestBody.stream(length: 10) { Pieces(Data("short".utf8), of: 2) }
            await trial.expectFailure(.encodingFailed) {
                try await trial.send(try server.request("/", .post).uploading(source))
            }
            try await server.waitForOpenConnections(atMost: 0)
            trial.expect("the number of complete requests", server.requestCount, 0)
        },
        Case("fails with encodingFailed when a stream is longer than its length") { trial in
            let server = try LoopbackServer { _ in .status(200) }
            let source = RequestBody.stream(length: 3) { Pieces(Data("longer".utf8), of: 2) }
            await trial.expectFailure(.encodingFailed) {
                try await trial.send(try server.request("/", .post).uploading(source))
            }
            try await server.waitForOpenConnections(atMost: 0)
        },
        Case("fails when an upload's stream throws, and sends no complete request") { trial in
            let server = try LoopbackServer { _ in .status(200) }
            let source = RequestBody.stream {
                AsyncThrowingStream<Data, any Error> { sink in
                    sink.yield(Data("some".utf8))
                    sink.finish(throwing: Broken())
                }
            }
            await trial.expectFailure(.encodingFailed, .transportFailed) {
                try await trial.send(try server.request("/", .post).uploading(source))
            }
            try await server.waitForOpenConnections(atMost: 0)
            trial.expect("the number of complete requests", server.requestCount, 0)
        },
        Case("fails with encodingFailed when the length of a file has changed") { trial in
            let server = try LoopbackServer { .text("\($0.body.count)") }
            let folder = try TemporaryFolder()
            for size in [10, 100_000] {
                let file = try folder.file("a", .pattern(1_000))
                let source = try RequestBody.file(file)
                try Data.pattern(size).write(to: file)
                await trial.expectFailure(.encodingFailed) {
                    try await trial.send(try server.request("/", .post).uploading(source))
                }
            }
        },
        Case("handles uploads from files that are cancelled or time out") { trial in
            let server = try LoopbackServer { .text("\($0.body.count)") }
            let folder = try TemporaryFolder()
            let request = try server.request("/", .post).uploading(.file(folder.file("a", .pattern(5_000_000))))
            let transport = try trial.transport()
            for round in 0..<4 {
                let tasks = (0..<12).map { number in
                    let due = request.with { $0.timeout = .milliseconds(number + 4 * round + 1) }
                    return Task { try await transport.send(number % 3 == 0 ? request : due).text }
                }
                for (number, task) in tasks.enumerated() where number % 6 == 0 { task.cancel() }
                for task in tasks {
                    switch await task.result {
                    case .success(let text): trial.expect("the size that arrived", text, "5000000")
                    case .failure(let error) where Trial.isCancellation(error): break
                    case .failure(let error): await trial.expectFailure(.timedOut) { throw error }
                    }
                }
            }
        },
        Case("fails with encodingFailed when a file was deleted") { trial in
            let server = try LoopbackServer { _ in .status(200) }
            let folder = try TemporaryFolder()
            let file = try folder.file("a", .pattern(100))
            let source = try RequestBody.file(file)
            try FileManager.default.removeItem(at: file)
            await trial.expectFailure(.encodingFailed) {
                try await trial.send(try server.request("/", .post).uploading(source))
            }
            trial.expect("the number of complete requests", server.requestCount, 0)
        },
    ]
}
