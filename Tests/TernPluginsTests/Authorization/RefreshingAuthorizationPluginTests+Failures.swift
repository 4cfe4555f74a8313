import Foundation
import Tern
import TernPlugins
import TernTesting
import TestDoubles
import Testing

/// Refreshes that fail, and calls without credentials.
extension RefreshingAuthorizationPluginTests {
    private struct Revoked: Error, CustomStringConvertible {
        let description = "The tokens hunter2 and correct-horse were revoked."
    }

    @Test func textsOmitTheTextOfTheErrorOfARefresh() async throws {
        let credentials = Credentials(token: "hunter2", refreshToken: "correct-horse")
        let log = Watched<[String]>([])
        let provider = Provider<OpenTarget>(
            transport: RecordingTransport { _ in Response(statusCode: 401) },
            plugins: [
                LogPlugin(.bodies()) { log.append($0.text) },
                RefreshingAuthorizationPlugin(credentials) { _ in throw Revoked() },
            ]
        )
        let error = try await #require(throws: TernError.self) { try await provider.request(Self.target) }

        #expect(error.code == .refreshFailed)
        #expect(error.description.contains("(Revoked)"))
        #expect(leaks(of: "tokens", in: textForms(ofError: error) + log.value).isEmpty)
        for secret in ["hunter2", "correct-horse"] {
            #expect(leaks(of: secret, in: textForms(ofError: error) + log.value).isEmpty)
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func failedRefreshFailsAllCallsWithItsCauseOnce() async throws {
        let scheduler = VirtualScheduler()
        let (refreshes, clock) = (Watched(0), scheduler.clock)
        let authorization = RefreshingAuthorizationPlugin(Credentials(token: "hunter2")) { _ in
            refreshes.update { $0 += 1 }
            // Time passes when all calls wait for the refresh.
            try await clock.sleep(for: .seconds(1))
            throw Offline()
        }
        let transport = RecordingTransport()
        let provider = Provider<OpenTarget>(transport: transport, plugins: [authorization], clock: clock)

        try await scheduler.run {
            let calls = (0..<20).map { _ in Task { try await provider.request(Self.target) } }
            await transport.waitForRequests(atLeast: 20)
            for index in 0..<20 { transport.respond(index, with: Response(statusCode: 401)) }
            for call in calls {
                let error = try await #require(throws: TernError.self) { try await call.value }
                #expect(error.code == .refreshFailed)
                #expect(error.underlying is Offline)
                #expect(error.request?.url.path == "/things")
                #expect(error.description.contains("Offline"))
                #expect(leaks(of: "hunter2", in: textForms(ofError: error)).isEmpty)
            }
            #expect(refreshes.value == 1)
            #expect(transport.requests.count == 20)

            async let next = failure(provider)
            await transport.waitForRequests(atLeast: 21)
            transport.respond(20, with: Response(statusCode: 401))
            #expect(try await next.code == .refreshFailed)
            #expect(refreshes.value == 2)
        }
    }

    /// Otherwise, calls that weren't cancelled would fail as if they were.
    @Test func cancellationWithinTheRefreshIsAFailure() async throws {
        let authorization = RefreshingAuthorizationPlugin(Credentials(token: "0")) { _ in throw CancellationError() }

        #expect(try await failure(provider(authorization)).code == .refreshFailed)
    }

    @Test func withoutCredentialsCallsFailUnsent() async throws {
        let authorization = RefreshingAuthorizationPlugin(refresh: server.refresh)

        let error = try await failure(provider(authorization))

        #expect(error.code == .missingCredentials)
        #expect(server.tokens.isEmpty)
        try await authorization.signIn(Credentials(token: "1"))
        #expect(try await provider(authorization).request(Self.target).statusCode == 200)
    }

    @Test func refreshThatReturnsNilEndsTheSession() async throws {
        let stored = Watched<[Credentials?]>([])
        let authorization = RefreshingAuthorizationPlugin(
            Credentials(token: "0"),
            store: { stored.append($0) },
            refresh: { _ in nil }
        )

        #expect(try await failure(provider(authorization)).code == .missingCredentials)
        #expect(authorization.credentials == nil)
        #expect(await stored.entries(atLeast: 1) == [nil])
    }
}
