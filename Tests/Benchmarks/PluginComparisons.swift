import Foundation
import Tern
import TernPlugins

/// The cost of the ready plugins in a stubbed call.
enum PluginComparisons {
    static func all(scale: Double) -> [Comparison] {
        [idle(scale: scale), refresh(scale: scale)]
    }

    /// Requires a bearer token.
    private struct Authorized: TargetType {
        var baseURL: URL { BenchmarkAPI.base }
        var path: String { "/users/octocat" }
        var authorization: Authorization { .bearer }
        var sampleData: Data { BenchmarkAPI.sample }
    }

    private static func provider<Target>(_ plugins: [any Plugin]) -> Provider<Target> {
        Provider(stubClosure: Provider.immediatelyStub, plugins: plugins)
    }

    private static func idle(scale: Double) -> Comparison {
        let plain: Provider<BenchmarkAPI> = provider([])
        let passing: Provider<BenchmarkAPI> = provider([Hooks()])
        let unused: Provider<BenchmarkAPI> = provider([AuthorizationPlugin(.token("abc"))])
        let authorized: Provider<Authorized> = provider([])
        let token: Provider<Authorized> = provider([AuthorizationPlugin(.token("abc"))])
        let valid: Provider<Authorized> = provider([
            RefreshingAuthorizationPlugin(.init(token: "abc", expiresIn: .seconds(3600)), refresh: { $0 })
        ])
        let logged: Provider<BenchmarkAPI> = provider([LogPlugin(.bodies(), sink: { _ in })])
        let line: Provider<BenchmarkAPI> = provider([LogPlugin(.line, sink: { keep($0.text) })])
        return Comparison(
            title: "Plugins of a stubbed request",
            operations: Int(2_000 * scale),
            rounds: 101,
            contenders: [
                .sequential("without plugins") { _ = try await plain.request(.user(login: "octocat")) },
                .sequential("empty plugin") { _ = try await passing.request(.user(login: "octocat")) },
                .sequential("AuthorizationPlugin, target with .none") {
                    _ = try await unused.request(.user(login: "octocat"))
                },
                .sequential("LogPlugin with an empty sink") { _ = try await logged.request(.user(login: "octocat")) },
                .sequential("LogPlugin, one line made") { _ = try await line.request(.user(login: "octocat")) },
                .sequential("target with .bearer, without plugins") { _ = try await authorized.request(Authorized()) },
                .sequential("the same with AuthorizationPlugin") { _ = try await token.request(Authorized()) },
                .sequential("the same with RefreshingAuthorizationPlugin, valid token") {
                    _ = try await valid.request(Authorized())
                },
            ]
        )
    }

    /// Concurrent calls with an expired token cause one refresh, whatever their number.
    private static func refresh(scale: Double) -> Comparison {
        let width = max(1, Int(10_000 * scale))
        let session = RefreshingAuthorizationPlugin(.init(token: "new"), refresh: { $0 })
        let valid: Provider<Authorized> = provider([session])
        return Comparison(
            title: "Concurrent calls that meet one expired token",
            operations: width,
            rounds: 11,
            contenders: [
                .concurrent("\(width) calls with a valid token", width) { _ = try await valid.request(Authorized()) },
                Contender("\(width) calls with an expired token, one refresh") { count in
                    try await refreshOnce(count)
                },
            ]
        )
    }

    private static func refreshOnce(_ count: Int) async throws {
        let refreshes = Refreshes()
        let authorization = RefreshingAuthorizationPlugin(.init(token: "old")) { _ in
            await refreshes.add()
            return .init(token: "new")
        }
        let provider = Provider<Authorized>(transport: ExpiringTransport(), plugins: [authorization])
        try await Contender.concurrent("", count) { _ = try await provider.request(Authorized()) }.run(count)
        let total = await refreshes.count
        guard total == 1 else { throw TernError(.refreshFailed, reason: "There were \(total) refreshes.") }
    }

    private actor Refreshes {
        private(set) var count = 0
        func add() { count += 1 }
    }

    private struct ExpiringTransport: Transport {
        func send(_ request: Request, hop: Hop) async throws -> Response {
            Response(statusCode: request.headers["Authorization"] == "Bearer new" ? 200 : 401)
        }
    }
}
