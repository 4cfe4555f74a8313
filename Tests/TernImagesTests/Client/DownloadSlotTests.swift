import Foundation
import Tern
import TernPlugins
import TernTestSupport
import TernTesting
import TestRounds
import Testing

@testable import TernImages

/// A slot of `maximumDownloads` is held only while a request is sent and its response is received.
@Suite(.timeLimit(.minutes(20)))
struct DownloadSlotTests {
    /// A stub of two hosts. Each response takes 100 ms.
    private static func client(
        _ plugins: [any Plugin],
        maximumDownloads: Int = 6,
        clock: any Clock<Duration>,
        response: @escaping @Sendable (ImageTarget) -> SampleResponse = { _ in .data(Pictures.png(1, 1)) }
    ) -> ImageClient<String> {
        ImageClient(
            provider: Provider<ImageTarget>.stub(
                delay: .milliseconds(100),
                plugins: plugins,
                clock: clock,
                journal: nil,
                response: response
            ),
            decoder: .sizes,
            configuration: ImageClientConfiguration(
                maximumDownloads: maximumDownloads,
                authorizedOrigins: [url("down", 0), url("up", 0)]
            )
        )
    }

    private static func url(_ host: String, _ name: Int) -> URL {
        URL(string: "https://\(host).example/\(name)")!
    }

