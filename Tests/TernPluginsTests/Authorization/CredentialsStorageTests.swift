import Foundation
import Tern
import TernPlugins
import TernTestSupport
import TernTesting
import TestDoubles
import Testing

/// The closure that stores changed credentials, in virtual time.
@Suite(.timeLimit(.minutes(20)))
struct CredentialsStorageTests {
    typealias Credentials = RefreshingAuthorizationPlugin.Credentials

    private struct DiskFull: Error, CustomStringConvertible {
        let description = "hunter2 doesn't fit."
    }

    private static let target = OpenTarget(authorization: .bearer)
    private let server = TokenServer()

    // MARK: - Waiting

    /// A program that signs in and exits has stored the login.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(.virtualTime) func signInAndSignOutWaitUntilTheyAreStored() async throws {
        let clock = try #require(VirtualScheduler.current).clock
        let stored = Watched<[String?]>([])
        let authorization = RefreshingAuthorizationPlugin(
            store: { credentials in
                try await clock.sleep(for: .seconds(5))
                stored.append(credentials?.token)
            },
            refresh: { $0 }
        )

        try await authorization.signIn(Credentials(token: "a"))
        #expect(stored.value == ["a"])
        try await authorization.signOut()
        #expect(stored.value == ["a", nil])
    }

    /// A program that exits after its last call has stored the new refresh token.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(.virtualTime, arguments: [nil, Duration.zero]) func callWaitsUntilItsRefreshIsStored(
        expiresIn: Duration?
    ) async throws {
        let clock = try #require(VirtualScheduler.current).clock
        let stored = Watched<[String?]>([])
        let authorization = RefreshingAuthorizationPlugin(
            Credentials(token: "0", expiresIn: expiresIn),
            store: { credentials in
                try await clock.sleep(for: .seconds(5))
                stored.append(credentials?.token)
            },
            refresh: server.refresh
        )

        _ = try await server.provider(authorization, clock: clock).request(Self.target)

        #expect(stored.value == ["1"])
        #expect(server.tokens.last == "1")
    }

    /// The call in `store` has the new token.
    @Test func storeCanMakeACallOfTheSameProvider() async throws {
        let held = Watched<Provider<OpenTarget>?>(nil)
        let authorization = RefreshingAuthorizationPlugin(
            Credentials(token: "0"),
            store: { _ in _ = try await held.value?.request(Self.target) },
            refresh: server.refresh
        )
        let provider = Provider<OpenTarget>(transport: server, plugins: [authorization])
        held.update { $0 = provider }

        _ = try await provider.request(Self.target)

        #expect(server.tokens == ["0", "1", "1"])
        held.update { $0 = nil }
    }

    // MARK: - Failures

    @Test func errorOfStoreReachesTheSignInAndTheSignOut() async throws {
        let authorization = RefreshingAuthorizationPlugin(store: { _ in throw DiskFull() }, refresh: { $0 })

        let signIn = try await #require(throws: TernError.self) {
            try await authorization.signIn(Credentials(token: "hunter2"))
        }
        #expect(authorization.credentials?.token == "hunter2")
        let signOut = try await #require(throws: TernError.self) { try await authorization.signOut() }
        #expect(authorization.credentials == nil)

        for error in [signIn, signOut] {
            #expect(error.code == .credentialsNotStored)
            #expect(error.underlying is DiskFull)
            #expect(error.description.contains("DiskFull"))
            #expect(leaks(of: "hunter2", in: textForms(ofError: error)).isEmpty)
        }
    }

    /// The call isn't sent, since the next start of the app would have an old refresh token. A later call is.
    @Test func errorOfStoreReachesTheCallThatWaitedForTheRefresh() async throws {
        let authorization = RefreshingAuthorizationPlugin(
            Credentials(token: "0"),
            store: { _ in throw DiskFull() },
            refresh: server.refresh
        )
        let provider = Provider<OpenTarget>(transport: server, plugins: [RetryPlugin(), authorization])

        let error = try await #require(throws: TernError.self) { try await provider.request(Self.target) }

        #expect(error.code == .credentialsNotStored)
        #expect(error.underlying is DiskFull)
        #expect(server.tokens == ["0"])
        #expect(try await provider.request(Self.target).statusCode == 200)
        #expect(server.refreshes == 1)
    }

    @Test func errorOfStoreIsBesideTheEndOfTheSession() async throws {
        let authorization = RefreshingAuthorizationPlugin(
            Credentials(token: "0"),
            store: { _ in throw DiskFull() },
            refresh: { _ in nil }
        )
        let provider = Provider<OpenTarget>(transport: server, plugins: [authorization])

        let error = try await #require(throws: TernError.self) { try await provider.request(Self.target) }

        #expect(error.code == .missingCredentials)
        #expect((error.underlying as? TernError)?.code == .credentialsNotStored)
    }

    /// It ignores its cancellation. A later change is stored beside it.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(.virtualTime) func storeThatHangsIsBounded() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let clock = scheduler.clock
        let stored = Watched<[String?]>([])
        let authorization = RefreshingAuthorizationPlugin(
            Credentials(token: "0"),
            timeout: .seconds(20),
            store: { credentials in
                if credentials != nil { try? await Task { try await clock.sleep(for: .seconds(1_000)) }.value }
                stored.append(credentials?.token)
            },
            refresh: server.refresh
        )
        let provider = server.provider(authorization, clock: clock)

        let call = await #expect(throws: TernError.self) { try await provider.request(Self.target) }
        #expect(scheduler.now == .seconds(20))
        let signIn = await #expect(throws: TernError.self) { try await authorization.signIn(Credentials(token: "a")) }
        #expect(scheduler.now == .seconds(40))
        try await authorization.signOut()

        for error in [call, signIn] {
            #expect(error?.code == .credentialsNotStored)
            #expect((error?.underlying as? TernError)?.code == .timedOut)
        }
        #expect(scheduler.now == .seconds(40))
        #expect(stored.value == [nil])
        try await clock.sleep(for: .seconds(1_000))
    }

    /// No provider has made a call yet, so that the limit is one of real time.
    @Test(arguments: [Duration.milliseconds(1), .zero, .seconds(Int64.min)])
    func storeThatHangsIsBoundedBeforeTheFirstCall(timeout: Duration) async throws {
        let gate = Watched(false)
        let authorization = RefreshingAuthorizationPlugin(
            timeout: timeout,
            // Not a child of the task that is cancelled.
            store: { _ in await Task { _ = await gate.value { $0 } }.value },
            refresh: { $0 }
        )

        let error = await #expect(throws: TernError.self) { try await authorization.signIn(Credentials(token: "a")) }

        #expect((error?.underlying as? TernError)?.code == .timedOut)
        #expect(authorization.credentials?.token == "a")
        gate.update { $0 = true }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(.virtualTime) func cancelledCallDoesNotWaitForStore() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let clock = scheduler.clock
        let stored = Watched<[String?]>([])
        let authorization = RefreshingAuthorizationPlugin(
            Credentials(token: "0"),
            store: { credentials in
                try await clock.sleep(for: .seconds(10))
                stored.append(credentials?.token)
            },
            refresh: server.refresh
        )
        let provider = server.provider(authorization, clock: clock)
        let call = Task { try await provider.request(Self.target) }
        try await clock.sleep(for: .seconds(1))
        call.cancel()

        #expect(await #expect(throws: TernError.self) { try await call.value }?.code == .cancelled)
        #expect(scheduler.now == .seconds(1))
        try await clock.sleep(for: .seconds(20))
        #expect(stored.value == ["1"])
    }
}
