import Foundation
import Tern
import TernPlugins
import TernTesting
import TestDoubles
import Testing

/// Retries on a virtual clock, whose times are exact.
@Suite(.timeLimit(.minutes(20)))
struct RetryPluginTests {
    /// The times at which requests arrived, and the outcome of the call.
    struct Outcome: Sendable {
        var times: [Duration] = []
        var requests: [Request] = []
        var result: Result<Response, TernError>

        var error: TernError? {
            if case .failure(let error) = result { error } else { nil }
        }
    }

    /// Makes one call, on a transport whose steps repeat the last one.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    func call(
        _ target: OpenTarget = OpenTarget(),
        plugins: [any Plugin],
        options: CallOptions = CallOptions(),
        requestClosure: @escaping @Sendable (Endpoint, OpenTarget) async throws -> Request = {
            endpoint,
            _ in try endpoint.request()
        },
        steps: [@Sendable (Request) throws -> Response]
    ) async throws -> Outcome {
        let scheduler = VirtualScheduler()
        return try await scheduler.run {
            let times = Watched<[Duration]>([])
            let requests = Watched<[Request]>([])
            let transport = RecordingTransport { request in
                times.append(scheduler.now)
                requests.append(request)
                return try steps[min(times.value.count, steps.count) - 1](request)
            }
            let provider = Provider<OpenTarget>(
                requestClosure: requestClosure,
                transport: transport,
                plugins: plugins,
                clock: scheduler.clock
            )
            let result: Result<Response, TernError>
            do throws(TernError) {
                result = .success(try await provider.request(target, options: options))
            } catch {
                result = .failure(error)
            }
            return Outcome(times: times.value, requests: requests.value, result: result)
        }
    }

    static let busy: @Sendable (Request) throws -> Response = { _ in .text("busy", status: 503) }
    private static let fine: @Sendable (Request) throws -> Response = { _ in .text("fine") }

    static func busy(retryAfter: String) -> @Sendable (Request) throws -> Response {
        { _ in Response(statusCode: 503, headers: ["Retry-After": retryAfter]) }
    }

    func plugin(_ policy: RetryPolicy = RetryPolicy(), random: Double = 0.5) -> RetryPlugin {
        RetryPlugin(policy, budget: nil, random: { random }, now: { Date(timeIntervalSince1970: 784_111_777) })
    }

    // MARK: - Caches

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(
        arguments: [
            (.standard, [.standard, .reload, .reload]), (.returnStored, [.returnStored, .reload, .reload]),
            (.reload, [.reload, .reload, .reload]), (.bypass, [.bypass, .bypass, .bypass]),
            (.onlyStored, [.onlyStored]),
        ] as [(Request.CacheUse, [Request.CacheUse])]
    )
    func furtherAttemptsReload(use: Request.CacheUse, uses: [Request.CacheUse]) async throws {
        let options = CallOptions(cacheUse: use)
        let outcome = try await call(plugins: [plugin()], options: options, steps: [Self.busy])

        #expect(outcome.requests.map(\.attributes.cacheUse) == uses)
        #expect(outcome.error?.response?.statusCode == 503)
    }

    // MARK: - When

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func attemptsAreRepeatedWithGrowingRandomDelays() async throws {
        let randoms = Watched([0.5, 0.25, 0, 1])
        let plugin = RetryPlugin(
            RetryPolicy(maximumAttempts: 5, delay: .seconds(1), maximumDelay: .seconds(4)),
            random: { randoms.update { $0.removeFirst() } }
        )

        let outcome = try await call(plugins: [plugin], steps: [Self.busy])

        #expect(outcome.times == [.zero, .seconds(0.5), .seconds(1), .seconds(1), .seconds(5)])
        #expect(outcome.error?.code == .unacceptableStatus)
        #expect(outcome.error?.attempts == 5)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: [408, 425, 429, 500, 502, 503, 504]) func transientStatusIsRetried(status: Int) async throws {
        let outcome = try await call(plugins: [plugin()], steps: [{ _ in .text("", status: status) }, Self.fine])

        #expect(try outcome.result.get().attempts == 2)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: [400, 401, 403, 404, 409, 413, 501, 505]) func otherStatusIsNotRetried(status: Int) async throws {
        let outcome = try await call(plugins: [plugin()], steps: [{ _ in .text("", status: status) }, Self.fine])

        #expect(outcome.times.count == 1)
        #expect(outcome.error?.response?.statusCode == status)
        #expect(outcome.error?.earlierFailures.isEmpty == true)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func aStatusThatTheTargetAcceptsIsNotRetried() async throws {
        let outcome = try await call(OpenTarget(validation: .none), plugins: [plugin()], steps: [Self.busy])

        #expect(try outcome.result.get().statusCode == 503)
        #expect(outcome.times.count == 1)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(
        arguments: [
            (.connectionLost, 3), (.connectionRefused, 3), (.hostNotFound, 3), (.notConnected, 3), (.timedOut, 3),
            (.cancelled, 1), (.tlsFailed, 1), (.malformedResponse, 1), (.bodyTooLarge, 1),
            (TernError.Code(rawValue: "custom"), 1),
        ] as [(TernError.Code, Int)]
    )
    func codesThatMayPassAreRetried(code: TernError.Code, attempts: Int) async throws {
        let outcome = try await call(plugins: [plugin()], steps: [{ _ in throw TernError(code) }])

        #expect(outcome.times.count == attempts)
        #expect(outcome.error?.code == code)
    }

    // MARK: - Retry-After

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(
        arguments: [
            "7", "Sun, 06 Nov 1994 08:49:44 GMT", "Sunday, 06-Nov-94 08:49:44 GMT", "Sun Nov  6 08:49:44 1994",
        ]
    )
    func retryAfterFieldWinsOverTheRandomDelay(field: String) async throws {
        let outcome = try await call(plugins: [plugin()], steps: [Self.busy(retryAfter: field), Self.fine])

        #expect(outcome.times == [.zero, .seconds(7)])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: ["-5", "soon", "1.5", ""]) func invalidRetryAfterIsIgnored(field: String) async throws {
        let outcome = try await call(plugins: [plugin()], steps: [Self.busy(retryAfter: field), Self.fine])

        #expect(outcome.times == [.zero, .milliseconds(250)])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: ["61", "3155760000", "99999999999999999999999", "Sun, 06 Nov 2094 08:49:44 GMT"])
    func longerRetryAfterThanTheMaximumEndsTheCall(field: String) async throws {
        let outcome = try await call(plugins: [plugin()], steps: [Self.busy(retryAfter: field), Self.fine])

        #expect(outcome.times == [.zero])
        #expect(outcome.error?.response?.headers["Retry-After"] == field)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func retryAfterInThePastIsNoDelay() async throws {
        let field = "Sun, 06 Nov 1994 08:49:30 GMT"
        let outcome = try await call(plugins: [plugin()], steps: [Self.busy(retryAfter: field), Self.fine])

        #expect(outcome.times == [.zero, .zero])
    }

    /// The date of the plugin is 784,111,777 s after 1970.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(
        arguments: [
            (403, ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "7"], 7),
            (429, ["X-RateLimit-Limit": "60", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "7"], 7),
            (429, ["RateLimit": #""a";r=0;t=7"#], 7), (503, ["RateLimit-Remaining": "0", "RateLimit-Reset": "7"], 7),
            (403, ["Retry-After": "7"], 7), (429, ["Retry-After": "7", "X-RateLimit-Reset": "9"], 7),
            (
                403,
                [
                    "Date": "Tue, 14 Jul 2026 03:33:20 GMT", "X-RateLimit-Remaining": "0",
                    "X-RateLimit-Reset": "1784000007",
                ], 7
            ),
            (429, ["X-RateLimit-Remaining": "3", "X-RateLimit-Reset": "7"], 0.25),
            (403, ["X-RateLimit-Remaining": "3", "X-RateLimit-Reset": "7"], nil),
            (403, ["X-RateLimit-Remaining": "0"], nil), (404, ["RateLimit": #""a";r=0;t=7"#], nil),
            (403, ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "3600"], nil),
        ] as [(Int, HTTPHeaders, Double?)]
    )
    func limitOfTheServerReplacesTheRandomDelay(status: Int, headers: HTTPHeaders, time: Double?) async throws {
        let limited: @Sendable (Request) throws -> Response = { _ in Response(statusCode: status, headers: headers) }
        let outcome = try await call(plugins: [plugin()], steps: [limited, Self.fine])

        #expect(outcome.times == [.zero] + (time.map { [.seconds($0)] } ?? []))
    }

    // MARK: - Which requests

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(
        arguments: [
            (.get, 3), (.head, 3), (.put, 3), (.delete, 3), (.options, 3), (.query, 3), (.post, 1), (.patch, 1),
            ("X", 1),
        ]
            as [(HTTPMethod, Int)]
    )
    func onlyIdempotentMethodsAreRetried(method: HTTPMethod, attempts: Int) async throws {
        let outcome = try await call(OpenTarget(method: method), plugins: [plugin()], steps: [Self.busy])

        #expect(outcome.times.count == attempts)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func policyCanIncludeOtherMethods() async throws {
        var policy = RetryPolicy()
        policy.retriesNonIdempotentRequests = true
        let outcome = try await call(OpenTarget(method: .post), plugins: [plugin(policy)], steps: [Self.busy])

        #expect(outcome.times.count == 3)
        #expect(outcome.requests.allSatisfy { !$0.headers.contains("Idempotency-Key") })
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func oneIdempotencyKeyIsUsedForAllAttemptsOfACall() async throws {
        let keys = Watched(0)
        let plugin = RetryPlugin(
            budget: nil,
            idempotencyKey: {
                keys.update {
                    $0 += 1
                    return "\"key-\($0)\""
                }
            },
            random: { 0 }
        )
        let post = try await call(OpenTarget(method: .post), plugins: [plugin, plugin], steps: [Self.busy])
        let own = try await call(
            OpenTarget(method: .post, headers: ["idempotency-key": "mine"]),
            plugins: [plugin],
            steps: [Self.busy]
        )
        let put = try await call(OpenTarget(method: .put), plugins: [plugin], steps: [Self.busy])

        #expect(post.requests.map { $0.headers["Idempotency-Key"] } == Array(repeating: "\"key-1\"", count: 9))
        #expect(own.requests.map { $0.headers["Idempotency-Key"] } == ["mine", "mine", "mine"])
        #expect(put.requests.map { $0.headers["Idempotency-Key"] } == [nil, nil, nil])
        #expect(keys.value == 1)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func bodyThatCannotBeSentTwiceIsNotSentTwice() async throws {
        var policy = RetryPolicy()
        policy.decide = { _ in .retry }
        let stream = AsyncStream<Data> { $0.finish() }
        let target = OpenTarget(method: .put, task: .stream(once: stream))

        let outcome = try await call(target, plugins: [plugin(policy)], steps: [Self.busy])

        #expect(outcome.times.count == 1)
        #expect(outcome.error?.code == .unacceptableStatus)
    }
}
