import Foundation
import Tern
import TernPlugins
import TernTesting
import TestDoubles
import TestRounds
import Testing

@Suite(.timeLimit(.minutes(20)))
struct DeadlinePluginTests {
    private static let slow = RetryPolicy(maximumAttempts: 100, delay: .seconds(2), maximumDelay: .seconds(2))
    private static let retry = RetryPlugin(slow, budget: nil, random: { 1 })

    /// Makes a call, and returns its error and its time.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    private func call(
        _ plugins: [any Plugin],
        delay: Duration = .zero,
        status: Int = 503,
        options: CallOptions = CallOptions()
    ) async throws -> (error: TernError?, time: Duration) {
        let scheduler = VirtualScheduler()
        return try await scheduler.run {
            let provider = Provider<OpenTarget>.stub(delay: delay, plugins: plugins, clock: scheduler.clock) { _ in
                .status(status)
            }
            do throws(TernError) {
                _ = try await provider.request(OpenTarget(), options: options)
                return (nil, scheduler.now)
            } catch {
                return (error, scheduler.now)
            }
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func deadlineLimitsAllAttemptsAndDelays() async throws {
        let (error, time) = try await call([DeadlinePlugin(.seconds(5)), Self.retry])

        #expect(time == .seconds(5))
        #expect(error?.code == .timedOut)
        #expect(error?.earlierFailures.map { $0.response?.statusCode } == [503, 503, 503])
        #expect(error?.attempts == 3)
        #expect(error?.reason.contains("5.0 seconds") == true)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func deadlineEndsARunningRequest() async throws {
        let (error, time) = try await call([DeadlinePlugin(.seconds(5))], delay: .seconds(60))

        #expect(time == .seconds(5))
        #expect(error?.code == .timedOut)
        #expect(error?.earlierFailures.isEmpty == true)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func earlierCompletionIsUnchanged() async throws {
        let success = try await call([DeadlinePlugin(.seconds(5))], delay: .seconds(4), status: 200)
        let failure = try await call([DeadlinePlugin(.seconds(5))], delay: .seconds(4), status: 404)

        #expect(success.error == nil)
        #expect(failure.error?.response?.statusCode == 404)
        #expect(failure.time == .seconds(4))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func limitOfTheCallWinsOverThatOfTheTargetAndThePlugin() async throws {
        let plugin = DeadlinePlugin(.seconds(5), limitOfTarget: { _ in .seconds(3) })
        var options = CallOptions()
        options.attributes[DeadlinePlugin.Limit.self] = .seconds(1)

        #expect(try await call([DeadlinePlugin(.seconds(5))], delay: .seconds(60)).time == .seconds(5))
        #expect(try await call([plugin], delay: .seconds(60)).time == .seconds(3))
        #expect(try await call([plugin], delay: .seconds(60), options: options).time == .seconds(1))
        #expect(try await call([DeadlinePlugin()], delay: .seconds(60), status: 200).time == .seconds(60))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func innerDeadlineLimitsEachAttempt() async throws {
        let plugins: [any Plugin] = [
            DeadlinePlugin(.seconds(10)), Self.retry, DeadlinePlugin(.seconds(1)),
        ]
        let (error, time) = try await call(plugins, delay: .seconds(60))

        #expect(time == .seconds(10))
        #expect(error?.earlierFailures.map(\.code) == [.timedOut, .timedOut, .timedOut])
        #expect(error?.attempts == 4)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: [Int64.min, -1, 0]) func limitThatIsNotPositiveFailsAtOnce(seconds: Int64) async throws {
        let (error, time) = try await call([DeadlinePlugin(.seconds(seconds))], status: 200)

        #expect(error?.code == .timedOut)
        #expect(error?.attempts == 0)
        #expect(time == .zero)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func hugeLimitIsNone() async throws {
        #expect(try await call([DeadlinePlugin(.seconds(Int64.max))], delay: .seconds(60), status: 200).error == nil)
    }

    @Test func clockThatJumpsAheadEndsTheCall() async throws {
        let clock = UnsteadyClock { $0 + .seconds(1_000_000) }
        let transport = RecordingTransport()
        let provider = Provider<OpenTarget>(
            transport: transport,
            plugins: [DeadlinePlugin(.seconds(5))],
            clock: clock
        )

        let error = await #expect(throws: TernError.self) { try await provider.request(OpenTarget()) }

        #expect(error?.code == .timedOut)
    }

    /// The timer has slept for its time, wherever the clock is then.
    @Test func clockThatJumpsBackEndsTheCall() async throws {
        let clock = UnsteadyClock { $0 - .seconds(1_000_000) }
        let provider = Provider<OpenTarget>(
            transport: RecordingTransport(),
            plugins: [DeadlinePlugin(.seconds(5))],
            clock: clock
        )

        let error = await #expect(throws: TernError.self) { try await provider.request(OpenTarget()) }

        #expect(error?.code == .timedOut)
        #expect(clock.sleeps.value == [.seconds(5)])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func deadlineAlsoLimitsAStream() async throws {
        let scheduler = VirtualScheduler()
        let (time, code) = try await scheduler.run {
            let transport = RecordingTransport { _ in
                let chunks = AsyncThrowingStream<Data, any Error> { _ in }
                return Response(statusCode: 200, body: .stream(BodyStream(chunks)))
            }
            let provider = Provider<OpenTarget>(
                transport: transport,
                plugins: [DeadlinePlugin(.seconds(5))],
                clock: scheduler.clock
            )
            let response = try await provider.stream(OpenTarget())
            do throws(TernError) {
                for try await _ in response {}
                return (scheduler.now, nil as TernError.Code?)
            } catch {
                return (scheduler.now, error.code)
            }
        }
        #expect(code == .timedOut)
        #expect(time == .seconds(5))
    }

    // MARK: - Orders

    /// A call whose response arrives at the time of its deadline either succeeds or times out, and nothing is left.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func deadlineAndResponseAtTheSameTimeHaveOneOutcome() async throws {
        let failure = try await VirtualScheduler.firstFailure(seeds: Rounds.seeds(500)) { scheduler in
            try await Self.race(DeadlinePlugin(.seconds(5)), on: scheduler)
        }
        #expect(failure == nil, "\(failure as Any)")
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    private static func race(_ plugin: some Plugin, on scheduler: VirtualScheduler) async throws {
        let received = Watched(0)
        let counting = InterceptingPlugin { request, _, next in
            let response = try await next(request)
            received.update { $0 += 1 }
            return response
        }
        let provider = Provider<OpenTarget>.stub(
            delay: .seconds(5),
            plugins: [plugin, counting],
            clock: scheduler.clock
        ) { _ in .status(200) }
        let call = Task { try? await provider.request(OpenTarget()) }
        let other = Task {
            try? await scheduler.clock.sleep(for: .seconds(5))
            call.cancel()
        }
        let response = await call.value
        let count = received.value
        await other.value
        try Violation.unless(scheduler.now == .seconds(5), "The call ended at \(scheduler.now).")
        try Violation.unless(response == nil || count == 1, "A response came from nowhere.")
        try Violation.unless(received.value == count, "The rest of the call went on after its end.")
    }

    /// The planted bug: the rest of the call runs in a task of its own, which goes on after the deadline.
    private struct CarelessDeadline: Plugin {
        func intercept(
            _ request: Request,
            context: RequestContext,
            next: Next
        ) async throws -> Response {
            let work = Task { try await next(request) }
            let clock = context.clock
            return try await withCheckedThrowingContinuation { continuation in
                let isOpen = Watched(true)
                @Sendable func end(_ result: Result<Response, any Error>) {
                    let isFirst = isOpen.update { isOpen in
                        defer { isOpen = false }
                        return isOpen
                    }
                    if isFirst { continuation.resume(with: result) }
                }
                Task { end(await work.result) }
                Task {
                    try? await Waiting.wait(for: .seconds(5), on: clock)
                    end(.failure(TernError(.timedOut)))
                }
            }
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func workThatGoesOnAfterTheDeadlineIsFound() async throws {
        let failure = try await VirtualScheduler.firstFailure(seeds: 0..<500) { scheduler in
            try await Self.race(CarelessDeadline(), on: scheduler)
        }
        #expect(failure != nil)
    }
}
