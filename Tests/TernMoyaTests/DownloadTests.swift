import Foundation
import Tern
import TernMoya
import Testing

/// Downloads over a transport, and their temporary files.
@Suite(.timeLimit(.minutes(20)))
struct DownloadTests {
    /// Records the files that Tern writes.
    private struct Files: Plugin {
        let urls = Recorded<URL>()

        func intercept(_ request: Tern.Request, context: RequestContext, next: Next) async throws -> Tern.Response {
            if case .download(let destination) = request.delivery { urls.add(destination.url) }
            return try await next(request)
        }

        var remaining: [URL] { urls.values.filter { FileManager.default.fileExists(atPath: $0.path) } }
    }

    private static func result(
        _ provider: MoyaProvider<API>,
        to destination: @escaping TernMoya.DownloadDestination
    ) async -> Result<Moya.Response, MoyaError> {
        await LiveCallTests.result(provider, .echo("/a", .get, .downloadDestination(destination), nil))
    }

    @Test func fileThatCantBeMovedIsRemoved() async throws {
        let files = Files()
        let session = Session(transport: RecordingTransport(), plugins: [files])
        let missing = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString)/a")

        let error = await #expect(throws: MoyaError.self) {
            try await Self.result(MoyaProvider<API>(session: session)) { _, _ in (missing, []) }.get()
        }

        guard case .underlying(AFError.downloadedFileMoveFailed, _)? = error else {
            Testing.Issue.record("\(error as Any)")
            return
        }
        #expect(files.urls.values.count == 1)
        #expect(files.remaining.isEmpty)
    }

    @Test func fileOfTheRequestWithoutCredentialsIsRemoved() async throws {
        let files = Files()
        let transport = RecordingTransport { _, count in
            guard count == 0 else { return .init(statusCode: 200, data: Data("body".utf8)) }
            return .init(statusCode: 401, data: Data("no".utf8), headers: ["WWW-Authenticate": "Basic realm=\"a\""])
        }
        let provider = MoyaProvider<API>(
            session: Session(transport: transport, plugins: [files]),
            plugins: [CredentialsPlugin { _ in URLCredential(user: "a", password: "b", persistence: .none) }]
        )
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }

        _ = try await Self.result(provider) { _, _ in (file, []) }.get()

        #expect(try Data(contentsOf: file) == Data("body".utf8))
        #expect(files.urls.values.count == 2)
        #expect(files.remaining.isEmpty)
    }

    @Test func temporaryFileStaysIfItIsTheDestination() async throws {
        let files = Files()
        let session = Session(transport: RecordingTransport(), plugins: [files])

        _ = try await Self.result(MoyaProvider<API>(session: session)) { temporary, _ in (temporary, []) }.get()

        #expect(files.remaining.count == 1)
        for file in files.remaining { try FileManager.default.removeItem(at: file) }
    }
}
