import Foundation
import Tern
import TernPlugins
import TernTesting
import TestDoubles
import Testing

@Suite(.timeLimit(.minutes(20)))
struct RateLimitPluginTests {
    /// Makes calls at the same time, and returns the times at which their requests arrived.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    private func times(
        of paths: [String],
        _ plugins: [any Plugin],
        respond: @escaping @Sendable (Int) -> Response = { _ in Response(statusCode: 200) }
    ) async throws -> [(path: String, time: Duration)] {
        let scheduler = VirtualScheduler()
        return try await scheduler.run {
            let times = Watched<[(path: String, time: Duration)]>([])
            let transport = RecordingTransport { request in
                respond(
                    times.update {
                        $0.append((request.url.path, scheduler.now))
                        return $0.count
                    }
                )
            }
            let provider = Provider<OpenTarget>(transport: transport, plugins: plugins, clock: scheduler.clock)
            await withTaskGroup(of: Void.self) { group in
                for path in paths {
                    group.addTask { _ = try? await provider.request(OpenTarget(path: path)) }
                }
            }
            return times.value
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func requestsAreSentInOrderAtTheRate() async throws {
        let paths = (0..<6).map { "/\($0)" }
        let times = try await times(of: paths, [RateLimitPlugin(2, per: .seconds(1))])

        #expect(times.map(\.path) == paths)
        #expect(times.map(\.time) == [0, 0, 0.5, 1, 1.5, 2].map { .seconds($0) })
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func burstOfOneSpacesRequests() async throws {
        let times = try await times(of: ["/", "/", "/"], [RateLimitPlugin(2, per: .seconds(1), burst: 1)])

        #expect(times.map(\.time) == [0, 0.5, 1].map { .seconds($0) })
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: [("5", 0), ("0", 7), ("old", 7)]) func limitOfAnOldResponseIsIgnored(
        age: String,
        time: Int
    ) async throws {
        let fields: HTTPHeaders = ["RateLimit": #""a";r=0;t=7"#, "Age": age]
        let times = try await times(of: ["/", "/"], [ConcurrencyLimitPlugin(1), RateLimitPlugin()]) { _ in
            Response(statusCode: 200, headers: fields)
        }

        #expect(times.map(\.time) == [.zero, .seconds(time)])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(
        arguments: [
            (.hit(age: .zero), 0), (.stale(age: .zero), 0), (.revalidated, 7), (.fetched(stored: true), 7), (nil, 7),
        ] as [(Response.CacheStatus?, Int)]
    )
    func limitOfAStoredResponseIsIgnored(cache: Response.CacheStatus?, time: Int) async throws {
        let times = try await times(of: ["/", "/"], [ConcurrencyLimitPlugin(1), RateLimitPlugin()]) { _ in
            var response = Response(statusCode: 200, headers: ["RateLimit": #""a";r=0;t=7"#])
            response.cache = cache
            return response
        }

        #expect(times.map(\.time) == [.zero, .seconds(time)])
    }

    /// GitHub responds with 403 to the request after the last one.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: [200, 403]) func requestsWaitForTheResetOfGitHub(status: Int) async throws {
        let fields: HTTPHeaders = ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1784000007"]
        let plugin = RateLimitPlugin(now: { Date(timeIntervalSince1970: 1_784_000_000) })
        // The second request is sent after the first response.
        let times = try await times(of: ["/", "/"], [ConcurrencyLimitPlugin(1), plugin]) { _ in
            Response(statusCode: status, headers: fields)
        }

        #expect(times.map(\.time) == [.zero, .seconds(7)])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func nestedPluginsOfTheSameKindBothApply() async throws {
        let minute = RateLimitPlugin(3, per: .seconds(60))
        let plugins: [any Plugin] = [minute, RateLimitPlugin(1, per: .seconds(1))]
        let times = try await times(of: ["/", "/", "/", "/"], plugins)
        let second = RateLimitPlugin(2, per: .seconds(1))
        let same = try await self.times(of: ["/", "/"], [second, second])

        #expect(times.map(\.time) == [0, 1, 2, 20].map { .seconds($0) })
        // Each request takes one token.
        #expect(same.map(\.time) == [.zero, .zero])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func serverLimitIsObeyed() async throws {
        let times = try await times(of: ["/", "/", "/"], [ConcurrencyLimitPlugin(1), RateLimitPlugin()]) { number in
            let left = number == 1 ? 1 : 0
            return Response(statusCode: 200, headers: ["RateLimit": "\"a\";r=\(left);t=\(10 * number)"])
        }
        let waiting = try await self.times(of: ["/", "/", "/"], [RateLimitPlugin(1, per: .seconds(1))]) { number in
            number == 1 ? Response(statusCode: 429, headers: ["Retry-After": "20"]) : Response(statusCode: 200)
        }

        #expect(times.map(\.time) == [0, 0, 20].map { .seconds($0) })
        #expect(waiting.map(\.time) == [0, 20, 21].map { .seconds($0) })
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func retriesWaitForTheServer() async throws {
        let plugins: [any Plugin] = [RetryPlugin(random: { 0 }), RateLimitPlugin(maximumPause: .seconds(30))]
        let times = try await times(of: ["/"], plugins) { number in
            number == 1 ? Response(statusCode: 429, headers: ["Retry-After": "20"]) : Response(statusCode: 200)
        }
        let century = try await self.times(of: ["/", "/"], [RateLimitPlugin(maximumPause: .seconds(30))]) { _ in
            Response(statusCode: 503, headers: ["Retry-After": "3155760000"])
        }

        #expect(times.map(\.time) == [.zero, .seconds(20)])
        #expect(century.map(\.time) == [.zero, .seconds(30)])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func hostsHaveSeparateLimits() async throws {
        let scheduler = VirtualScheduler()
        let time = try await scheduler.run {
            let provider = Provider<OpenTarget>.stub(
                plugins: [RateLimitPlugin(1, per: .seconds(60), maximumHosts: 10)],
                clock: scheduler.clock
            ) { _ in .status(200) }
            for number in 0..<50 {
                let url = try #require(URL(string: "https://host-\(number).example.com"))
                _ = try await provider.request(OpenTarget(baseURL: url))
            }
            return scheduler.now
        }
        #expect(time == .zero)
    }

    @Test(arguments: [Int.min, 0, .max], [Int64.min, 0, .max]) func hostileSettingsDoNotTrap(
        count: Int,
        seconds: Int64
    ) async throws {
        let plugin = RateLimitPlugin(
            count,
            per: .seconds(seconds),
            burst: count,
            maximumPause: .seconds(seconds),
            maximumHosts: count
        )
        let transport = RecordingTransport { _ in
            Response(statusCode: 429, headers: ["Retry-After": "99999999999999999999"])
        }
        let provider = Provider<OpenTarget>(transport: transport, plugins: [plugin], clock: ImmediateClock())
        for _ in 0..<3 { _ = try? await provider.request(OpenTarget(validation: .none)) }
        #expect(transport.requests.count == 3)
    }

    @Test func limitOfAnotherOriginAfterARedirectDoesNotApply() async throws {
        let clock = ImmediateClock()
        let other = try #require(URL(string: "https://other.example/moved"))
        let transport = RecordingTransport { _ in
            Response(statusCode: 429, headers: ["Retry-After": "30"], url: other)
        }
        let provider = Provider<OpenTarget>(transport: transport, plugins: [RateLimitPlugin()], clock: clock)

        for _ in 0..<2 { _ = try await provider.request(OpenTarget(validation: .none)) }

        #expect(transport.requests.count == 2)
        #expect(clock.now.offset == .zero)
    }
}
