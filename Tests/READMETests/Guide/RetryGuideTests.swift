import Foundation
import Tern
import TernPlugins
import TernTestSupport
import TernTesting
import Testing

@testable import Quickstart

/// The snippets of the guide's page on retries and limits, for retries.
@Suite(.timeLimit(.minutes(20)))
struct RetryGuideTests {
    /// Fails once, and then responds.
    private static func busyOnce(_ plugin: RetryPlugin, body: String = "busy") -> Provider<GitHub> {
        let count = Locked(0)
        return .stub(plugins: [plugin], clock: ImmediateClock()) { _ in
            let isFirst = count.withLock { count in
                count += 1
                return count == 1
            }
            return isFirst ? .text(body, status: 503) : .json(["login": "octocat"])
        }
    }

    @Test func aProviderCanRetry() {
        let github = Provider<GitHub>(plugins: [RetryPlugin()])
        _ = github
    }

    @Test func policyOfATargetApplies() async throws {
        var patient = RetryPolicy(maximumAttempts: 6)
        patient.maximumDuration = .seconds(60)

        let retries = RetryPlugin(policyOfTarget: { [patient] target in
            target is GitHub ? patient : nil
        })

        let response = try await Self.busyOnce(retries).request(.user(login: "octocat"))
        #expect(response.attempts == 2)
    }

    @Test func declaredMethodIsRepeated() async {
        let purge = HTTPMethod("PURGE", isSafe: false, isIdempotent: true)

        let provider = Provider<AnyMethod>.stub(plugins: [RetryPlugin()], clock: ImmediateClock()) { _ in .status(503) }
        for (method, attempts) in [(purge, 3), ("PURGE", 1)] {
            let error = await #expect(throws: TernError.self) { try await provider.request(AnyMethod(method: method)) }
            #expect(error?.attempts == attempts)
        }
    }

    @Test(arguments: [HTTPMethod.get: 3, .put: 1]) func onlyGETIsRepeated(method: HTTPMethod, attempts: Int) async {
        let retries = RetryPlugin(policyOfTarget: { target in target.method == .get ? nil : .never })

        let provider = Provider<AnyMethod>.stub(plugins: [retries], clock: ImmediateClock(), journal: nil) { _ in
            .status(503)
        }
        let error = await #expect(throws: TernError.self) { try await provider.request(AnyMethod(method: method)) }
        #expect(error?.attempts == attempts)
    }

    private struct AnyMethod: RoutedTarget {
        let method: HTTPMethod
        var baseURL: URL { URL(string: "https://shop.example.com")! }
        var route: HTTPRoute { HTTPRoute(method, "/order") }
    }

    @Test func policyOfACallApplies() async throws {
        let github = Self.busyOnce(RetryPlugin())
        let error = await #expect(throws: TernError.self) {
            var options = CallOptions()
            options.attributes[RetryPolicy.self] = .never
            let octocat = try await github.value(.user("octocat"), options: options)
            _ = octocat
        }
        #expect(error?.attempts == 1)
    }

    @Test(arguments: [("busy", 2), ("maintenance", 1)]) func bodyDecides(body: String, attempts: Int) async throws {
        var policy = RetryPolicy()
        policy.decide = { failed in
            let body = failed.error.response?.data ?? Data()
            return body.contains(Data("maintenance".utf8)) ? .stop : .byPolicy
        }

        let github = Self.busyOnce(RetryPlugin(policy), body: body)
        let response = try? await github.request(.user(login: "octocat"))
        #expect(response?.attempts == (attempts == 1 ? nil : attempts))
    }

    @Test func aPostGetsAKey() async throws {
        struct Payment: TargetType {
            var baseURL: URL { URL(string: "https://pay.example.com")! }
            var path: String { "/payments" }
            var method: HTTPMethod { .post }
        }
        let payments = RetryPlugin(idempotencyKey: { "\"\(UUID().uuidString)\"" })

        let provider = Provider<Payment>.stub(plugins: [payments], clock: ImmediateClock()) { _ in .status(503) }
        let error = await #expect(throws: TernError.self) { try await provider.request(Payment()) }
        #expect(error?.attempts == 3)
        #expect(error?.request?.headers["Idempotency-Key"]?.count == 38)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(.virtualTime) func delaysAreExact() async throws {
        let scheduler = try #require(VirtualScheduler.current)

        let retries = RetryPlugin(random: { 0.5 })
        let github = Provider<GitHub>.stub(plugins: [retries], clock: scheduler.clock) { _ in .status(503) }

        let error = await #expect(throws: TernError.self) { try await github.request(.user(login: "octocat")) }

        #expect(error?.attempts == 3)
        #expect(scheduler.now == .milliseconds(750))
    }
}
