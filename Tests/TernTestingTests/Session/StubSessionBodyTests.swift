import Foundation
import Tern
import TernTesting
import Testing

@Suite(.timeLimit(.minutes(20)))
struct StubSessionBodyTests {
    private let url = URL(string: "https://api.example.com/notes")!
    private let echo = StubSession { .text($0.text) }

    private var post: URLRequest {
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        return request
    }

    @Test func bodyInMemoryIsRecorded() async throws {
        var request = post
        request.httpBody = Data("in memory".utf8)

        #expect(try await echo.session.data(for: request).0 == Data("in memory".utf8))
    }

    @Test func bodyFromAStreamIsRecorded() async throws {
        let body = Data(repeating: 7, count: 200_000)
        let stub = StubSession { .text("\($0.body == body)") }
        var request = post
        request.httpBodyStream = InputStream(data: body)

        #expect(try await stub.session.data(for: request).0 == Data("true".utf8))
    }

    @Test func bodyOfAnUploadTaskIsRecorded() async throws {
        #expect(try await echo.session.upload(for: post, from: Data("upload".utf8)).0 == Data("upload".utf8))
    }

    @Test func bodyOfAnUploadTaskFromAFileIsRecorded() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data("file".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }

        #expect(try await echo.session.upload(for: post, fromFile: file).0 == Data("file".utf8))
    }

    @Test func fieldsOfTheRequestAreRecorded() async throws {
        let stub = StubSession { .text($0.headers["X-Key"] ?? "none") }
        var request = post
        request.setValue("yes", forHTTPHeaderField: "X-Key")

        #expect(try await stub.session.data(for: request).0 == Data("yes".utf8))
    }

    @Test func fieldsOfTheConfigurationAreRecordedIfTheRequestLacksThem() async throws {
        let stub = StubSession { .text("\($0.headers["X-Key"] ?? "none") \($0.headers["X-App"] ?? "none")") }
        let configuration = stub.configuration
        configuration.httpAdditionalHeaders = ["X-Key": "session", "X-App": "tern"]
        let session = URLSession(configuration: configuration)
        var request = post
        request.setValue("request", forHTTPHeaderField: "X-Key")

        #expect(try await session.data(for: request).0 == Data("request tern".utf8))
    }
}
