import Foundation
import Tern
import TernTesting
import TernURLSession
import TestDoubles
import Testing

/// A URL with dot segments, for example a presigned URL for a key with dots: the request has the target that its URL
/// shows. Otherwise, a PUT would replace another resource.
@Suite(.timeLimit(.minutes(20)))
struct DotSegmentTests {
    /// Where the URL of a request comes from.
    enum Source: CaseIterable { case baseURL, optionsURL }

    private static let targets = [
        "/a/../b?sig=1", "/a/..?sig=1", "/a/./b", "/a/%2E%2E", "/a/%2e./b", "/a/..", "/../..", "/a/%2f../b",
        "/a/.../..b/c..?x=/../y",
    ]

    /// - Parameter makeProvider: Receives the base URL.
    private func request(
        _ target: String,
        _ source: Source,
        at base: URL,
        _ provider: Provider<LiveTarget>
    ) async throws(TernError) -> Response {
        // `URL(string:)` keeps dot segments.
        guard let url = URL(string: base.absoluteString + target) else { throw TernError(.invalidURL) }
        let options = source == .optionsURL ? CallOptions(url: url) : CallOptions()
        let live = LiveTarget(source == .baseURL ? url : base, "", method: .put, task: .data(Data("x".utf8)))
        return try await provider.request(live, options: options)
    }

    #if os(Linux)
        @Test(arguments: targets, Source.allCases)
        func requestHasTheTargetOfItsURL(target: String, source: Source) async throws {
            let server = try LoopbackServer { .text($0.requestTarget) }

            let response = try await request(target, source, at: server.url, Provider(transport: try CurlTransport()))

            #expect(try response.string() == target)
            #expect(response.request?.url.absoluteString == server.url.absoluteString + target)
            #expect(response.url?.absoluteString == server.url.absoluteString + target)
        }

        @Test(arguments: targets) func proxyReceivesTheURL(target: String) async throws {
            let proxy = try LoopbackServer { .text($0.requestTarget) }
            var configuration = TransportConfiguration()
            configuration.proxy = .url(proxy.url, except: [])
            let base = try #require(URL(string: "http://files.example"))
            let provider = Provider<LiveTarget>(transport: try CurlTransport(configuration))

            let response = try await request(target, .baseURL, at: base, provider)

            #expect(try response.string().lowercased() == base.absoluteString + target.lowercased())
        }

        /// The session would resolve the dot segments.
        @Test(arguments: targets, Source.allCases)
        func sessionRefusesDotSegments(target: String, source: Source) async throws {
            let server = try LoopbackServer { .text($0.requestTarget) }
            let provider = Provider<LiveTarget>(transport: URLSessionTransport())
            let isRefused = !["/a/%2f../b", "/a/.../..b/c..?x=/../y"].contains(target)
            do throws(TernError) {
                let response = try await request(target, source, at: server.url, provider)
                #expect(String(decoding: response.data, as: UTF8.self) == target)
                #expect(!isRefused)
            } catch {
                #expect(error.code == .unsupportedConfiguration)
                #expect(server.requestCount == 0)
                #expect(isRefused)
            }
        }
    #endif

    @Test(arguments: Source.allCases) func stubsAndServerReceiveTheSamePath(source: Source) async throws {
        let handler: @Sendable (RecordedRequest) -> SampleResponse = { .text("\($0.path) \($0.query ?? "-")") }
        let session = StubSession(journal: nil) { handler($0) }
        var providers: [Provider<LiveTarget>] = [
            .stub(.otherwise { handler($0) }, journal: nil),
            Provider(transport: try URLSessionTransport(configuration: session.configuration)),
        ]
        #if os(Linux)
            providers.append(Provider(transport: try CurlTransport()))
        #endif
        let server = try LoopbackServer { handler($0) }
        for provider in providers {
            let response = try await request("/a/../b?sig=1", source, at: server.url, provider)
            #expect(try response.string() == "/a/../b sig=1")
        }
    }

    /// As the base of a relative reference, the URL's path has no dot segments (RFC 3986, section 5.2.4).
    @Test(arguments: Engine.allCases) func redirectResolvesDotSegments(on engine: Engine) async throws {
        let server = try LoopbackServer { request in
            request.path == "/a/b" ? .status(307, headers: ["Location": "../c/./d"]) : .text(request.requestTarget)
        }
        let response = try await engine.provider().request(LiveTarget(server, "/a/b"))
        #expect(try response.string() == "/c/d")
        #expect(response.url?.path == "/c/d")
    }
}
