import Foundation
import Tern
import TernTesting
import TestDoubles
import TestRounds
import Testing

@testable import TernPlugins

@Suite(.timeLimit(.minutes(20)))
struct CircuitBreakerPluginTests {
    private func result(_ status: Int) -> Result<Response, TernError> {
        let response = Response(statusCode: status)
        return status < 300 ? .success(response) : .failure(TernError(.unacceptableStatus, response: response))
    }

    @Test(arguments: [(200, true), (302, true), (404, true), (429, true), (501, true), (500, false), (503, false)])
    func statusSaysWhetherTheHostWorks(status: Int, isSuccess: Bool) {
        #expect(CircuitPolicy.defaultOutcome(of: result(status)) == (isSuccess ? .success : .failure))
    }

    @Test(
        arguments: [
            (.timedOut, .failure), (.connectionLost, .failure), (.connectionRefused, .failure), (.tlsFailed, .failure),
            (.cancelled, .ignored), (.notConnected, .ignored), (.encodingFailed, .ignored), (.overloaded, .ignored),
            (.pluginFailed, .ignored),
        ] as [(TernError.Code, CircuitPolicy.Outcome)]
    )
    func codeSaysWhetherTheHostWorks(code: TernError.Code, outcome: CircuitPolicy.Outcome) {
        #expect(CircuitPolicy.defaultOutcome(of: .failure(TernError(code, attempts: 1))) == outcome)
    }

