import Foundation
import Tern
import TernPlugins
import TernTesting
import TestDoubles
import Testing

/// Compressed bodies over sockets.
extension RequestCompressionPluginTests {
    /// The engines that send streams. On Linux, `URLSession` can't.
    private static var streamingEngines: [Engine] {
        #if os(Linux)
            [.curl]
        #else
            Engine.allCases
        #endif
    }

    private func live(_ engine: Engine) throws -> Provider<LiveTarget> {
        Provider(transport: try engine.transport(), plugins: [RequestCompressionPlugin()])
    }

    @Test(arguments: Engine.allCases) func serverReceivesTheCompressedBody(on engine: Engine) async throws {
        let server = try LoopbackServer { request in .text(request.text) }
        let target = LiveTarget(server.url, "/", method: .post, task: .data(Self.data))

        #expect(try await live(engine).request(target).string() == Self.text)

        let request = try #require(server.requests.first)
        #expect(request.headers["Content-Encoding"] == "gzip")
        #expect(request.headers["Content-Length"] == "\(request.body.count)")
        #expect(request.body.count < Self.data.count / 10)
    }

    @Test(arguments: streamingEngines) func serverReceivesACompressedFileInChunks(on engine: Engine) async throws {
        let server = try LoopbackServer { request in .text(request.text) }
        let task = HTTPTask.file(try folder.file("a.txt", Self.data))
        let target = LiveTarget(server.url, "/", method: .put, task: task)

        #expect(try await live(engine).request(target).string() == Self.text)

        let request = try #require(server.requests.first)
        #expect(request.headers["Content-Encoding"] == "gzip")
        #expect(request.headers["Content-Length"] == nil)
        #expect(request.headers["Transfer-Encoding"] == "chunked")
    }

    @Test(arguments: streamingEngines) func redirectRepeatsTheCompressedStream(on engine: Engine) async throws {
        let other = try LoopbackServer { request in .text(request.text) }
        let server = try LoopbackServer { _ in .status(307, headers: ["Location": other.url.absoluteString + "/b"]) }
        let target = LiveTarget(server.url, "/a", method: .post, task: .stream { Self.stream() })

        #expect(try await live(engine).request(target).string() == Self.text)

        #expect(other.requests.first?.headers["Content-Encoding"] == "gzip")
        #expect(other.requests.first?.body == server.requests.first?.body)
    }

    @Test func redirectToGetDropsTheCoding() async throws {
        let server = try LoopbackServer(
            routes: ["POST /a": .status(303, headers: ["Location": "/b"]), "GET /b": .text("done")]
        )
        let target = LiveTarget(server.url, "/a", method: .post, task: .data(Self.data))

        let provider = Provider<LiveTarget>(plugins: [RequestCompressionPlugin()])
        #expect(try await provider.request(target).string() == "done")

        #expect(server.requests.map { $0.headers["Content-Encoding"] } == ["gzip", nil])
    }

    @Test(arguments: streamingEngines) func oneShotStreamIsNotRepeatedByARedirect(on engine: Engine) async throws {
        let server = try LoopbackServer { _ in .status(307, headers: ["Location": "/b"]) }
        let target = LiveTarget(server.url, "/a", method: .post, task: .stream(once: Self.stream()))

        #expect(await failure { try await live(engine).request(target) }?.code == .bodyNotReplayable)

        #expect(server.requests.map(\.text) == [Self.text])
    }
}
