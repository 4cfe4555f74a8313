import Foundation
import TernTesting
import Testing

@testable import Tern

@Suite(.timeLimit(.minutes(5)))
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

    @Test func errorOfTheSourceIsTold() async throws {
        let error = try await failure(of: Broken())
        #expect(error.code == .encodingFailed)
        #expect(error.reason == "The body's source threw Broken: sensor 7 is gone.")
        #expect(error.underlying as? Broken == Broken())
        #expect(error.description.contains("sensor 7 is gone"))
    }

    @Test func errorOfTheSourceIsToldByTheEngine() async throws {
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
        #expect(long.reason.count < 300)
        let secret = try await failure(of: Broken(description: #"refused {"password": "hunter2hunter2"}"#))
        #expect(!secret.reason.contains("hunter2"), "\(secret.reason)")
        let url = try #require(URL(string: "https://user:hunter2@a.example/?token=hunter2"))
        let web = try await failure(of: URLError(.badURL, userInfo: [NSURLErrorFailingURLErrorKey: url]))
        #expect(!web.reason.contains("hunter2"), "\(web.reason)")
        let value = EncodingError.invalidValue("hunter2", .init(codingPath: [], debugDescription: "no hunter2 here"))
        #expect(!(try await failure(of: value)).reason.contains("hunter2"))
    }
}
