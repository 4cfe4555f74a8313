import Foundation
import Tern
import TernPlugins
import Testing

@testable import Quickstart

/// The snippet about the order of plugins.
@Suite(.timeLimit(.minutes(20)))
struct PluginOrderGuideTests {
    @Test func allPluginsWorkTogether() async throws {
        let session = RefreshingAuthorizationPlugin(.init(token: "abc"), refresh: { $0 })
        let github = Provider<GitHub>(
            plugins: [
                MetricsPlugin(),  // each call, with the time of its retries
                DeadlinePlugin(.seconds(60)),  // the whole call
                RetryPlugin(),
                session,  // a RefreshingAuthorizationPlugin: each attempt has the current token
                CircuitBreakerPlugin(),  // counts each attempt
                ConcurrencyLimitPlugin(8),  // holds a place during an attempt, not during the delay before it
                TracePlugin(),  // one span for each attempt
                LogPlugin(),  // writes what is sent
            ]
        )
        let explanation = await github.explain(.user(login: "octocat"))
        #expect(explanation.steps.count == 8)
        #expect(explanation.request?.headers["traceparent"] != nil)
        #expect(explanation.error == nil)
    }
}
