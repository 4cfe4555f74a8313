import Foundation
import Tern
import TernTesting
import TernURLSession
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A body whose fields describe it is received in the same way on each level.
@Suite(.timeLimit(.minutes(20)))
struct BodyFramingTests {
    enum Level: CaseIterable {
        case stub, rule, session, server

        /// The body of a response, or the code of the error.
        func body(of sample: SampleResponse) async throws -> String {
            let url = try #require(URL(string: "https://shop.example.com"))
            switch self {
            case .stub:
                return await text(of: Provider<Get>.stub { _ in sample }, at: url)
            case .rule:
                return await text(of: Provider<Get>.stub(.on(case: Get(baseURL: url), sample)), at: url)
            case .session:
                let stub = StubSession { _ in sample }
                let transport = try URLSessionTransport(configuration: stub.configuration)
                return await text(of: Provider<Get>(transport: transport), at: url)
            case .server:
                let server = try LoopbackServer { _ in sample }
                return await text(of: Provider<Get>(), at: server.url)
            }
        }

        private func text(of provider: Provider<Get>, at url: URL) async -> String {
            do throws(TernError) {
                return try await provider.request(Get(baseURL: url)).string()
            } catch {
                return "\(error.code)"
            }
        }
    }

    struct Get: TargetType, Equatable {
        let baseURL: URL
        var path: String { "/a" }
    }

    /// `[1]` with gzip.
    private static let gzip = Data(base64Encoded: "H4sIAAAAAAACA4s2jAUAuDIvTAMAAAA=") ?? Data()

    private static let samples: [(SampleResponse, received: String)] = [
        (.data(gzip, headers: ["Content-Encoding": "gzip"]), "[1]"),
        (.data(gzip, headers: ["Content-Encoding": "gzip", "Content-Length": "\(gzip.count)"]), "[1]"),
        (.data(gzip, headers: ["Content-Encoding": "gzip"]).inPieces(5), "[1]"),
        (.data(gzip.prefix(20), headers: ["Content-Encoding": "gzip"]), "malformedResponse"),
        (.text("[1]", headers: ["Content-Encoding": "gzip"]), "malformedResponse"),
        (.text("[1]", headers: ["Content-Encoding": "identity"]), "[1]"),
        (.text("[1]", headers: ["Content-Encoding": "unknown"]), "[1]"),
        (.data(gzip, headers: ["Content-Encoding": "gzip"]).breakingOff(after: 20), "connectionLost"),
        (.text("hello", headers: ["Content-Length": "5"]), "hello"),
        (.text("hello", headers: ["Content-Length": "3"]), "hel"),
        (.text("hello", headers: ["Content-Length": "9"]), "connectionLost"),
        (.text("hello", headers: ["Content-Length": "0"]), ""),
    ]

    @Test(arguments: Level.allCases, samples)
    func bodyIsReceivedAsItsFieldsSay(_ level: Level, _ sample: (SampleResponse, received: String)) async throws {
        #expect(try await level.body(of: sample.0) == sample.received)
    }

    @Test func codingStaysIfTheCallAsksForIt() async throws {
        let url = try #require(URL(string: "https://shop.example.com"))
        let provider = Provider<Get>.stub { _ in .data(Self.gzip, headers: ["Content-Encoding": "gzip"]) }

        let response = try await provider.request(Get(baseURL: url), options: CallOptions(decoding: .none))

        #expect(response.data == Self.gzip)
    }

    @Test func streamFailsWithinABodyThatCannotBeDecoded() async throws {
        let url = try #require(URL(string: "https://shop.example.com"))
        let provider = Provider<Get>.stub { _ in .text("[1]", headers: ["Content-Encoding": "gzip"]) }

        let stream = try await provider.stream(Get(baseURL: url))

        let error = await #expect(throws: TernError.self) { for try await _ in stream.lines() {} }
        #expect(error?.code == .malformedResponse)
    }
}
