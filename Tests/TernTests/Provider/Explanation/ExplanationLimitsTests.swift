import Foundation
import TernPlugins
import TestDoubles
import Testing

@testable import Tern

/// The limits of plugins in explanations.
struct ExplanationLimitsTests {
    @Test func explanationShowsTheLimitsOfPlugins() async {
        let plugins: [any Plugin] = [
            DeadlinePlugin(.seconds(20)), RetryPlugin(RetryPolicy(maximumAttempts: 5)),
            RateLimitPlugin(10, per: .seconds(1), burst: 2), ConcurrencyLimitPlugin(4, scope: .host, maximumQueued: 9),
        ]
        let github = Provider<GitHub>(plugins: plugins)

        let explanation = await github.explain(.zen)
        let draft = IssueDraft(title: "Crash", body: nil)
        let post = await github.explain(.createIssue(repository: "tern/tern", draft: draft))

        #expect(
            explanation.steps.map(\.limits) == [
                ["limits the whole call to 20.0 seconds"], ["makes at most 5 attempts"],
                ["sends 10 requests per 1.0 seconds to each host, and at most 2 at once"],
                ["sends at most 4 requests to each host at the same time", "lets 9 calls wait"],
            ]
        )
        #expect(post.steps[1].limits == ["makes at most 1 attempt"])
        #expect("\(explanation)".contains("\nDeadlinePlugin: limits the whole call to 20.0 seconds\nRetryPlugin: "))
    }

    @Test func limitsOfTheCallAndTheTargetReplaceThoseOfThePlugins() async {
        var policy = RetryPolicy(maximumAttempts: 2)
        policy.maximumDuration = .seconds(8)
        let plugins: [any Plugin] = [
            DeadlinePlugin(limitOfTarget: { _ in .seconds(3) }), DeadlinePlugin(),
            RetryPlugin(policyOfTarget: { [policy] _ in policy }), RateLimitPlugin(),
        ]
        var options = CallOptions()
        let github = Provider<GitHub>(plugins: plugins)
        let target = await github.explain(.zen)
        options.attributes[DeadlinePlugin.Limit.self] = .seconds(2)
        let call = await github.explain(.zen, options: options)

        #expect(
            target.steps.map(\.limits) == [
                ["limits the whole call to 3.0 seconds"], [],
                ["makes at most 2 attempts, and none after 8.0 seconds"], [],
            ]
        )
        #expect(call.steps[1].limits == ["limits the whole call to 2.0 seconds"])
    }
}
