import Foundation
import Tern
import TernPlugins

/// The cost of a stubbed call, compared with decoding the same bytes.
enum StubComparisons {
    static func all(scale: Double) -> [Comparison] {
        [stubs(scale: scale), plugins(scale: scale), requests(scale: scale), sharing(scale: scale)]
    }

    private static func stubs(scale: Double) -> Comparison {
        let provider = Provider<BenchmarkAPI>(stubClosure: Provider.immediatelyStub)
        let layered = Provider<BenchmarkAPI>(
            stubClosure: Provider.immediatelyStub,
            plugins: [Hooks(), Hooks(), Hooks()]
        )
        let routed = Provider<BenchmarkRoutes>(stubClosure: Provider.immediatelyStub)
        let lines = Provider<BenchmarkLines>(stubClosure: Provider.immediatelyStub)
        let decoder = JSONDecoder()
        return Comparison(
            title: "Stub, against decoding \(BenchmarkAPI.sample.count) bytes of JSON",
            operations: Int(2_000 * scale),
            rounds: 101,
            contenders: [
                .sequential("bare JSONDecoder") {
                    _ = try decoder.decode(BenchmarkUser.self, from: BenchmarkAPI.sample)
                },
                .sequential("stubbed request") { _ = try await provider.request(.user(login: "octocat")) },
                .sequential("the same of a routed target") { _ = try await routed.request(.user(login: "octocat")) },
                .sequential("the same of a CallTarget") { _ = try await lines.request(.user("octocat")) },
                .sequential("stubbed request, decoded") { _ = try await provider.value(.user("octocat")) },
                .sequential("the same of a routed target") { _ = try await routed.value(.user("octocat")) },
                .sequential("the same of a CallTarget") { _ = try await lines.value(.user("octocat")) },
                .sequential("stubbed request, decoded, 3 plugins") { _ = try await layered.value(.user("octocat")) },
                Contender("the same from the main actor") { count in
                    try await callFromMainActor(layered, count)
                },
            ]
        )
    }

    /// The cost of each plugin that has little to do.
    private static func plugins(scale: Double) -> Comparison {
        let plain = Provider<BenchmarkAPI>(stubClosure: Provider.immediatelyStub)
        return Comparison(
            title: "Stubbed request, with one plugin",
            operations: Int(2_000 * scale),
            rounds: 101,
            contenders: [
                .sequential("no plugin") { _ = try await plain.request(.user(login: "octocat")) },
                idle("a plugin that does nothing", Hooks()),
                idle("RetryPlugin", RetryPlugin()),
                idle("DeadlinePlugin, without a limit", DeadlinePlugin()),
                idle("DeadlinePlugin, with a limit", DeadlinePlugin(.seconds(60))),
                idle("RateLimitPlugin", RateLimitPlugin(1_000_000, per: .milliseconds(1))),
                idle("ConcurrencyLimitPlugin", ConcurrencyLimitPlugin(8)),
                idle("ConcurrencyLimitPlugin, for each host", ConcurrencyLimitPlugin(8, scope: .host)),
                idle("CircuitBreakerPlugin", CircuitBreakerPlugin()),
                idle("ActivityPlugin", ActivityPlugin { _ in }),
                idle("MetricsPlugin", MetricsPlugin()),
                idle("TracePlugin", TracePlugin()),
            ]
        )
    }

    private static func idle(_ name: String, _ plugin: any Plugin) -> Contender {
        let provider = Provider<BenchmarkAPI>(stubClosure: Provider.immediatelyStub, plugins: [plugin])
        return .sequential(name) { _ = try await provider.request(.user(login: "octocat")) }
    }

    @MainActor
    private static func callFromMainActor(_ provider: Provider<BenchmarkAPI>, _ count: Int) async throws {
        for _ in 0..<count { _ = try await provider.value(.user("octocat")) }
    }

    private static func requests(scale: Double) -> Comparison {
        Comparison(
            title: "Target to Request",
            operations: Int(5_000 * scale),
            rounds: 101,
            contenders: [
                .sequential("URLRequest(url:) by hand") {
                    var request = URLRequest(url: URL(string: "https://api.example.com/users/octocat")!)
                    request.allHTTPHeaderFields = ["Accept": "application/json"]
                    keep(request)
                },
                .sequential("Endpoint(target).request()") {
                    keep(try Endpoint(BenchmarkAPI.user(login: "octocat")).request())
                },
                .sequential("the same with a query of three") {
                    keep(try Endpoint(BenchmarkAPI.search(query: "tern", page: 2)).request())
                },
            ]
        )
    }

    private static func sharing(scale: Double) -> Comparison {
        let provider = Provider<BenchmarkAPI>(stubClosure: Provider.immediatelyStub)
        let sharing = Provider<BenchmarkAPI>(stubClosure: Provider.immediatelyStub, trackInflights: true)
        return Comparison(
            title: "Sharing of equal requests",
            operations: Int(2_000 * scale),
            rounds: 101,
            contenders: [
                .sequential("stubbed request, decoded") { _ = try await provider.value(.user("octocat")) },
                .sequential("the same with trackInflights") { _ = try await sharing.value(.user("octocat")) },
                .sequential("stubbed request") { _ = try await provider.request(.user(login: "octocat")) },
                .sequential("the same with trackInflights") { _ = try await sharing.request(.user(login: "octocat")) },
            ]
        )
    }
}

@inline(never) func keep<Value>(_ value: Value) {}
