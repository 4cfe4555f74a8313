import Foundation
import Tern
import TernPlugins
import TernTesting
import TestDoubles
import Testing

/// The errors of repeated attempts.
@Suite(.timeLimit(.minutes(20)))
struct RetryFailureTests {
    private func provider(_ plugins: [any Plugin], _ transport: some Transport) -> Provider<OpenTarget> {
        Provider(transport: transport, plugins: plugins, clock: ImmediateClock())
    }

    /// Responds with a status for each request, from 500.
    private func counting() -> RecordingTransport {
        let count = Watched(499)
        return RecordingTransport { _ in
            let status = count.update {
                $0 += 1
                return $0
            }
            return .text(String(repeating: "x", count: 100_000), status: status)
        }
    }

    private func retry(_ attempts: Int) -> RetryPlugin {
        var policy = RetryPolicy(maximumAttempts: attempts)
        policy.decide = { _ in .retry }
        return RetryPlugin(policy, budget: nil)
    }

    private func error(_ plugins: [any Plugin], over transport: some Transport) async throws -> TernError {
        try await #require(throws: TernError.self) { try await provider(plugins, transport).request(OpenTarget()) }
    }

    @Test func earlierFailuresAreOnTheErrorInOrder() async throws {
        let error = try await error([retry(3)], over: counting())

        #expect(error.response?.statusCode == 502)
        #expect(error.earlierFailures.map { $0.response?.statusCode } == [500, 501])
        #expect(error.earlierFailures.map(\.attempts) == [1, 2])
        #expect(error.earlierFailures.allSatisfy { $0.earlierFailures.isEmpty })
        #expect(error.debugDescription.contains("- earlier failure 2 of 2: unacceptableStatus"))
        #expect(!error.description.contains("earlier"))
    }

    @Test func earlierFailuresOfNestedPluginsAreOneList() async throws {
        let error = try await error([retry(2), retry(3)], over: counting())

        #expect(error.response?.statusCode == 505)
        #expect(error.earlierFailures.map { $0.response?.statusCode } == [500, 501, 502, 503, 504])
        #expect(error.attempts == 6)
    }

    @Test func earlierFailuresAndTheirBodiesAreBounded() async throws {
        let error = try await error([retry(40)], over: counting())

        #expect(error.earlierFailures.map { $0.response?.statusCode } == (529...538).map { $0 })
        #expect(error.earlierFailures.allSatisfy { $0.response?.data.count == 64 * 1024 })
        #expect(error.response?.data.count == 100_000)
    }

    @Test func secretsOfEarlierFailuresAreRedacted() async throws {
        struct Leak: Error {
            let text = "password=hunter2"
        }
        let count = Watched(0)
        let transport = RecordingTransport { _ in
            let isFirst = count.update {
                $0 += 1
                return $0 == 1
            }
            if isFirst {
                throw TernError(.connectionLost, reason: "From https://a.example/?token=hunter2.", underlying: Leak())
            }
            throw TernError(.tlsFailed)
        }
        let error = try await error([RetryPlugin()], over: transport)

        #expect(error.earlierFailures.map(\.code) == [.connectionLost])
        #expect(error.debugDescription.contains("earlier failure 1 of 1: connectionLost"))
        #expect(leaks(of: "hunter2", in: textForms(ofError: error)).isEmpty)
    }

    @Test func pluginOfOthersCanAddEarlierFailures() {
        let first = TernError(.timedOut)
        let error = TernError(.connectionLost).adding(earlierFailures: [first]).adding(earlierFailures: [])

        #expect(error.earlierFailures.map(\.code) == [.timedOut])
        #expect(
            TernError(.tlsFailed).adding(earlierFailures: [error]).earlierFailures.map(\.code) == [
                .timedOut, .connectionLost,
            ]
        )
    }

    /// - Returns: The number of requests of a call that always fails.
    private func requests(of policy: RetryPolicy, on clock: UnsteadyClock) async -> Int {
        let transport = RecordingTransport { _ in .text("", status: 503) }
        let provider = Provider<OpenTarget>(
            transport: transport,
            plugins: [RetryPlugin(policy, budget: nil, random: { 1 })],
            clock: clock
        )
        await #expect(throws: TernError.self) { try await provider.request(OpenTarget()) }
        return transport.requests.count
    }

    @Test func clockThatJumpsAheadEndsTheCallAtItsLimit() async {
        let unlimited = RetryPolicy(maximumAttempts: 4, delay: .seconds(1), maximumDelay: .seconds(1))
        var limited = unlimited
        limited.maximumDuration = .seconds(3)

        #expect(await requests(of: limited, on: UnsteadyClock { $0 + .seconds(1_000_000) }) == 2)
        #expect(await requests(of: unlimited, on: UnsteadyClock { $0 + .seconds(1_000_000) }) == 4)
    }

    @Test func clockThatJumpsBackDoesNotProlongTheCall() async {
        var policy = RetryPolicy(maximumAttempts: 4, delay: .seconds(1), maximumDelay: .seconds(1))
        policy.maximumDuration = .seconds(2)
        let clock = UnsteadyClock { $0 - .seconds(1_000_000) }

        #expect(await requests(of: policy, on: clock) == 2)
        #expect(clock.sleeps.value == [.seconds(1)])
    }
}