    @Test func timeoutsOfRequestsThatWereNotSentDoNotOpenTheCircuit() async throws {
        let transport = RecordingTransport { _ in .text("") }
        let provider = Provider<OpenTarget>(transport: transport, plugins: [CircuitBreakerPlugin()])
        for _ in 0..<10 {
            await #expect(throws: TernError.self) {
                try await provider.request(OpenTarget(), options: CallOptions(timeout: .zero))
            }
        }
        #expect(try await provider.request(OpenTarget()).statusCode == 200)
    }

    @Test(arguments: [200, 404, 503]) func storedResponseSaysNothingAboutTheHost(status: Int) {
        for cache in [Response.CacheStatus.hit(age: .zero), .stale(age: .zero)] {
            var response = Response(statusCode: status)
            response.cache = cache
            let error = TernError(.unacceptableStatus, response: response, attempts: 1)
            #expect(CircuitPolicy.defaultOutcome(of: .success(response)) == .ignored)
            #expect(CircuitPolicy.defaultOutcome(of: .failure(error)) == .ignored)
            response.cache = .revalidated
            #expect(CircuitPolicy.defaultOutcome(of: .success(response)) != .ignored)
        }
    }

    /// The plugins that limit requests let it pass, even with an empty bucket and without a permit.
    @Test func requestForAStoredResponseOnlyIsNotLimited() async throws {
        let stored = RecordingTransport { request in .text("", status: request.url.path == "/things" ? 503 : 200) }
        let plugins: [any Plugin] = [
            ConcurrencyLimitPlugin(1, maximumQueued: 0), RateLimitPlugin(1, per: .seconds(1_000)),
            CircuitBreakerPlugin(),
        ]
        let blocked = InterceptingPlugin { request, _, next in
            // The outer call holds the only permit.
            let options = CallOptions(cacheUse: .onlyStored)
            let inner = Provider<OpenTarget>(transport: stored, plugins: plugins)
            _ = try await inner.request(OpenTarget(path: "/stored"), options: options)
            return try await next(request)
        }
        let provider = Provider<OpenTarget>(transport: stored, plugins: plugins + [blocked])

        _ = try? await provider.request(OpenTarget())

        #expect(stored.requests.map(\.url.path) == ["/stored", "/things"])
    }

    @Test func decodingFailureOfAResponseIsASuccessOfTheHost() {
        let error = TernError(.unacceptableMediaType, response: Response(statusCode: 200))
        #expect(CircuitPolicy.defaultOutcome(of: .failure(error)) == .success)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func openCircuitFailsAtOnceAndSaysWhenItTriesAgain() async throws {
        let scheduler = VirtualScheduler()
        try await scheduler.run {
            let status = Watched(503)
            let transport = RecordingTransport { _ in .text("", status: status.value) }
            let provider = Provider<OpenTarget>(
                transport: transport,
                plugins: [CircuitBreakerPlugin()],
                clock: scheduler.clock
            )
            for _ in 0..<5 { _ = try? await provider.request(OpenTarget()) }
            try await scheduler.clock.sleep(for: .seconds(18))

            let error = await #expect(throws: TernError.self) { try await provider.request(OpenTarget()) }
            let other = try #require(URL(string: "https://other.example.com"))
            status.update { $0 = 200 }
            _ = try await provider.request(OpenTarget(baseURL: other))

            #expect(error?.code == .overloaded)
            #expect(error?.attempts == 0)
            #expect(error?.retryAfter == .seconds(12))
            #expect(error?.reason.contains("https://api.example.com is open, since 5 of the last 5 requests") == true)
            #expect(error?.reason.contains("in 12.0 seconds") == true)
            #expect(transport.requests.count == 6)

            try await scheduler.clock.sleep(for: .seconds(12))
            _ = try await provider.request(OpenTarget())
        }
    }

    @Test func failuresOfARedirectsDestinationDoNotOpenTheCircuit() async throws {
        let transport = RecordingTransport { request in
            switch request.url.path {
            case "/moved": Response(statusCode: 302, headers: ["Location": "https://other.example.net/"])
            case "/things": .text("")
            default: .text("", status: 503)
            }
        }
        let provider = Provider<OpenTarget>(transport: transport, plugins: [CircuitBreakerPlugin()])
        for _ in 0..<5 {
            let error = await #expect(throws: TernError.self) { try await provider.request(OpenTarget(path: "/moved")) }
            #expect(error?.response?.statusCode == 503)
        }
        #expect(try await provider.request(OpenTarget()).statusCode == 200)
    }

    @Test func nestedPluginsOfTheSameKindHaveTheirOwnCircuits() async throws {
        let strict = CircuitBreakerPlugin(CircuitPolicy(window: 1, minimumOutcomes: 1))
        let transport = RecordingTransport { _ in .text("", status: 503) }
        let provider = Provider<OpenTarget>(transport: transport, plugins: [CircuitBreakerPlugin(), strict, strict])
        for _ in 0..<9 { _ = try? await provider.request(OpenTarget()) }
        #expect(transport.requests.count == 1)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: [false, true]) func samePluginTwiceClosesItsCircuit(hasRetries: Bool) async throws {
        let scheduler = VirtualScheduler()
        try await scheduler.run {
            let status = Watched(503)
            let transport = RecordingTransport { _ in .text("", status: status.value) }
            let breaker = CircuitBreakerPlugin()
            let retry = RetryPlugin(RetryPolicy(maximumAttempts: hasRetries ? 2 : 1), budget: nil)
            let provider = Provider<OpenTarget>(
                transport: transport,
                plugins: [breaker, retry, breaker],
                clock: scheduler.clock
            )
            for _ in 0..<9 { _ = try? await provider.request(OpenTarget()) }
            // The first copy acts: each call counts once.
            #expect(transport.requests.count == (hasRetries ? 10 : 5))
            try await scheduler.clock.sleep(for: .seconds(30))
            status.update { $0 = 200 }
            for _ in 0..<2 { _ = try await provider.request(OpenTarget()) }
        }
    }

    @Test func retriesDoNotRepeatWhatTheCircuitRefuses() async throws {
        let transport = RecordingTransport { _ in .text("", status: 503) }
        let provider = Provider<OpenTarget>(
            transport: transport,
            plugins: [RetryPlugin(RetryPolicy(maximumAttempts: 9), budget: nil), CircuitBreakerPlugin()],
            clock: ImmediateClock()
        )

        let error = await #expect(throws: TernError.self) { try await provider.request(OpenTarget()) }

        #expect(error?.code == .overloaded)
        #expect(error?.earlierFailures.count == 5)
        #expect(error?.attempts == 5)
    }

    // MARK: - Orders

    /// Calls while a host fails and then works again, some of them cancelled.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    private static func run(_ plugin: some Plugin, on scheduler: VirtualScheduler) async throws {
        let running = Watched((now: 0, most: 0))
        let isBroken = Watched(true)
        let counting = InterceptingPlugin { request, _, next in
            running.update { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
            defer { running.update { $0.now -= 1 } }
            return try await next(request)
        }
        let provider = Provider<OpenTarget>.stub(
            delay: .seconds(1),
            plugins: [plugin, counting],
            clock: scheduler.clock
        ) { _ in .status(isBroken.value ? 503 : 200) }
        @Sendable func call() async -> Bool { (try? await provider.request(OpenTarget())) != nil }

        _ = await call()
        try await scheduler.clock.sleep(for: .seconds(30))
        isBroken.update { $0 = false }
        running.update { $0.most = 0 }
        // The circuit is half-open: of these calls, one is sent, and may be cancelled.
        let calls = (0..<3).map { _ in Task { await call() } }
        let cancelling = Task {
            try? await scheduler.clock.sleep(for: .milliseconds(500))
            calls[0].cancel()
        }
        for call in calls { _ = await call.value }
        await cancelling.value
        try Violation.unless(running.value.most == 1, "\(running.value.most) probes ran at the same time.")
        // Whether the probe was cancelled or not, the next call succeeds.
        try Violation.unless(await call(), "The circuit doesn't close.")
    }

    private static let policy = CircuitPolicy(window: 1, minimumOutcomes: 1)

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func oneProbeIsSentAndItsCancellationGivesItBack() async throws {
        let failure = try await VirtualScheduler.firstFailure(seeds: Rounds.seeds(500)) { scheduler in
            try await Self.run(CircuitBreakerPlugin(Self.policy), on: scheduler)
        }
        #expect(failure == nil, "\(failure as Any)")
    }

    /// The planted bugs: the state is read, and written after an `await`; a cancelled probe isn't given back.
    private struct WrongBreaker: Plugin {
        let losesProbe: Bool
        private let breaker = Watched(CircuitBreaker(CircuitBreakerPluginTests.policy))
        private let stopwatch = SharedStopwatch()

        init(losesProbe: Bool) {
            self.losesProbe = losesProbe
        }

        func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
            let now = stopwatch.elapsed(on: context.clock)
            var state = breaker.value
            if !losesProbe { await Task.yield() }
            let admission = losesProbe ? breaker.update { $0.admit(at: now) } : state.admit(at: now)
            if !losesProbe { breaker.update { [state] in $0 = state } }
            guard case .pass(let generation) = admission else { throw TernError(.overloaded) }
            let result: Result<Response, TernError>
            do {
                result = .success(try await next(request))
            } catch let error as TernError {
                if losesProbe, error.code == .cancelled { throw error }
                result = .failure(error)
            }
            let end = stopwatch.elapsed(on: context.clock)
            breaker.update {
                $0.end(CircuitPolicy.defaultOutcome(of: result), generation: generation, at: end)
            }
            return try result.get()
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: [false, true]) func wrongBreakerIsFound(losesProbe: Bool) async throws {
        let failure = try await VirtualScheduler.firstFailure(seeds: 0..<500) { scheduler in
            try await Self.run(WrongBreaker(losesProbe: losesProbe), on: scheduler)
        }
        #expect(failure != nil)
    }
}
