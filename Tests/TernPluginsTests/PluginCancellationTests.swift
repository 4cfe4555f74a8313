import Foundation
import Tern
import TernPlugins
import TernTesting
import TestDoubles
import Testing

/// A call that is cancelled while a plugin waits ends at once, at the time of its cancellation.
@Suite(.timeLimit(.minutes(20)))
struct PluginCancellationTests {
    enum Wait: CaseIterable {
        case sourceOfToken, refresh, delayOfRetry, decisionAboutRetry
        case rate, queueOfRate, serverLimit, permit, deadline, deadlineWithRetry

        /// The number of calls that take what the cancelled call waits for.
        var earlierCalls: Int {
            switch self {
            case .rate, .serverLimit, .permit: 1
            case .queueOfRate: 2
            default: 0
            }
        }

        /// The number of attempts of the cancelled call that are sent before it is cancelled.
        var sentAttempts: Int {
            switch self {
            case .delayOfRetry, .decisionAboutRetry, .deadline, .deadlineWithRetry: 1
            default: 0
            }
        }

        /// The responses of the server, each after an hour unless the plugin waits after a response.
        var sample: SampleResponse {
            switch self {
            case .delayOfRetry, .decisionAboutRetry, .deadlineWithRetry: .status(503)
            case .serverLimit: .status(429, headers: ["Retry-After": "50"])
            default: SampleResponse.status(200).delayed(by: .seconds(3_600))
            }
        }

        func plugins(on clock: any Clock<Duration>) -> [any Plugin] {
            let wait: @Sendable () async throws -> Void = { try await clock.sleep(for: .seconds(1_000)) }
            let slow = RetryPolicy(maximumAttempts: 9, delay: .seconds(1_000), maximumDelay: .seconds(1_000))
            let retry = RetryPlugin(slow, budget: nil, random: { 1 })
            switch self {
            case .sourceOfToken:
                return [
                    AuthorizationPlugin { _ in
                        try? await wait()
                        return "token"
                    }
                ]
            case .refresh:
                return [
                    RefreshingAuthorizationPlugin(.init(token: "old", expiresIn: .zero)) { _ in
                        try await wait()
                        return .init(token: "new")
                    }
                ]
            case .delayOfRetry: return [retry]
            case .decisionAboutRetry:
                var policy = RetryPolicy()
                policy.decide = { _ in
                    try? await wait()
                    return .retry(after: .zero)
                }
                return [RetryPlugin(policy)]
            case .rate, .queueOfRate: return [RateLimitPlugin(1, per: .seconds(1_000))]
            case .serverLimit: return [RateLimitPlugin()]
            case .permit: return [ConcurrencyLimitPlugin(1)]
            case .deadline: return [DeadlinePlugin(.seconds(1_000))]
            case .deadlineWithRetry: return [DeadlinePlugin(.seconds(5_000)), retry]
            }
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: Wait.allCases) func cancelledCallEndsAtOnce(_ wait: Wait) async throws {
        let scheduler = VirtualScheduler()
        let (error, time) = try await scheduler.run {
            let clock = scheduler.clock
            let provider = Provider<OpenTarget>.stub(
                plugins: wait.plugins(on: clock),
                clock: clock,
                journal: nil
            ) { _ in wait.sample }
            let target = OpenTarget(authorization: .bearer)
            let earlier = (0..<wait.earlierCalls).map { _ in Task { try? await provider.request(target) } }
            try await clock.sleep(for: .seconds(1))
            let call = Task { () -> (TernError?, Duration) in
                do throws(TernError) {
                    _ = try await provider.request(target)
                    return (nil, scheduler.now)
                } catch {
                    return (error, scheduler.now)
                }
            }
            try await clock.sleep(for: .seconds(6))
            call.cancel()
            let result = await call.value
            for task in earlier {
                task.cancel()
                _ = await task.value
            }
            return result
        }

        #expect(error?.code == .cancelled)
        #expect(time == .seconds(7))
        #expect(error?.attempts == wait.sentAttempts)
    }
}
