import Foundation
import Tern
import TernPlugins
import TernTestSupport
import TernTesting
import TestDoubles
import Testing

/// Expiry, timeouts and cancellation, in virtual time.
@Suite(.timeLimit(.minutes(20)))
struct RefreshTimeTests {
    typealias Credentials = RefreshingAuthorizationPlugin.Credentials

    private static let target = OpenTarget(authorization: .bearer)

    // MARK: - Expiry

    /// A sign-in before the first call begins the lifetime at that call, a later one at once.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(.virtualTime) func lifetimeBeginsWithTheSignIn() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let server = TokenServer()
        let authorization = RefreshingAuthorizationPlugin(margin: .zero, refresh: server.refresh)
        let provider = server.provider(authorization, clock: scheduler.clock)
        try await authorization.signIn(Credentials(token: "1", expiresIn: .seconds(10)))
        try await scheduler.clock.sleep(for: .seconds(60))
        _ = try await provider.request(Self.target)
        #expect(server.refreshes == 0)

        try await authorization.signIn(Credentials(token: "1", expiresIn: .seconds(10)))
        try await scheduler.clock.sleep(for: .seconds(60))
        _ = try await provider.request(Self.target)
        #expect(server.refreshes == 1)
    }

    @Test(
        arguments: [
            // Lifetime, margin, time of the second call, whether it refreshes.
            (.seconds(10), .seconds(60), .seconds(4), false), (.seconds(10), .seconds(60), .seconds(5), true),
            (.zero, .seconds(60), .zero, true), (.seconds(-5), .zero, .zero, true),
            (.seconds(Int64.max), .seconds(Int64.min), .seconds(1_000_000), false),
            (.seconds(Int64.min), .seconds(Int64.max), .zero, true),
            (.seconds(100), .zero, .seconds(99), false), (.seconds(100), .zero, .seconds(100), true),
            (.seconds(100), .zero, .seconds(-1_000_000), false),
        ] as [(Duration, Duration, Duration, Bool)]
    )
    func marginIsAtMostHalfOfTheLifetime(
        lifetime: Duration,
        margin: Duration,
        time: Duration,
        isRefreshed: Bool
    ) async throws {
        let (server, clock) = (TokenServer(), JumpingClock())
        let authorization = RefreshingAuthorizationPlugin(
            Credentials(token: "1", expiresIn: max(lifetime, .seconds(1))),
            margin: margin,
            refresh: server.refresh
        )
        let provider = server.provider(authorization, clock: clock)
        _ = try await provider.request(Self.target)
        try await authorization.signIn(Credentials(token: "1", expiresIn: lifetime))

        clock.jump(to: time)
        _ = try await provider.request(Self.target)

        #expect(server.refreshes == (isRefreshed ? 1 : 0))
    }

    // MARK: - Order

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(.virtualTime) func callsContinueAfterARefreshInTheOrderOfArrival() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let transport = RecordingTransport { _ in Response(statusCode: 200) }
        let authorization = RefreshingAuthorizationPlugin(Credentials(token: "0", expiresIn: .zero)) { _ in
            try await scheduler.clock.sleep(for: .seconds(1))
            return Credentials(token: "1")
        }
        let provider = Provider<OpenTarget>(transport: transport, plugins: [authorization], clock: scheduler.clock)

        await withTaskGroup(of: Void.self) { group in
            for index in 0..<30 {
                let target = OpenTarget(path: "/\(index)", authorization: .bearer)
                group.addTask { _ = try? await provider.request(target) }
            }
        }

        #expect(transport.requests.map(\.url.path) == (0..<30).map { "/\($0)" })
    }

    // MARK: - Timeout

    /// The refresh ignores its cancellation.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(.virtualTime) func refreshThatHangsEndsAfterItsTimeout() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let server = TokenServer()
        let gate = Watched(false)
        let hanging = Watched(true)
        let authorization = RefreshingAuthorizationPlugin(Credentials(token: "0"), timeout: .seconds(20)) { old in
            guard hanging.value else { return try await server.refresh(old) }
            let wait = Task { await gate.value { $0 } }
            _ = await wait.value
            return Credentials(token: "late")
        }
        let provider = server.provider(authorization, clock: scheduler.clock)

        let error = try await #require(throws: TernError.self) { try await provider.request(Self.target) }

        #expect(scheduler.now == .seconds(20))
        #expect(error.code == .refreshFailed)
        #expect((error.underlying as? TernError)?.code == .timedOut)

        hanging.update { $0 = false }
        #expect(try await provider.request(Self.target).statusCode == 200)
        // The late result of the first refresh is discarded.
        gate.update { $0 = true }
        try await scheduler.clock.sleep(for: .seconds(1))
        #expect(authorization.credentials?.token == "1")
    }

    @Test(arguments: [Duration.zero, .seconds(-1), .seconds(Int64.min)])
    func refreshWithoutTimeFailsAtOnce(timeout: Duration) async throws {
        let gate = Watched(false)
        let authorization = RefreshingAuthorizationPlugin(Credentials(token: "0"), timeout: timeout) { old in
            await gate.value { $0 }
            return old
        }
        let provider = TokenServer().provider(authorization, clock: ContinuousClock())

        #expect(await failure { try await provider.request(Self.target) }?.code == .refreshFailed)
    }

    @Test func longestTimeoutIsNoOverflow() async throws {
        let server = TokenServer()
        let authorization = RefreshingAuthorizationPlugin(
            Credentials(token: "0"),
            timeout: .seconds(Int64.max),
            refresh: server.refresh
        )

        _ = try await server.provider(authorization, clock: ContinuousClock()).request(Self.target)

        #expect(server.refreshes == 1)
    }

    // MARK: - Cancellation

    /// A provider whose refresh takes 10 s.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    private func slowProvider(_ server: TokenServer, clock: VirtualClock) -> Provider<OpenTarget> {
        let authorization = RefreshingAuthorizationPlugin(Credentials(token: "0")) { old in
            try await clock.sleep(for: .seconds(10))
            return try await server.refresh(old)
        }
        return server.provider(authorization, clock: clock)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(.virtualTime) func cancelledCallLeavesAtOnceAndTheRefreshContinues() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let server = TokenServer()
        let provider = slowProvider(server, clock: scheduler.clock)
        let first = Task { try await provider.request(Self.target) }
        let other = Task { try await provider.request(Self.target) }
        try await scheduler.clock.sleep(for: .seconds(1))

        first.cancel()
        #expect(await failure { try await first.value }?.code == .cancelled)

        #expect(scheduler.now == .seconds(1))
        #expect(try await other.value.statusCode == 200)
        #expect(scheduler.now == .seconds(10))
        #expect(server.refreshes == 1)
    }

    /// If no call is left, the refresh continues for the next one.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(.virtualTime) func refreshContinuesWithoutCalls() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let server = TokenServer()
        let provider = slowProvider(server, clock: scheduler.clock)
        let call = Task { try await provider.request(Self.target) }
        try await scheduler.clock.sleep(for: .seconds(1))
        call.cancel()
        await #expect(throws: TernError.self) { try await call.value }

        #expect(try await provider.request(Self.target).statusCode == 200)
        #expect(scheduler.now == .seconds(10))
        #expect(server.tokens == ["0", "1"])
    }
}
