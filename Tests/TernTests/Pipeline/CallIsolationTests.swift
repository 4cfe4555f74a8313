import Foundation
import Tern
import TernTesting
import Testing

/// The isolation of a call and its plugins.
@Suite(.timeLimit(.minutes(5)))
struct CallIsolationTests {
    private struct IsolationPlugin: Plugin {
        let log: Watched<[String]>

        nonisolated(nonsending) func prepare(_ request: Request, context: RequestContext) async throws -> Request {
            note("prepare", #isolation)
            return request
        }

        nonisolated(nonsending) func willSend(_ request: Request, context: RequestContext) async {
            note("willSend", #isolation)
        }

        nonisolated(nonsending) func didReceive(
            _ result: Result<Response, TernError>,
            context: RequestContext
        ) async {
            note("didReceive", #isolation)
        }

        nonisolated(nonsending) func intercept(
            _ request: Request,
            context: RequestContext,
            next: Next
        ) async throws -> Response {
            note("intercept", #isolation)
            let response = try await next(request)
            note("after next", #isolation)
            return response
        }

        private func note(_ name: String, _ isolation: (any Actor)?) {
            log.append(isolation === MainActor.shared ? name : "\(name) elsewhere")
        }
    }

    private struct User: Decodable {
        let login: String
    }

    private let log = Watched<[String]>([])

    @MainActor
    @Test func callFromTheMainActorStaysOnIt() async throws {
        let plugins = (0..<3).map { _ in IsolationPlugin(log: log) }
        let provider = Provider<OpenTarget>(stubClosure: Provider.immediatelyStub, plugins: plugins)
        let target = OpenTarget(sampleData: Data(#"{"login":"octocat"}"#.utf8))
        let isMainActorFree = Watched(false)
        // Runs as soon as the call leaves the main actor for the first time.
        let other = Task { @MainActor in isMainActorFree.update { $0 = true } }

        let user = try await provider.request(target, as: User.self)

        #expect(!isMainActorFree.value)
        #expect(user.login == "octocat")
        let before = Array(repeating: ["intercept", "prepare", "willSend"], count: 3).flatMap { $0 }
        let after = Array(repeating: ["didReceive", "after next"], count: 3).flatMap { $0 }
        #expect(log.value == before + after)
        await other.value
    }

    @MainActor
    @Test func typedCallDecodesOnTheMainActor() async throws {
        let provider = Provider<OpenTarget>(stubClosure: Provider.immediatelyStub)
        let log = log
        let call = Call<OpenTarget, String>(OpenTarget(sampleData: Data("a".utf8))) { response in
            log.append(try response.string())
            return try response.string()
        }
        // Runs as soon as the call leaves the main actor for the first time.
        let other = Task { @MainActor in log.append("other") }

        #expect(try await provider.value(call) == "a")

        await other.value
        #expect(log.value == ["a", "other"])
    }

    @MainActor
    @Test func liveCallReturnsToTheMainActor() async throws {
        let server = try LoopbackServer { _ in .text("ok") }
        let provider = Provider<OpenTarget>(plugins: [IsolationPlugin(log: log)])

        _ = try await provider.request(OpenTarget(baseURL: server.url))

        #expect(log.value == ["intercept", "prepare", "willSend", "didReceive", "after next"])
    }

    /// Written as in a module without the upcoming feature `NonisolatedNonsendingByDefault`: `next` has another type.
    private struct ConcurrentPlugin: Plugin {
        let log: Watched<[String]>

        func intercept(
            _ request: Request,
            context: RequestContext,
            next: @Sendable (Request) async throws -> Response
        ) async throws -> Response {
            log.append("intercept \(context.attempt)")
            _ = try await next(request)
            return try await next(request)
        }
    }

    @MainActor
    @Test func interceptWithAClosureThatLeavesTheActorIsCalled() async throws {
        let provider = Provider<OpenTarget>(
            stubClosure: Provider.immediatelyStub,
            plugins: [ConcurrentPlugin(log: log), IsolationPlugin(log: log)]
        )

        let response = try await provider.request(OpenTarget(sampleData: Data("a".utf8)))

        #expect(response.request != nil)
        #expect(log.value.first == "intercept 1")
        #expect(log.value.filter { $0.hasPrefix("willSend") }.count == 2)
    }

    /// Sends the request in a task group, which needs an escaping `next`.
    private struct EscapingPlugin: Plugin {
        let log: Watched<[String]>

        nonisolated(nonsending) func intercept(
            _ request: Request,
            context: RequestContext,
            next: @escaping Next
        ) async throws -> Response {
            log.append("escaping")
            return try await withThrowingTaskGroup(of: Response.self) { group in
                group.addTask { try await next(request) }
                return try await group.next() ?? Response(statusCode: 0)
            }
        }
    }

    private struct EscapingConcurrentPlugin: Plugin {
        let log: Watched<[String]>

        func intercept(
            _ request: Request,
            context: RequestContext,
            next: @escaping @Sendable (Request) async throws -> Response
        ) async throws -> Response {
            log.append("escaping, concurrent")
            return try await Task { try await next(request) }.value
        }
    }

    @Test func interceptWithAnEscapingClosureIsCalled() async throws {
        let provider = Provider<OpenTarget>(
            stubClosure: Provider.immediatelyStub,
            plugins: [EscapingPlugin(log: log), EscapingConcurrentPlugin(log: log)]
        )

        let response = try await provider.request(OpenTarget(sampleData: Data("a".utf8)))

        #expect(response.statusCode == 200)
        #expect(log.value == ["escaping", "escaping, concurrent"])
    }
}
