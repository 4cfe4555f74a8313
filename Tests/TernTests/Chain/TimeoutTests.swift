import Foundation
import Tern
import TernTesting
import TestDoubles
import Testing

@Suite(.timeLimit(.minutes(20)))
struct TimeoutTests {
    private let clock = ManualClock()
    private let transport = RecordingTransport()

    private func provider(_ plugins: any Plugin...) -> Provider<OpenTarget> {
        Provider(transport: transport, plugins: plugins, clock: clock)
    }

    private func start(_ target: OpenTarget, on provider: Provider<OpenTarget>) -> Task<Response, any Error> {
        Task { try await provider.request(target) }
    }

    @Test func anAttemptThatTakesTooLongTimesOutAndIsCancelled() async throws {
        let call = start(OpenTarget(timeout: .seconds(10)), on: provider())

        await transport.waitForRequests(atLeast: 1)
        await clock.waitForSleepers(atLeast: 1)
        clock.advance(by: .seconds(9))
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .seconds(1))

        let error = try await #require(throws: TernError.self) { try await call.value }
        #expect(error.code == .timedOut)
        #expect(error.description.contains("10.0 seconds"))
        #expect(error.attempts == 1)
        #expect(transport.cancelled == [0])
        #expect(clock.sleeperCount == 0)
    }

    @Test func timeoutAfterALostConnectionCountsEachSending() async throws {
        let call = start(OpenTarget(timeout: .seconds(10)), on: provider())

        await transport.waitForRequests(atLeast: 1)
        transport.fail(with: ConnectionLoss(TernError(.connectionLost), isConnectionReused: true))
        await transport.waitForRequests(atLeast: 2)
        await clock.waitForSleepers(atLeast: 1)
        clock.advance(by: .seconds(10))

        let error = try await #require(throws: TernError.self) { try await call.value }
        #expect(error.code == .timedOut)
        #expect(error.attempts == 2)
        #expect(transport.cancelled == [1])
    }

    @Test func responseInTimeLeavesNoSleeper() async throws {
        let call = start(OpenTarget(timeout: .seconds(10)), on: provider())

        await transport.waitForRequests(atLeast: 1)
        await clock.waitForSleepers(atLeast: 1)
        clock.advance(by: .seconds(9))
        transport.respond(with: .text("ok"))

        #expect(try await call.value.string() == "ok")
        #expect(clock.sleeperCount == 0)
        #expect(transport.cancelled.isEmpty)
    }

    @Test(arguments: [.zero, .seconds(-1), .nanoseconds(-1), .seconds(Int64.min)] as [Duration])
    func timeoutOfZeroFailsUnsent(timeout: Duration) async throws {
        #expect(await failure { try await provider().request(OpenTarget(timeout: timeout)) }?.code == .timedOut)

        #expect(transport.requests.isEmpty)
        #expect(clock.sleeperCount == 0)
    }

    @Test(arguments: [.seconds(Int64.max), .seconds(Int64.max / 2)] as [Duration])
    func timeoutOutOfRangeNeverFires(timeout: Duration) async throws {
        let call = start(OpenTarget(timeout: timeout), on: provider())

        await transport.waitForRequests(atLeast: 1)
        #expect(clock.sleeperCount == 0)
        transport.respond(with: .text("ok"))

        #expect(try await call.value.string() == "ok")
    }

    @Test func cancellationBeforeTheTimeoutIsNotATimeout() async throws {
        let call = start(OpenTarget(timeout: .seconds(10)), on: provider())

        await transport.waitForRequests(atLeast: 1)
        await clock.waitForSleepers(atLeast: 1)
        call.cancel()

        #expect(await failure { try await call.value }?.code == .cancelled)
        #expect(transport.cancelled == [0])
        #expect(clock.sleeperCount == 0)
    }

    @Test func eachAttemptHasTheWholeTime() async throws {
        let call = start(OpenTarget(timeout: .seconds(10)), on: provider(RetryingPlugin(attempts: 2)))

        await transport.waitForRequests(atLeast: 1)
        await clock.waitForSleepers(atLeast: 1)
        clock.advance(by: .seconds(10))
        await transport.waitForRequests(atLeast: 2)
        await clock.waitForSleepers(atLeast: 1)
        clock.advance(by: .seconds(9))
        transport.respond(1, with: .text("second"))

        #expect(try await call.value.string() == "second")
        #expect(clock.sleeperCount == 0)
    }

    @Test func errorOfTheTransportOverridesTheTimeout() async throws {
        let call = start(OpenTarget(timeout: .seconds(10)), on: provider())

        await transport.waitForRequests(atLeast: 1)
        transport.fail(with: URLError(.cannotFindHost))

        #expect(await failure { try await call.value }?.code == .hostNotFound)
        #expect(clock.sleeperCount == 0)
    }

    @Test func stubsTimeOutAsLiveCallsDo() async throws {
        let provider = Provider<OpenTarget>(stubClosure: Provider.delayedStub(.seconds(20)), clock: clock)
        let call = start(OpenTarget(timeout: .seconds(10)), on: provider)

        await clock.waitForSleepers(atLeast: 2)
        clock.advance(by: .seconds(10))

        #expect(await failure { try await call.value }?.code == .timedOut)
        #expect(clock.sleeperCount == 0)
    }

    // MARK: - Delayed stubs

    @Test func delayedStubRespondsAfterItsDelay() async throws {
        let provider = Provider<OpenTarget>(stubClosure: Provider.delayedStub(.milliseconds(250)), clock: clock)
        let call = start(OpenTarget(), on: provider)

        await clock.waitForSleepers(atLeast: 1)
        clock.advance(by: .milliseconds(249))
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .milliseconds(1))

        #expect(try await call.value.string() == "sample")
        #expect(clock.sleeperCount == 0)
    }

    @Test func cancellingADelayedStubEndsItAtOnce() async throws {
        let provider = Provider<OpenTarget>(stubClosure: Provider.delayedStub(.seconds(Int64.max)), clock: clock)
        let call = start(OpenTarget(), on: provider)

        await clock.waitForSleepers(atLeast: 1)
        call.cancel()

        #expect(await failure { try await call.value }?.code == .cancelled)
        #expect(clock.sleeperCount == 0)
    }

    @Test(arguments: [.zero, .seconds(-5)] as [Duration])
    func stubWithoutDelayRespondsAtOnce(delay: Duration) async throws {
        let provider = Provider<OpenTarget>(stubClosure: Provider.delayedStub(delay), clock: clock)

        #expect(try await provider.request(OpenTarget()).string() == "sample")
    }
}
