import Foundation
import Tern
import TernPlugins
import TernTesting
import TestDoubles
import Testing

/// A clock that throws its own error ends each wait with this error: no delay is skipped, and no limit is dropped.
@Suite(.timeLimit(.minutes(20)))
struct ClockFailureTests {
    private static func isClockFailure(_ error: TernError?) -> Bool {
        error?.code == .pluginFailed && error?.underlying is FailingClock.Failure
    }

    /// A server that doesn't respond.
    private let silent = RecordingTransport()

    private func error(
        _ plugins: [any Plugin],
        _ transport: any Transport,
        timeout: Duration? = nil
    ) async -> TernError? {
        let provider = Provider<OpenTarget>(transport: transport, plugins: plugins, clock: FailingClock())
        return await #expect(throws: TernError.self) {
            try await provider.request(OpenTarget(authorization: .bearer, timeout: timeout))
        }
    }

    @Test func deadlineIsNotDropped() async {
        #expect(Self.isClockFailure(await error([DeadlinePlugin(.seconds(5))], silent)))
    }

    @Test func timeoutIsNotDropped() async {
        #expect(Self.isClockFailure(await error([], silent, timeout: .seconds(5))))
    }

    @Test func delaysOfRetriesAndRatesAreNotSkipped() async {
        let broken = RecordingTransport { _ in Response(statusCode: 503) }
        let retry = RetryPlugin(RetryPolicy(delay: .seconds(2)), random: { 1 })
        let error = await error([retry], broken)
        #expect(Self.isClockFailure(error))
        #expect(error?.earlierFailures.map { $0.response?.statusCode } == [503])
        #expect(broken.requests.count == 1)

        let limit = RateLimitPlugin(1, per: .seconds(9))
        let working = RecordingTransport { _ in Response(statusCode: 200) }
        let provider = Provider<OpenTarget>(transport: working, plugins: [limit], clock: FailingClock())
        _ = try? await provider.request(OpenTarget())
        let second = await #expect(throws: TernError.self) { try await provider.request(OpenTarget()) }
        #expect(Self.isClockFailure(second))
    }

    @Test func timeoutOfARefreshIsNotDropped() async {
        let authorization = RefreshingAuthorizationPlugin(.init(token: "0")) { _ in
            let stream = AsyncStream<Never> { _ in }
            for await _ in stream {}
            throw CancellationError()
        }
        let error = await error([authorization], RecordingTransport { _ in Response(statusCode: 401) })
        #expect(error?.code == .refreshFailed)
        #expect(Self.isClockFailure(error?.underlying as? TernError))
    }

    /// Whatever the clock throws then.
    @Test func cancelledWaitIsACancellation() async {
        let wait = Task { try await Waiting.wait(for: .seconds(5), on: FailingClock(waitsForCancellation: true)) }
        wait.cancel()
        await #expect(throws: CancellationError.self) { try await wait.value }

        let clock = FailingClock(waitsForCancellation: true)
        let provider = Provider<OpenTarget>(transport: silent, plugins: [DeadlinePlugin(.seconds(5))], clock: clock)
        let call = Task { try await provider.request(OpenTarget()) }
        await silent.waitForRequests(atLeast: 1)
        call.cancel()
        #expect(await failure { try await call.value }?.code == .cancelled)
    }
}
