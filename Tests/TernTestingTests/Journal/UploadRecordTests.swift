import Foundation
import Tern
import TernTesting
import TernURLSession
import Testing

/// Uploads from files and streams, which a journal records with their bodies on every level.
@Suite(.timeLimit(.minutes(20)))
struct UploadRecordTests {
    private enum Uploads: TargetType {
        case form(URL)
        case file(URL)
        case stream, missing

        var baseURL: URL { URL(string: "https://uploads.example.com")! }
        var path: String { "/uploads" }
        var method: HTTPMethod { .post }
        var task: HTTPTask {
            switch self {
            case .form(let url): .multipart([.text("Notes", name: "title"), .file(url, name: "notes")])
            case .file(let url): .file(url).query(["public": true])
            case .stream: .stream { Self.chunks }
            case .missing: .file(URL(fileURLWithPath: "/missing/notes.txt"))
            }
        }

        private static var chunks: AsyncStream<Data> {
            AsyncStream { continuation in
                for chunk in ["one ", "two"] { continuation.yield(Data(chunk.utf8)) }
                continuation.finish()
            }
        }
    }

    enum Level: CaseIterable {
        case stub, session, engine, urlSession
    }

    /// FoundationNetworking can't send a body that is read in pieces.
    private static let levelsWithStreams: [Level] = [.stub, .engine]

    private let journal = Journal()
    private let folder: FixtureFolder

    init() throws { folder = FixtureFolder() }

    /// Sends the case, and returns the request that the journal has.
    private func upload(_ target: Uploads, on level: Level) async throws -> RecordedRequest {
        switch level {
        case .stub:
            let provider = Provider<Uploads>.stub(journal: journal) { _ in .status(201) }
            _ = try await provider.request(target)
        case .session:
            let stub = StubSession(journal: nil) { _ in .status(201) }
            let transport = try URLSessionTransport(configuration: stub.configuration)
            _ = try await Provider<Uploads>(transport: transport).recorded(in: journal).request(target)
        case .engine, .urlSession:
            let server = try LoopbackServer(journal: nil) { _ in .status(201) }
            let provider = Provider<Uploads>(
                endpointClosure: { Endpoint($0, baseURL: server.url) },
                transport: level == .engine ? .platform : URLSessionTransport()
            )
            _ = try await provider.recorded(in: journal).request(target)
            // The client's record is what the server received.
            #expect(journal.requests.map(\.body) == server.requests.map(\.body))
        }
        return try #require(journal.requests.first)
    }

    @Test(arguments: levelsWithStreams)
    func formIsRecordedWithItsParts(_ level: Level) async throws {
        try folder.write("hello", to: "notes.txt")

        let request = try await upload(.form(folder.url.appendingPathComponent("notes.txt")), on: level)

        let parts = try request.multipart()
        #expect(parts.map(\.name) == ["title", "notes"])
        #expect(parts.map(\.filename) == [nil, "notes.txt"])
        #expect(parts.map { String(decoding: $0.data, as: UTF8.self) } == ["Notes", "hello"])
    }

    @Test(arguments: Level.allCases)
    func fileIsRecorded(_ level: Level) async throws {
        try folder.write("hello", to: "notes.txt")

        let request = try await upload(.file(folder.url.appendingPathComponent("notes.txt")), on: level)

        #expect(request.text == "hello")
        #expect(request.query == "public=true")
        #expect(request.headers["Content-Type"] == "text/plain; charset=utf-8")
    }

    @Test(arguments: levelsWithStreams)
    func streamIsRecorded(_ level: Level) async throws {
        let request = try await upload(.stream, on: level)

        #expect(request.text == "one two")
    }

    @Test(arguments: Level.allCases)
    func missingFileFailsTheCallBeforeARequest(_ level: Level) async throws {
        let error = await #expect(throws: TernError.self) { try await upload(.missing, on: level) }

        #expect(error?.code == .encodingFailed)
        #expect(journal.requests.isEmpty)
    }

    @Test func stubReportsTheProgressOfAStream() async throws {
        let updates = Locked<[Int64]>([])
        let provider = Provider<Uploads>.stub(journal: journal) { _ in .status(201) }

        _ = try await provider.response(
            to: .stream,
            options: CallOptions { progress in updates.withLock { $0.append(progress.sentBytes) } }
        )

        #expect(updates.withLock { $0 } == [4, 7])
    }
}
