import Foundation
import Tern
import TernTesting
import TestDoubles
import Testing

@testable import TernHTTP

@Suite(.timeLimit(.minutes(20)))
struct RequestBodyTests {
    private struct Broken: Error, Equatable, CustomStringConvertible {
        var description = "sensor 7 is gone"
    }

    private func source(throwing error: any Error) -> RequestBody {
        .stream { AsyncThrowingStream<Data, any Error> { $0.finish(throwing: error) } }
    }

    private func failure(of error: any Error) async throws -> TernError {
        let source = source(throwing: error)
        return try #require(await #expect(throws: TernError.self) { try await source.collected() })
    }

    @Test func errorOfTheSourceIsReported() async throws {
        let error = try await failure(of: Broken())
        #expect(error.code == .encodingFailed)
        #expect(error.reason == "The body's source threw Broken: sensor 7 is gone.")
        #expect(error.underlying as? Broken == Broken())
        #expect(error.description.contains("sensor 7 is gone"))
    }

    @Test func errorOfTheSourceIsReportedByTheEngine() async throws {
        let server = try LoopbackServer { _ in .status(200) }
        var request = Request(url: server.url)
        request.method = "POST"
        request.body = source(throwing: Broken())
        let transport: any Transport = .platform
        let error = try #require(await #expect(throws: TernError.self) { try await transport.response(to: request) })
        #expect(error.code == .encodingFailed)
        #expect(error.reason.contains("sensor 7 is gone"))
        #expect(error.underlying as? Broken == Broken())
    }

    @Test func textOfTheSourceIsShortAndWithoutSecrets() async throws {
        let long = try await failure(of: Broken(description: String(repeating: "long ", count: 1_000)))
        #expect(long.reason.count < 500)
        let secret = try await failure(of: Broken(description: "refused by https://ada:hunter2@a.example/"))
        #expect(!secret.reason.contains("hunter2"), "\(secret.reason)")
        let url = try #require(URL(string: "https://user:hunter2@a.example/?token=hunter2"))
        let web = try await failure(of: URLError(.badURL, userInfo: [NSURLErrorFailingURLErrorKey: url]))
        #expect(!web.reason.contains("hunter2"), "\(web.reason)")
        let value = EncodingError.invalidValue("hunter2", .init(codingPath: [], debugDescription: "no hunter2 here"))
        #expect(!(try await failure(of: value)).reason.contains("hunter2"))
    }

    // MARK: - Lengths

    private func chunks(of body: RequestBody) async throws -> [String] {
        let chunks = Locked<[String]>([])
        try await body.forEachChunk { chunk in
            chunks.withLock { $0.append(String(decoding: chunk, as: UTF8.self)) }
        }
        return chunks.withLock(\.self)
    }

    private func body(of texts: [String], length: Int64?) -> RequestBody {
        .stream(length: length) {
            AsyncStream<Data> { sink in
                for text in texts { sink.yield(Data(text.utf8)) }
                sink.finish()
            }
        }
    }

    @Test(arguments: [nil, 4] as [Int64?]) func chunksArePassedOnInOrder(length: Int64?) async throws {
        #expect(try await chunks(of: body(of: ["on", "", "ce"], length: length)) == ["on", "ce"])
    }

    @Test(arguments: [(3, ["on"]), (2, []), (5, ["on", "ce"])] as [(Int64, [String])])
    func chunksEndWithAnErrorIfTheLengthIsWrong(length: Int64, passed: [String]) async throws {
        let received = Locked<[String]>([])
        let error = await #expect(throws: TernError.self) {
            try await body(of: ["on", "ce"], length: length).forEachChunk { chunk in
                received.withLock { $0.append(String(decoding: chunk, as: UTF8.self)) }
            }
        }
        #expect(error?.code == .encodingFailed)
        #expect(received.withLock(\.self) == passed)
    }

    // MARK: - Files

    /// A change of a file after its first piece was sent.
    enum FileChange: CaseIterable { case truncated, grown, deleted }

    @Test(arguments: FileChange.allCases) func changeOfAFileWhileItIsSentIsNoticed(_ change: FileChange) async throws {
        let (folder, bytes) = (TemporaryFolder(), Data.pattern(1_000_000))
        let file = try folder.file("a", bytes)
        let body = try RequestBody.file(file)
        let sent = Locked(Data())
        let send: @Sendable (Data) throws -> Void = { piece in
            let isFirst = sent.withLock { sent in
                defer { sent.append(piece) }
                return sent.isEmpty
            }
            guard isFirst else { return }
            switch change {
            case .truncated: try FileHandle(forWritingTo: file).truncate(atOffset: 300_000)
            case .grown:
                let handle = try FileHandle(forWritingTo: file)
                try handle.seekToEnd()
                try handle.write(contentsOf: Data([1]))
            case .deleted: try FileManager.default.removeItem(at: file)
            }
        }

        if change == .deleted {
            // The open file still has its bytes. The next sending fails.
            try await body.forEachChunk(send)
            #expect(sent.withLock(\.self) == bytes)
        }
        let error = await #expect(throws: TernError.self) { try await body.forEachChunk(send) }

        #expect(error?.code == .encodingFailed)
        // The last byte is kept back, so that no server takes the request for complete.
        if change != .deleted { #expect(sent.withLock(\.count) < bytes.count) }
    }

    @Test func errorOfTheReceiverIsThrownUnchanged() async throws {
        await #expect(throws: Broken()) {
            try await body(of: ["once"], length: nil).forEachChunk { _ in throw Broken() }
        }
    }

    @Test func chunksOfACancelledTaskEndWithAnError() async throws {
        let (pieces, sink) = AsyncStream<Data>.makeStream()
        let body = RequestBody.stream(once: pieces)
        let isReached = SampleGate()
        sink.yield(Data("first".utf8))
        let task = Task { try await body.forEachChunk { _ in isReached.release() } }
        try await isReached.pass()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        withExtendedLifetime(sink) {}
    }
}
