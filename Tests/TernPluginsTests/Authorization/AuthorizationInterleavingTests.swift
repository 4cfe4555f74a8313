import Foundation
import Tern
import TernPlugins
import TernTestSupport
import TernTesting
import TestDoubles
import TestRounds
import Testing

/// Concurrent calls with an asynchronous source, in many orders. Each call is sent with its own token.
@Suite(.timeLimit(.minutes(20)))
struct AuthorizationInterleavingTests {
    /// Keeps the token in a property between its source and its use.
    private final class SharedToken: Plugin {
        private let token = Watched("")
        private let source: @Sendable (any TargetType) async throws -> String

        init(_ source: @escaping @Sendable (any TargetType) async throws -> String) { self.source = source }

        func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
            let new = try await source(context.target)
            token.update { $0 = new }
            await Task.yield()
            var request = request
            request.headers["Authorization"] = "Bearer \(token.value)"
            return try await next(request)
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    private static func eachCallHasItsToken(
        _ scheduler: VirtualScheduler,
        _ plugin: (@escaping @Sendable (any TargetType) async throws -> String) -> any Plugin
    ) async throws {
        let clock = scheduler.clock
        let source: @Sendable (any TargetType) async throws -> String = { target in
            try await clock.sleep(for: .seconds(1))
            return target.path
        }
        let provider = Provider<OpenTarget>(
            stubClosure: Provider.delayedStub(.seconds(1)),
            plugins: [plugin(source)],
            clock: clock
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<4 {
                group.addTask {
                    let response = try await provider.request(OpenTarget(path: "/\(index)", authorization: .bearer))
                    let field = response.request?.headers["Authorization"]
                    guard field == "Bearer /\(index)" else { throw Violation("The field is \(field as Any).") }
                }
            }
            try await group.waitForAll()
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func eachCallIsSentWithItsTokenInAnyOrder() async throws {
        try await VirtualScheduler.explore(seeds: Rounds.seeds(500)) { scheduler in
            try await Self.eachCallHasItsToken(scheduler) { source in AuthorizationPlugin { try await source($0) } }
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func tokenInASharedPropertyIsFound() async throws {
        let failure = try await VirtualScheduler.firstFailure(seeds: 0..<500) { scheduler in
            try await Self.eachCallHasItsToken(scheduler) { SharedToken($0) }
        }
        #expect(try #require(failure).divergence == nil)
    }
}
