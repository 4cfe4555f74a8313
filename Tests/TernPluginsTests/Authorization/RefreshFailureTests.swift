import Foundation
import Tern
import TernPlugins
import TernTestSupport
import TernTesting
import TestDoubles
import Testing

/// Refreshes that fail ahead of the expiry, or for a transient reason, in virtual time.
@Suite(.timeLimit(.minutes(20)))
struct RefreshFailureTests {
    typealias Credentials = RefreshingAuthorizationPlugin.Credentials

    private static let target = OpenTarget(authorization: .bearer)

    /// A call within the margin is sent with the valid token, a call after the end of the lifetime isn't.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(.virtualTime) func failedRefreshAheadOfTheExpiryLeavesTheValidToken() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let server = TokenServer(clock: scheduler.clock)
        let authorization = RefreshingAuthorizationPlugin(
            Credentials(token: "1", expiresIn: .seconds(100)),
            margin: .seconds(50)
        ) { _ in
            try await scheduler.clock.sleep(for: .seconds(2))
            throw URLError(.timedOut)
        }
        let provider = server.provider(authorization, clock: scheduler.clock)
        _ = try await provider.request(Self.target)

        // The other calls wait for the refresh of the first one. Then more calls than refreshes in the window.
        try await scheduler.clock.sleep(until: .init(offset: .seconds(60)))
        async let first = provider.request(Self.target).statusCode
        async let second = provider.request(Self.target).statusCode
        #expect(try await [first, second] == [200, 200])
        #expect(scheduler.now == .seconds(63))
        for _ in 0..<8 { #expect(try await provider.request(Self.target).statusCode == 200) }

        try await scheduler.clock.sleep(until: .init(offset: .seconds(130)))
        let error = await #expect(throws: TernError.self) { try await provider.request(Self.target) }
        #expect(error?.code == .refreshFailed)
        #expect(server.tokens == Array(repeating: "1", count: 11))
    }

    /// The token expires while the refresh ahead of its expiry runs, or the server rejects it meanwhile.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(.virtualTime, arguments: [true, false]) func failedRefreshLeavesNoUselessToken(isRejected: Bool) async throws
    {
        let scheduler = try #require(VirtualScheduler.current)
        let server = TokenServer(clock: scheduler.clock)
        let authorization = RefreshingAuthorizationPlugin(
            Credentials(token: "1", expiresIn: .seconds(100)),
            margin: .seconds(10)
        ) { _ in
            try await scheduler.clock.sleep(for: isRejected ? .seconds(2) : .seconds(20))
            throw URLError(.timedOut)
        }
        let provider = server.provider(authorization, clock: scheduler.clock)
        _ = try await provider.request(Self.target)
        if isRejected { server.state.update { $0.accepted = "2" } }

        try await scheduler.clock.sleep(until: .init(offset: .milliseconds(89_500)))
        let early = Task { try await provider.request(Self.target) }
        try await scheduler.clock.sleep(until: .init(offset: .seconds(90)))
        let error = await #expect(throws: TernError.self) { try await provider.request(Self.target) }

        #expect(error?.code == .refreshFailed)
        let isEarlySuccess = (try? await early.value) != nil
        #expect(isEarlySuccess == !isRejected)
        #expect(server.tokens == ["1", "1"])
    }

    // MARK: - Retries

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(
        .virtualTime,
        arguments: [
            (URLError(.networkConnectionLost), 3), (TernError(.connectionRefused), 3), (CancellationError(), 1),
            (TernError(.unacceptableStatus, response: Response(statusCode: 503)), 3),
            (TernError(.unacceptableStatus, response: Response(statusCode: 400)), 1),
        ] as [(any Error, Int)]
    )
    func transientFailureOfARefreshIsRepeated(failure: any Error, refreshes: Int) async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let server = TokenServer()
        let count = Watched(0)
        let authorization = RefreshingAuthorizationPlugin(Credentials(token: "0", expiresIn: .zero)) { old in
            let number = count.update { count in
                count += 1
                return count
            }
            if number < 3 { throw failure }
            return try await server.refresh(old)
        }
        let provider = Provider<OpenTarget>(
            transport: server,
            plugins: [RetryPlugin(), authorization],
            clock: scheduler.clock
        )

        let response = try? await provider.request(OpenTarget(method: .post, authorization: .bearer))

        #expect(response?.statusCode == (refreshes == 3 ? 200 : nil))
        #expect(count.value == refreshes)
        #expect(server.tokens == (refreshes == 3 ? ["1"] : []))
    }
}
