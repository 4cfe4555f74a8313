import Foundation
import Tern
import TernPlugins
import TestDoubles
import Testing

/// Policies of plugins, targets and calls, their decisions, and hostile settings.
extension RetryPluginTests {
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func policyOfTheCallWinsOverThatOfTheTargetAndThePlugin() async throws {
        let plugin = RetryPlugin(
            RetryPolicy(maximumAttempts: 2, delay: .zero),
            budget: nil,
            policyOfTarget: { ($0 as? OpenTarget)?.path == "/much" ? RetryPolicy(maximumAttempts: 4) : nil }
        )
        var options = CallOptions()
        options.attributes[RetryPolicy.self] = .never

        let byPlugin = try await call(plugins: [plugin], steps: [Self.busy])
        let byTarget = try await call(OpenTarget(path: "/much"), plugins: [plugin], steps: [Self.busy])
        let byCall = try await call(
            OpenTarget(path: "/much"),
            plugins: [plugin],
            options: options,
            steps: [Self.busy]
        )

        #expect([byPlugin, byTarget, byCall].map(\.times.count) == [2, 4, 1])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func decisionSeesTheBodyAndTheAttempt() async throws {
        let seen = Watched<[String]>([])
        var policy = RetryPolicy(maximumAttempts: 9, delay: .seconds(2))
        policy.decide = { failed in
            let body = failed.error.response.map { String(decoding: $0.data, as: UTF8.self) } ?? ""
            seen.append("\(failed.attempt) \(body) \(failed.elapsed) \(failed.delay.map { "\($0)" } ?? "-")")
            switch failed.attempt {
            case 1: return .byPolicy
            case 2: return .retry(after: .seconds(10))
            case 3: return .retry
            default: return .stop
            }
        }

        let outcome = try await call(
            plugins: [plugin(policy)],
            steps: [Self.busy, { _ in .text("teapot", status: 418) }]
        )

        #expect(outcome.times == [.zero, .seconds(1), .seconds(11), .seconds(15)])
        #expect(
            seen.value == [
                "1 busy 0.0 seconds 1.0 seconds", "2 teapot 1.0 seconds -", "3 teapot 11.0 seconds -",
                "4 teapot 15.0 seconds -",
            ]
        )
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func durationOfTheCallLimitsTheAttempts() async throws {
        var policy = RetryPolicy(maximumAttempts: 100, delay: .seconds(2), maximumDelay: .seconds(2))
        policy.maximumDuration = .seconds(5)
        var insisting = policy
        insisting.decide = { _ in .retry(after: .seconds(3)) }

        let outcome = try await call(plugins: [plugin(policy)], steps: [Self.busy])
        let other = try await call(plugins: [plugin(insisting)], steps: [Self.busy])

        #expect(outcome.times == [0, 1, 2, 3, 4].map { .seconds($0) })
        #expect(other.times == [0, 3].map { .seconds($0) })
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: [.min, -1, 0, 1] as [Int]) func thereIsAlwaysOneAttempt(maximum: Int) async throws {
        let outcome = try await call(plugins: [plugin(RetryPolicy(maximumAttempts: maximum))], steps: [Self.busy])

        #expect(outcome.times.count == 1)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: [.nan, -1, 2, .infinity] as [Double], [Int64.min, .max] as [Int64])
    func hostileSettingsDoNotTrap(random: Double, seconds: Int64) async throws {
        var policy = RetryPolicy(delay: .seconds(seconds), maximumDelay: .seconds(seconds))
        policy.maximumDuration = .seconds(seconds)
        policy.maximumRetryAfter = .seconds(seconds)
        policy.decide = { _ in .retry(after: .seconds(seconds)) }

        let outcome = try await call(plugins: [plugin(policy, random: random)], steps: [Self.busy(retryAfter: "9")])

        #expect(outcome.error?.code == .unacceptableStatus)
    }
}
