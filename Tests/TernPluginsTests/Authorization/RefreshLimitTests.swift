import Foundation
import Tern
import TernPlugins
import TernTestSupport
import TernTesting
import TestDoubles
import Testing

/// The bounds of refreshes, and of the requests that are sent again because of them, in virtual time.
@Suite(.timeLimit(.minutes(20)))
struct RefreshLimitTests {
    typealias Credentials = RefreshingAuthorizationPlugin.Credentials

    private static let target = OpenTarget(method: .put, authorization: .bearer)

    /// Each refresh returns another token.
    private static func authorization(
        maximumResends: Int = 2,
        maximumRefreshes: Int = 5,
        expiresIn: Duration? = nil,
        refreshes: Watched<Int>
    ) -> RefreshingAuthorizationPlugin {
        RefreshingAuthorizationPlugin(
            Credentials(token: "\(refreshes.value)", expiresIn: expiresIn),
            maximumResends: maximumResends,
            maximumRefreshes: maximumRefreshes
        ) { _ in
            let token = refreshes.update { count in
                count += 1
                return count
            }
            return Credentials(token: "\(token)", expiresIn: expiresIn == nil ? nil : .seconds(60))
        }
    }

    // MARK: - Requests

    /// Other calls refresh the token while each request of the call is under way.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(.virtualTime, arguments: [0, 1, 2, 3]) func callIsSentAgainAtMostAsOftenAsSet(maximumResends: Int)
        async throws
    {
        let scheduler = try #require(VirtualScheduler.current)
        let authorization = Self.authorization(
            maximumResends: maximumResends,
            maximumRefreshes: .max,
            refreshes: Watched(0)
        )
        let provider = Provider<OpenTarget>.stub(plugins: [authorization], clock: scheduler.clock) { target in
            .status(401).delayed(by: target.path == "/slow" ? .seconds(3) : .milliseconds(200))
        }
        let slow = Task { try await provider.request(OpenTarget(path: "/slow", authorization: .bearer)) }
        for _ in 0..<60 {
            _ = try? await provider.request(Self.target)
            try await scheduler.clock.sleep(for: .seconds(1))
        }

        let error = await #expect(throws: TernError.self) { try await slow.value }
        #expect(error?.response?.statusCode == 401)
        #expect(error?.attempts == 1 + maximumResends)
    }

    /// A plugin that retries doesn't multiply the bound.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(.virtualTime) func attemptsOfACallShareTheBound() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        var policy = RetryPolicy(maximumAttempts: 4)
        policy.statusCodes = [401]
        let provider = Provider<OpenTarget>.stub(
            plugins: [RetryPlugin(policy), Self.authorization(refreshes: Watched(0))],
            clock: scheduler.clock
        ) { _ in .status(401) }

        let error = await #expect(throws: TernError.self) { try await provider.request(Self.target) }

        #expect(try #require(error).attempts <= 4 + 2)
    }

    /// The call waits for a refresh, and then in the queue of a limit until the new token has expired.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(.virtualTime, arguments: [Duration.zero, .seconds(60)])
    func tokenThatExpiresInAQueueIsRefreshedAgain(expiresIn: Duration) async throws {
        struct Server: Plugin {
            let (clock, start): (VirtualClock, VirtualClock.Instant)
            let refreshes: Watched<Int>

            func intercept(
                _ request: Request,
                context: RequestContext,
                next: Next
            ) async throws -> Response {
                let isCurrent = request.headers["Authorization"] == "Bearer \(refreshes.value)"
                // The token of the beginning has expired after 90 s.
                if clock.now == start.advanced(by: .seconds(90)), refreshes.value < 2, isCurrent {
                    throw TernError(.unacceptableStatus, response: Response(statusCode: 401))
                }
                return try await next(request)
            }
        }
        let scheduler = try #require(VirtualScheduler.current)
        let refreshes = Watched(expiresIn == .zero ? 0 : 1)
        let server = Server(clock: scheduler.clock, start: scheduler.clock.now, refreshes: refreshes)
        let provider = Provider<OpenTarget>.stub(
            plugins: [
                Self.authorization(expiresIn: expiresIn, refreshes: refreshes), ConcurrencyLimitPlugin(1), server,
            ],
            clock: scheduler.clock
        ) { target in .status(200).delayed(by: target.authorization == .none ? .seconds(90) : .zero) }
        let first = Task { try await provider.request(OpenTarget()) }
        try await scheduler.clock.sleep(for: .milliseconds(1))

        let response = try await provider.request(Self.target)

        #expect(response.request?.headers["Authorization"] == "Bearer 2")
        #expect(refreshes.value == 2)
        _ = try await first.value
    }

    // MARK: - Refreshes

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(.virtualTime) func windowLimitsRefreshes() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let refreshes = Watched(0)
        let provider = Provider<OpenTarget>.stub(
            plugins: [Self.authorization(refreshes: refreshes)],
            clock: scheduler.clock
        ) { _ in .status(401) }
        var codes: [TernError.Code?] = []
        var last: TernError?
        for _ in 0..<36 {
            last = await #expect(throws: TernError.self) { try await provider.request(Self.target) }
            codes.append(last?.code)
            if codes.count == 7 { #expect(last?.retryAfter == .seconds(24)) }
            try await scheduler.clock.sleep(for: .seconds(1))
        }

        let rejected = [TernError.Code?](repeating: .unacceptableStatus, count: 5)
        let limited = [TernError.Code?](repeating: .tooManyRefreshes, count: 25)
        #expect(codes == rejected + limited + rejected + [.tooManyRefreshes])
        #expect(refreshes.value == 10)
        #expect(last?.underlying == nil)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(.virtualTime) func windowLimitsRefreshesThatFail() async throws {
        struct InvalidGrant: Error, CustomStringConvertible {
            let description = "The token hunter2 is invalid."
        }
        let scheduler = try #require(VirtualScheduler.current)
        let refreshes = Watched(0)
        let authorization = RefreshingAuthorizationPlugin(Credentials(token: "0", refreshToken: "hunter2")) { _ in
            refreshes.update { $0 += 1 }
            throw InvalidGrant()
        }
        let provider = Provider<OpenTarget>.stub(plugins: [authorization], clock: scheduler.clock) { _ in .status(401) }
        for _ in 0..<5 {
            #expect(await failure { try await provider.request(Self.target) }?.code == .refreshFailed)
        }

        let error = try await #require(throws: TernError.self) { try await provider.request(Self.target) }

        #expect(error.code == .tooManyRefreshes)
        #expect((error.underlying as? TernError)?.underlying is InvalidGrant)
        #expect(leaks(of: "hunter2", in: textForms(ofError: error)).isEmpty)
        #expect(refreshes.value == 5)

        try await authorization.signIn(Credentials(token: "1"))
        _ = await #expect(throws: TernError.self) { try await provider.request(Self.target) }
        #expect(refreshes.value == 6)
    }
}
