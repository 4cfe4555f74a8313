import Foundation
import Tern
import TernPlugins
import TernTestSupport
import TernTesting
import Testing

@testable import Quickstart

/// The snippets of the guide's page on retries and limits, for limits.
@Suite(.timeLimit(.minutes(20)))
struct TrafficGuideTests {
    @Test func pluginsHaveAnOrder() async throws {
        let github = Provider<GitHub>(
            plugins: [
                DeadlinePlugin(.seconds(30)),
                RetryPlugin(),
                CircuitBreakerPlugin(),
                RateLimitPlugin(10, per: .seconds(1)),
                ConcurrencyLimitPlugin(4),
            ]
        )
        let stubbed = github.stubbed { _ in .json(["login": "octocat"]) }
        #expect(try await stubbed.value(.user("octocat")).login == "octocat")
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(.virtualTime) func callHasItsOwnLimit() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let github = Provider<GitHub>.stub(
            delay: .seconds(60),
            plugins: [DeadlinePlugin(.seconds(30))],
            clock: scheduler.clock
        ) { _ in .json(["login": "octocat"]) }
        let error = await #expect(throws: TernError.self) {
            var options = CallOptions()
            options.attributes[DeadlinePlugin.Limit.self] = .seconds(5)
            let octocat = try await github.value(.user("octocat"), options: options)
            _ = octocat
        }
        #expect(error?.code == .timedOut)
        #expect(scheduler.now == .seconds(5))
    }

    @Test func callHasAPriority() {
        var prefetch = CallOptions()
        prefetch.priority = .low

        #expect(prefetch.priority < .normal)
    }

    @Test func openCircuitShowsSavedData() async throws {
        var policy = CircuitPolicy(minimumOutcomes: 3, openDuration: .seconds(10))
        policy.outcome = { result in
            if case .failure(let error) = result, error.response?.statusCode == 429 { return .failure }
            return CircuitPolicy.defaultOutcome(of: result)
        }
        let breaker = CircuitBreakerPlugin(policy)

        let github = Provider<GitHub>.stub(plugins: [breaker]) { _ in .status(429) }
        for _ in 0..<3 { _ = try? await github.request(.user(login: "octocat")) }
        let shown = Locked<[String]>([])
        @Sendable func show(_ text: String) { shown.withLock { $0.append(text) } }
        @Sendable func showSavedData() { show("saved") }
        do {
            let octocat = try await github.value(.user("octocat"))
            show(octocat.login)
        } catch {
            if error.code == .overloaded { showSavedData() } else { show(error.localizedDescription) }
        }
        #expect(shown.withLock { $0 } == ["saved"])
    }
}
