import Foundation
import Tern
import TernCache
import TernPlugins

/// What a call passes on its way to the server. The app makes it in one place.
struct TaskClient {
    let api: Provider<TaskAPI>
    private let authorization: RefreshingAuthorizationPlugin

    /// - Parameters:
    ///   - session: The session of an earlier run.
    ///   - cache: The folder of the stored responses. `nil` for a cache in memory.
    ///   - tokens: The provider that refreshes tokens. By default, one without the plugins of the others.
    ///   - clock: The clock of all delays.
    ///   - random: The source of the random delays between attempts, from 0 up to 1.
    ///   - log: Receives one line for each attempt.
    ///   - save: Stores a new session.
    init(
        session: Session,
        cache: URL? = nil,
        tokens: (any ProviderType<TaskAPI>)? = nil,
        clock: any Clock<Duration> = ContinuousClock(),
        random: @escaping @Sendable () -> Double = { .random(in: 0..<1) },
        log: (@Sendable (String) -> Void)? = nil,
        save: @escaping @Sendable (Session) throws -> Void = { _ in }
    ) {
        let (server, user) = (session.server, session.user)
        let transport = PlatformTransport.platform
        let endpoint: @Sendable (TaskAPI) -> Endpoint = { Endpoint($0, baseURL: server) }
        let tokens = tokens ?? Provider<TaskAPI>(endpointClosure: endpoint, transport: transport)
        authorization = RefreshingAuthorizationPlugin(
            session.credentials(),
            trustedOrigins: [server],
            store: { credentials in
                // The session of a user who is logged out is replaced at the next login.
                if let credentials { try save(session.with(credentials)) }
            },
            refresh: { old in
                do throws(TernError) {
                    return session.with(try await tokens.value(.refresh(old.refreshToken ?? ""))).credentials()
                } catch {
                    // The server doesn't know the refresh token any more, so the user is logged out.
                    guard error.response?.statusCode == 401 else { throw error }
                    return nil
                }
            }
        )
        var plugins: [any Plugin] = [
            // The server responds to a repeated key with its first response, so that a POST can be sent again.
            RetryPlugin(idempotencyKey: { "\"\(UUID().uuidString)\"" }, random: random),
            authorization,
            RateLimitPlugin(20, per: .seconds(1)),
        ]
        if let log { plugins.append(LogPlugin { log($0.text) }) }
        // A new token is no new account: the stored responses belong to the user.
        let store = HTTPCache(disk: cache.map { HTTPCache.Disk(folder: $0) }) { request in
            request.headers.contains("Authorization") ? user : nil
        }
        api = Provider<TaskAPI>(
            endpointClosure: endpoint,
            transport: transport.cached(by: store),
            plugins: plugins,
            clock: clock
        )
    }

    /// Uses the tokens of a login, and returns when the session is saved.
    func signIn(_ session: Session) async throws(TernError) {
        if let credentials = session.credentials() { try await authorization.signIn(credentials) }
    }
}
