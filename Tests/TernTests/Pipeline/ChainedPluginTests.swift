import Foundation
import TernTesting
import Testing

@testable import Tern

@Suite(.timeLimit(.minutes(5)))
struct ChainedPluginTests {
    /// The hooks of `Plugin` besides `intercept`.
    private static let innerHooks = ["func prepare(", "func willSend(", "func didReceive("]

    private struct Intercepting: InterceptOnlyPlugin {
        let attempts: Watched<[Int]>

        func intercept(_ request: Request, context: RequestContext, next: @escaping Next) async throws -> Response {
            attempts.append(context.attempt)
            _ = try await next(request)
            return try await next(request)
        }
    }

    private struct Preparing: Plugin {
        let attempts: Watched<[Int]>

        func prepare(_ request: Request, context: RequestContext) async throws -> Request {
            attempts.append(context.attempt)
            return request
        }
    }

    @Test func attemptsOfAnInterceptOnlyPluginReachTheInnerPlugins() async throws {
        let (outer, inner) = (Watched<[Int]>([]), Watched<[Int]>([]))
        let plugins: [any Plugin] = [Intercepting(attempts: outer), Preparing(attempts: inner)]
        let response = try await Provider<OpenTarget>(returning: .status(200), plugins: plugins).request(OpenTarget())
        #expect(outer.value == [1] && inner.value == [1, 2])
        #expect(response.attempts == 2)
    }

    /// Otherwise the chain would never call the hook.
    @Test func interceptOnlyPluginsHaveNoOtherHook() throws {
        let folder = URL(filePath: #filePath).appending(path: "../../../../Sources/Tern/Plugins").standardized
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        var count = 0
        for case let file as URL in files where file.pathExtension == "swift" {
            let source = try String(contentsOf: file, encoding: .utf8)
            guard source.contains(", InterceptOnlyPlugin") else { continue }
            count += 1
            #expect(!Self.innerHooks.contains { source.contains($0) }, "\(file.lastPathComponent)")
        }
        #expect(count == 10)
    }
}
