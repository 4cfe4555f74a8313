import Foundation
import Tern
import TernTesting
import TestDoubles
import Testing

/// The isolation of a call and its plugins.
@Suite(.timeLimit(.minutes(20)))
struct CallIsolationTests {
    private struct IsolationPlugin: Plugin {
        let log: Watched<[String]>

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
        let before = Array(repeating: "intercept", count: 3)
        let after = Array(repeating: "after next", count: 3)
        #expect(log.value == before + after)
        await other.value
    }

    @MainActor
    @Test func closuresOfHooksStayOnTheMainActor() async throws {
        let (log, isMainActorFree) = (log, Watched(false))
        let hooks = Hooks(
            prepare: { _, _ in log.append("prepare") },
            willSend: { _, _ in log.append("willSend") },
            didReceive: { _, _ in log.append("didReceive") }
        )
        let provider = Provider<OpenTarget>(stubClosure: Provider.immediatelyStub, plugins: [hooks])
        let other = Task { @MainActor in isMainActorFree.update { $0 = true } }

        _ = try await provider.request(OpenTarget(sampleData: Data("a".utf8)))

        #expect(!isMainActorFree.value)
        #expect(log.value == ["prepare", "willSend", "didReceive"])
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

        #expect(log.value == ["intercept", "after next"])
    }

    /// Sends the request in a task group, which needs an escaping `next`.
    private struct EscapingPlugin: Plugin {
        let log: Watched<[String]>

        nonisolated(nonsending) func intercept(
            _ request: Request,
            context: RequestContext,
            next: Next
        ) async throws -> Response {
            log.append("escaping")
            return try await withThrowingTaskGroup(of: Response.self) { group in
                group.addTask { try await next(request) }
                return try await group.next() ?? Response(statusCode: 0)
            }
        }
    }

    @Test func interceptWithAnEscapingClosureIsCalled() async throws {
        let provider = Provider<OpenTarget>(
            stubClosure: Provider.immediatelyStub,
            plugins: [EscapingPlugin(log: log)]
        )

        let response = try await provider.request(OpenTarget(sampleData: Data("a".utf8)))

        #expect(response.statusCode == 200)
        #expect(log.value == ["escaping"])
    }
}