    /// The time at which a picture of another host arrives, after this number of pictures of the first host were
    /// requested.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    private static func arrival(
        after count: Int,
        authorization: Authorization = .none,
        on images: ImageClient<String>,
        _ scheduler: VirtualScheduler
    ) async throws -> Duration {
        let loads = (0..<count).map { images.load(ImageRequest(url("down", $0), authorization: authorization)) }
        defer { for load in loads { load.cancel() } }
        _ = try await images.image(ImageRequest(url("up", 0), priority: .high))
        return scheduler.now
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func pictureOfAnotherHostDoesNotWaitForTheDelayOfARetry() async throws {
        let scheduler = VirtualScheduler()
        try await scheduler.run {
            let images = Self.client([RetryPlugin()], clock: scheduler.clock) { target in
                target.url.host == "down.example"
                    ? .status(503, headers: ["Retry-After": "60"]) : .data(Pictures.png(1, 1))
            }
            let arrival = try await Self.arrival(after: 12, on: images, scheduler)
            #expect(arrival == .milliseconds(200))
            await images.waitUntilIdle()
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: [true, false])
    func pictureOfAnotherHostDoesNotWaitForALimitOfAHost(_ isRate: Bool) async throws {
        let scheduler = VirtualScheduler()
        try await scheduler.run {
            let plugin: any Plugin =
                isRate ? RateLimitPlugin(1, per: .seconds(60)) : ConcurrencyLimitPlugin(1, scope: .host)
            let images = Self.client([plugin], maximumDownloads: 2, clock: scheduler.clock)
            let arrival = try await Self.arrival(after: 12, on: images, scheduler)
            #expect(arrival <= .milliseconds(200))
            await images.waitUntilIdle()
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func pictureOfAnotherHostDoesNotWaitForARefresh() async throws {
        let scheduler = VirtualScheduler()
        try await scheduler.run {
            let clock = scheduler.clock
            let session = RefreshingAuthorizationPlugin(.init(token: "old", expiresIn: .zero)) { _ in
                try await clock.sleep(for: .seconds(10))
                return .init(token: "new")
            }
            let images = Self.client([session], clock: clock)
            let arrival = try await Self.arrival(after: 12, authorization: .bearer, on: images, scheduler)
            #expect(arrival == .milliseconds(100))
            await images.waitUntilIdle()
        }
    }

    /// Waits before each attempt.
    private struct Pausing: Plugin {
        func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
            context.willWait()
            try await context.clock.sleep(for: .seconds(request.url.host == "down.example" ? 60 : 0))
            return try await next(request)
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func pictureOfAnotherHostDoesNotWaitForAPluginThatAnnouncesItsWait() async throws {
        let scheduler = VirtualScheduler()
        try await scheduler.run {
            let images = Self.client([Pausing()], clock: scheduler.clock)
            let arrival = try await Self.arrival(after: 12, on: images, scheduler)
            #expect(arrival == .milliseconds(100))
            await images.waitUntilIdle()
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func furtherAttemptsWaitForASlotByPriority() async throws {
        let scheduler = VirtualScheduler()
        try await scheduler.run {
            let order = StubState<[Int]>([])
            let images = Self.client(
                [RetryPlugin(RetryPolicy(delay: .milliseconds(10)))],
                maximumDownloads: 1,
                clock: scheduler.clock
            ) { target in
                let name = Int(target.url.lastPathComponent) ?? 0
                return order.update { order in
                    order.append(name)
                    let isFirst = order.count { $0 == name } == 1
                    return isFirst && name < 3 ? .status(503) : .data(Pictures.png(1, 1))
                }
            }
            // The first attempts of 0 to 2 fail. Their further attempts wait while 3 to 5 are sent.
            let loads = (0..<6).map { images.load(Self.url("down", $0)) }
            loads[5].priority = .high
            try await scheduler.clock.sleep(for: .milliseconds(250))
            loads[1].priority = .high
            try await scheduler.clock.sleep(for: .milliseconds(100))
            // Waits for a further attempt already.
            loads[0].priority = CallOptions.Priority(rawValue: 500)
            for load in loads { _ = try await load.value }
            #expect(order.value == [0, 5, 1, 2, 0, 1, 3, 4, 2])
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func waitForASlotIsNoPartOfTheTimeout() async throws {
        struct Timeout: Plugin {
            func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
                var request = request
                request.timeout = .milliseconds(150)
                return try await next(request)
            }
        }
        let scheduler = VirtualScheduler()
        try await scheduler.run {
            let images = Self.client([Timeout(), Pausing()], maximumDownloads: 1, clock: scheduler.clock)
            let results = await images.images((0..<5).map { Self.url("up", $0) })
            #expect(results.allSatisfy { (try? $0.get()) == "1x1" })
            #expect(scheduler.now == .milliseconds(500))
        }
    }

    /// A plugin can cancel an attempt of a load that continues.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func cancelledAttemptLeavesTheQueueAtOnce() async throws {
        let scheduler = VirtualScheduler()
        try await scheduler.run {
            let retry = RetryPlugin(RetryPolicy(delay: .milliseconds(10)))
            let images = Self.client(
                [DeadlinePlugin(.milliseconds(150)), retry],
                maximumDownloads: 1,
                clock: scheduler.clock
            ) { $0.url.lastPathComponent == "0" ? .status(503) : .data(Pictures.png(1, 1)) }
            let failing = images.load(Self.url("down", 0))
            let others = (1..<4).map { images.load(ImageRequest(Self.url("up", $0), priority: .high)) }
            #expect(await failing.errorCode == .timedOut)
            #expect(scheduler.now == .milliseconds(150))
            for other in others { _ = try await other.value }
            #expect(scheduler.now == .milliseconds(400))
            await images.waitUntilIdle()
            #expect(try await images.image(Self.url("up", 9)) == "1x1")
        }
    }

    /// Sends each request twice at the same time.
    private struct Hedging: Plugin {
        func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
            async let first = next(request)
            async let second = next(request)
            _ = try await first
            return try await second
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: [1, 2, 3])
    func attemptsAtTheSameTimeHaveASlotEach(_ maximum: Int) async throws {
        let scheduler = VirtualScheduler()
        try await scheduler.run {
            let downloads = WatchedRequests(clock: scheduler.clock)
            let images = ImageClient<String>(
                transport: downloads,
                plugins: [Hedging()],
                decoder: .sizes,
                configuration: ImageClientConfiguration(maximumDownloads: maximum),
                clock: scheduler.clock
            )
            let results = await images.images((0..<10).map { Self.url("up", $0) })
            #expect(results.allSatisfy { (try? $0.get()) == "1x1" })
            #expect(downloads.most == maximum)
            await images.waitUntilIdle()
        }
    }

    /// Another implementation of `ProviderType` knows no attempts: a slot is held during the whole call.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func callsOfAnotherProviderAreLimited() async throws {
        let scheduler = VirtualScheduler()
        try await scheduler.run {
            let downloads = WatchedRequests(clock: scheduler.clock)
            let images = ImageClient(
                provider: OtherProvider(transport: downloads),
                decoder: .sizes,
                configuration: ImageClientConfiguration(maximumDownloads: 2)
            )
            _ = await images.images((0..<10).map { Self.url("up", $0) })
            #expect(downloads.most == 2)
        }
    }

    private struct OtherProvider: ProviderType {
        let transport: any Transport

        func response(to target: ImageTarget, options: CallOptions) async throws(TernError) -> Response {
            do {
                return try await transport.send(Request(url: target.url))
            } catch {
                throw TernError(.transportFailed, underlying: error)
            }
        }
    }

    /// Responds after a second, and counts the requests at the same time.
    private final class WatchedRequests: Transport {
        private let clock: any Clock<Duration>
        private let state = Locked((now: 0, most: 0))

        init(clock: any Clock<Duration>) {
            self.clock = clock
        }

        var most: Int { state.withLock(\.most) }

        func send(_ request: Request, hop: Hop) async throws -> Response {
            state.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
            defer { state.withLock { $0.now -= 1 } }
            try await clock.sleep(for: .seconds(1))
            return Response(statusCode: 200, data: Pictures.png(1, 1))
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func slotsAreReleasedInEveryOrder() async throws {
        try await VirtualScheduler.explore(seeds: Rounds.seeds(100)) { scheduler in
            let images = Self.client(
                [RetryPlugin(RetryPolicy(delay: .milliseconds(10))), Hedging()],
                maximumDownloads: 2,
                clock: scheduler.clock
            ) { target in
                .inOrder(.status(503), .data(Pictures.png(1, 1)))
            }
            let loads = (0..<6).map { images.load(Self.url("up", $0)) }
            try await scheduler.clock.sleep(for: .milliseconds(105))
            loads[0].cancel()
            loads[3].cancel()
            for load in loads { _ = await load.result }
            await images.waitUntilIdle()

            // Both slots are free.
            let start = scheduler.now
            _ = await images.images([picture("a"), picture("b")])
            #expect(scheduler.now - start <= .milliseconds(500))
            #expect(images.statistics.work == 0)
        }
    }
}
