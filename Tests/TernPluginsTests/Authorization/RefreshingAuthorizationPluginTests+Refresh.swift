import Foundation
import Tern
import TernPlugins
import TernTestSupport
import TernTesting
import TestDoubles
import Testing

/// The refresh itself, and the hook that stores its result.
extension RefreshingAuthorizationPluginTests {
    @Test func refreshThroughTheSameProviderIsExempt() async throws {
        let held = Watched<Provider<OpenTarget>?>(nil)
        let authorization = RefreshingAuthorizationPlugin(Credentials(token: "0")) { [server] _ in
            // A target that requires credentials, too.
            let target = OpenTarget(path: "/token", validation: .none, authorization: .bearer)
            _ = try await held.value?.request(target)
            return Credentials(token: try await server.issue())
        }
        let provider = provider(authorization)
        held.update { $0 = provider }

        _ = try await provider.request(Self.target)

        #expect(server.tokens == ["0", nil, "1"])
        held.update { $0 = nil }
    }

    /// In the order of the guide: a call that waits for the refresh holds no place that the refresh needs.
    @Test func refreshThroughTheSameProviderPassesItsLimits() async throws {
        let held = Watched<Provider<OpenTarget>?>(nil)
        let authorization = RefreshingAuthorizationPlugin(Credentials(token: "0")) { [server] _ in
            _ = try await held.value?.request(OpenTarget(path: "/token", validation: .none))
            return Credentials(token: try await server.issue())
        }
        let provider = Provider<OpenTarget>(
            transport: server,
            plugins: [authorization, CircuitBreakerPlugin(), ConcurrencyLimitPlugin(1)]
        )
        held.update { $0 = provider }

        #expect(try await provider.request(Self.target).statusCode == 200)
        #expect(server.refreshes == 1)
        held.update { $0 = nil }
    }

    /// A task that the refresh has started inherits its task-local values.
    @Test func taskThatOutlivesTheRefreshIsNotExempt() async throws {
        let held = Watched<Provider<OpenTarget>?>(nil)
        let (gate, statuses) = (Watched(false), Watched<[Int?]>([]))
        let authorization = RefreshingAuthorizationPlugin(Credentials(token: "0")) { [server] old in
            Task {
                await gate.value { $0 }
                statuses.append(try? await held.value?.request(Self.target).statusCode)
            }
            return try await server.refresh(old)
        }
        let provider = provider(authorization)
        held.update { $0 = provider }

        _ = try await provider.request(Self.target)
        gate.update { $0 = true }

        #expect(await statuses.entries(atLeast: 1) == [200])
        #expect(server.tokens == ["0", "1", "1"])
        held.update { $0 = nil }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(.virtualTime) func changesAreStoredInOrder() async throws {
        let clock = try #require(VirtualScheduler.current).clock
        let stored = Watched<[String?]>([])
        let authorization = RefreshingAuthorizationPlugin(
            Credentials(token: "0"),
            store: { credentials in
                try await clock.sleep(for: .seconds(10))
                stored.append(credentials?.token)
            },
            refresh: server.refresh
        )
        let provider = Provider<OpenTarget>(transport: server, plugins: [authorization], clock: clock)

        let call = Task { try await provider.request(Self.target) }
        try await clock.sleep(for: .seconds(1))
        let signOut = Task { try await authorization.signOut() }
        try await clock.sleep(for: .seconds(1))
        try await authorization.signOut()
        try await authorization.signIn(Credentials(token: "a"))

        #expect(stored.value == ["1", nil, "a"])
        try await signOut.value
        // Another session began before the call was sent again.
        #expect(await #expect(throws: TernError.self) { try await call.value }?.code == .missingCredentials)
    }

    @Test func storingThatSignsOutDoesNotDeadlock() async throws {
        let held = Watched<RefreshingAuthorizationPlugin?>(nil)
        let stored = Watched<[String?]>([])
        let authorization = RefreshingAuthorizationPlugin(
            Credentials(token: "0"),
            store: { credentials in
                stored.append(credentials?.token)
                try await held.value?.signOut()
            },
            refresh: server.refresh
        )
        held.update { $0 = authorization }

        #expect(try await failure(provider(authorization)).code == .missingCredentials)

        #expect(await stored.entries(atLeast: 2) == ["1", nil])
        #expect(authorization.credentials == nil)
        held.update { $0 = nil }
    }
}
