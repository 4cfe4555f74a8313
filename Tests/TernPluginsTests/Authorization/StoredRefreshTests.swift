import Foundation
import Tern
import TernPlugins
import TernTestSupport
import TernTesting
import TestDoubles
import Testing

/// Calls, sign-ins and sign-outs while a change of credentials is being stored, in virtual time.
@Suite(.timeLimit(.minutes(20)))
struct StoredRefreshTests {
    typealias Credentials = RefreshingAuthorizationPlugin.Credentials

    private struct DiskFull: Error {}

    private static let target = OpenTarget(authorization: .bearer)
    private let server = TokenServer()
    private let stored = Watched<[String?]>([])

    /// A call that isn't sent again after a rejection, and the plugin's limit for it.
    enum FinalCall: CaseIterable {
        case oneShotBody, noResend

        var maximumResends: Int { self == .noResend ? 0 : 2 }

        var target: OpenTarget {
            var target = OpenTarget(authorization: .bearer)
            guard self == .oneShotBody else { return target }
            target.method = .post
            target.task = .stream(
                once: AsyncStream { continuation in
                    continuation.yield(Data("body".utf8))
                    continuation.finish()
                }
            )
            return target
        }
    }

    /// Stores each change in 5 s.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    private func authorization(
        _ token: String? = "0",
        maximumResends: Int = 2,
        clock: VirtualClock
    ) -> RefreshingAuthorizationPlugin {
        RefreshingAuthorizationPlugin(
            token.map { Credentials(token: $0) },
            maximumResends: maximumResends,
            store: { [stored] credentials in
                try await clock.sleep(for: .seconds(5))
                stored.append(credentials?.token)
            },
            refresh: server.refresh
        )
    }

    private func code(_ call: Task<Response, any Error>) async -> TernError.Code? {
        await #expect(throws: TernError.self) { try await call.value }?.code
    }

    // MARK: - Calls

    /// The call ends with the response. No other call waits for the refresh.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(.virtualTime, arguments: FinalCall.allCases)
    func callThatIsNotSentAgainWaitsUntilItsRefreshIsStored(call: FinalCall) async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let authorization = authorization(maximumResends: call.maximumResends, clock: scheduler.clock)
        let provider = server.provider(authorization, clock: scheduler.clock)

        #expect(await failure { try await provider.request(call.target) }?.response?.statusCode == 401)

        #expect(stored.value == ["1"])
        #expect(scheduler.now == .seconds(5))
        #expect(server.tokens == ["0"])
    }

    /// The first call is cancelled, so that only the second one can wait.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(.virtualTime, arguments: FinalCall.allCases)
    func laterCallWaitsUntilTheRefreshIsStored(call: FinalCall) async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let authorization = authorization(maximumResends: call.maximumResends, clock: scheduler.clock)
        let provider = server.provider(authorization, clock: scheduler.clock)
        let first = Task { try await provider.request(call.target) }
        try await scheduler.clock.sleep(for: .seconds(1))
        first.cancel()
        #expect(await code(first) == .cancelled)
        #expect(scheduler.now == .seconds(1))

        #expect(try await provider.request(Self.target).statusCode == 200)

        #expect(stored.value == ["1"])
        #expect(scheduler.now == .seconds(5))
    }

    @Test(arguments: FinalCall.allCases) func errorOfStoreReachesTheCallThatIsNotSentAgain(call: FinalCall) async throws
    {
        let authorization = RefreshingAuthorizationPlugin(
            Credentials(token: "0"),
            maximumResends: call.maximumResends,
            store: { _ in throw DiskFull() },
            refresh: server.refresh
        )
        let provider = Provider<OpenTarget>(transport: server, plugins: [authorization])

        let error = try await #require(throws: TernError.self) { try await provider.request(call.target) }

        #expect(error.code == .credentialsNotStored)
        #expect(error.underlying is DiskFull)
        #expect(try await provider.request(Self.target).statusCode == 200)
    }

    /// The refresh was for later calls only.
    @Test(arguments: FinalCall.allCases) func failedRefreshLeavesTheResponseToTheCallThatIsNotSentAgain(
        call: FinalCall
    ) async throws {
        let authorization = RefreshingAuthorizationPlugin(
            Credentials(token: "0"),
            maximumResends: call.maximumResends
        ) { _ in throw DiskFull() }
        let provider = Provider<OpenTarget>(transport: server, plugins: [authorization])

        #expect(await failure { try await provider.request(call.target) }?.response?.statusCode == 401)
    }

    // MARK: - Sign-in and sign-out

    /// The first two calls wait for the refresh, and the third one begins while its result is stored.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(.virtualTime, arguments: [nil, "1"], [nil, "bob"])
    func newSessionEndsTheCallsThatWaitForStore(refreshed: String?, user: String?) async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let clock = scheduler.clock
        let authorization = RefreshingAuthorizationPlugin(
            Credentials(token: "0"),
            // It hangs, and ignores its cancellation.
            store: { _ in try? await Task { try await clock.sleep(for: .seconds(1_000)) }.value },
            refresh: { _ in refreshed.map { Credentials(token: $0) } }
        )
        let provider = server.provider(authorization, clock: clock)
        let ended = Watched<[Duration]>([])
        let calls = [0, 0, 500].map { delay in
            Task {
                try await clock.sleep(for: .milliseconds(delay))
                defer { ended.append(scheduler.now) }
                return try await provider.request(Self.target)
            }
        }
        try await clock.sleep(for: .seconds(1))

        let change = Task {
            guard let user else { return try await authorization.signOut() }
            try await authorization.signIn(Credentials(token: user))
        }

        for call in calls { #expect(await code(call) == .missingCredentials) }
        #expect(ended.value.allSatisfy { $0 <= .seconds(1) })
        #expect(server.tokens.allSatisfy { $0 == "0" })
        _ = await change.result
        #expect(authorization.credentials?.token == user)
        try await clock.sleep(for: .seconds(2_000))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(.virtualTime) func secondSignOutWaitsForTheFirst() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let authorization = authorization(clock: scheduler.clock)
        let first = Task { try await authorization.signOut() }
        try await scheduler.clock.sleep(for: .seconds(1))

        try await authorization.signOut()

        #expect(stored.value == [nil])
        #expect(scheduler.now == .seconds(5))
        try await first.value
    }

    /// It changes nothing, and says that the stored credentials are still there.
    @Test func secondSignOutFailsAsTheFirst() async throws {
        let authorization = RefreshingAuthorizationPlugin(
            Credentials(token: "0"),
            store: { _ in throw DiskFull() },
            refresh: { $0 }
        )

        for _ in 0..<2 {
            #expect(await failure { try await authorization.signOut() }?.code == .credentialsNotStored)
        }
    }

    // MARK: - Calls of store

    /// The server rejects the new token too. Another refresh would wait until the closure returns.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(.virtualTime) func rejectedCallOfStoreEndsWithTheResponse() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let transport = RecordingTransport { _ in Response(statusCode: 401) }
        let held = Watched<Provider<OpenTarget>?>(nil)
        let codes = Watched<[Int?]>([])
        let authorization = RefreshingAuthorizationPlugin(
            Credentials(token: "0"),
            store: { _ in
                let error = await #expect(throws: TernError.self) { try await held.value?.request(Self.target) }
                codes.append(error?.response?.statusCode)
            },
            refresh: server.refresh
        )
        let provider = Provider<OpenTarget>(transport: transport, plugins: [authorization], clock: scheduler.clock)
        held.update { $0 = provider }

        #expect(await failure { try await provider.request(Self.target) }?.response?.statusCode == 401)

        #expect(codes.value == [401])
        #expect(transport.requests.map { $0.headers["Authorization"] } == ["0", "1", "1"].map { "Bearer \($0)" })
        #expect(scheduler.now == .zero)
        held.update { $0 = nil }
    }

    /// Another call has begun a refresh, whose result is stored after the sign-in. The refresh takes 1 s.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(.virtualTime) func callOfStoreDoesNotWaitForARefresh() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let clock = scheduler.clock
        let server = TokenServer(clock: clock)
        let held = Watched<Provider<OpenTarget>?>(nil)
        let authorization = RefreshingAuthorizationPlugin(
            store: { [stored] credentials in
                try await clock.sleep(for: .milliseconds(1_500))
                _ = try? await held.value?.request(Self.target)
                stored.append(credentials?.token)
            },
            refresh: server.refresh
        )
        let provider = server.provider(authorization, clock: clock)
        held.update { $0 = provider }
        let signIn = Task { try await authorization.signIn(Credentials(token: "0")) }
        try await clock.sleep(for: .milliseconds(1))

        #expect(try await provider.request(Self.target).statusCode == 200)

        try await signIn.value
        #expect(stored.value == ["0", "1"])
        #expect(scheduler.now < .seconds(10))
        held.update { $0 = nil }
    }

    /// Its calls refresh the token, and its sign-out waits.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(.virtualTime) func taskThatOutlivesStoreIsNoPartOfIt() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let clock = scheduler.clock
        let (held, task) = (Watched<Provider<OpenTarget>?>(nil), Watched<Task<Void, any Error>?>(nil))
        let signOut = Watched<(@Sendable () async throws -> Void)?>(nil)
        let authorization = RefreshingAuthorizationPlugin(
            store: { [stored] credentials in
                if stored.value.isEmpty {
                    let later = Task {
                        try await clock.sleep(for: .seconds(10))
                        #expect(try await held.value?.request(Self.target).statusCode == 200)
                        #expect(stored.value == ["0", "1"])
                        try await signOut.value?()
                        #expect(stored.value == ["0", "1", nil])
                    }
                    task.update { $0 = later }
                }
                try await clock.sleep(for: .seconds(2))
                stored.append(credentials?.token)
            },
            refresh: server.refresh
        )
        let provider = server.provider(authorization, clock: clock)
        held.update { $0 = provider }
        signOut.update { $0 = { try await authorization.signOut() } }

        try await authorization.signIn(Credentials(token: "0"))
        try await task.value?.value

        #expect(scheduler.now == .seconds(14))
        held.update { $0 = nil }
        signOut.update { $0 = nil }
    }
}
