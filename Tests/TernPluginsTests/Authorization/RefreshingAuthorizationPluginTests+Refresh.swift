import Foundation
import Tern
import TernPlugins
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

    @Test func changesAreStoredInOrder() async throws {
        let stored = Watched<[String?]>([])
        let gate = Watched(false)
        let authorization = RefreshingAuthorizationPlugin(
            Credentials(token: "0"),
            store: { credentials in
                await gate.value { $0 }
                stored.append(credentials?.token)
            },
            refresh: server.refresh
        )

        _ = try await provider(authorization).request(Self.target)
        authorization.signOut()
        authorization.signOut()
        authorization.signIn(Credentials(token: "a"))
        gate.update { $0 = true }

        #expect(await stored.entries(atLeast: 3) == ["1", nil, "a"])
    }

    @Test func storingThatSignsOutDoesNotDeadlock() async throws {
        let held = Watched<RefreshingAuthorizationPlugin?>(nil)
        let stored = Watched<[String?]>([])
        let authorization = RefreshingAuthorizationPlugin(
            Credentials(token: "0"),
            store: { credentials in
                stored.append(credentials?.token)
                held.value?.signOut()
            },
            refresh: server.refresh
        )
        held.update { $0 = authorization }

        _ = try await provider(authorization).request(Self.target)

        #expect(await stored.entries(atLeast: 2) == ["1", nil])
        #expect(authorization.credentials == nil)
        held.update { $0 = nil }
    }
}
