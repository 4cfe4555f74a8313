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
    ///   - log: Receives one line for each attempt.
    ///   - save: Stores a new session.
    init(
        session: Session,
        cache: URL? = nil,
        log: (@Sendable (String) -> Void)? = nil,
        save: @escaping @Sendable (Session) throws -> Void = { _ in }
    ) {
        let (server, user) = (session.server, session.user)
        // A new token is no new account: the stored responses belong to the user.
        let store = HTTPCache(disk: cache.map { HTTPCache.Disk(folder: $0) }) { request in
            request.headers.contains("Authorization") ? user : nil
        }
        let transport = PlatformTransport.platform
        let endpoint: @Sendable (TaskAPI) -> Endpoint = { Endpoint($0, baseURL: server) }
        let tokens = Provider<TaskAPI>(endpointClosure: endpoint, transport: transport)
        authorization = Self.authorization(session: session, tokens: tokens, save: save)
        api = Provider<TaskAPI>(
            endpointClosure: endpoint,
            transport: transport.cached(by: store),
            plugins: Self.plugins(authorization, log: log)
        )
    }

    func signIn(_ session: Session) {
        if let credentials = session.credentials() { authorization.signIn(credentials) }
    }

    /// The plugins, from the first one that receives a request to the last one.
    ///
    /// - Parameter random: The source of the random delays between attempts, from 0 up to 1.
    static func plugins(
        _ authorization: RefreshingAuthorizationPlugin,
        random: @escaping @Sendable () -> Double = { .random(in: 0..<1) },
        log: (@Sendable (String) -> Void)? = nil
    ) -> [any Plugin] {
        var plugins: [any Plugin] = [
            // The server responds to a repeated key with its first response, so that a POST can be sent again.
            RetryPlugin(idempotencyKey: { "\"\(UUID().uuidString)\"" }, random: random),
            authorization,
            RateLimitPlugin(20, per: .seconds(1)),
        ]
        if let log { plugins.append(LogPlugin { log($0.text) }) }
        return plugins
    }

    /// - Parameter tokens: The provider that requests new tokens, without the plugins of the others.
    static func authorization(
        session: Session,
        tokens: any ProviderType<TaskAPI>,
        save: @escaping @Sendable (Session) throws -> Void = { _ in }
    ) -> RefreshingAuthorizationPlugin {
        RefreshingAuthorizationPlugin(session.credentials(), trustedOrigins: [session.server]) { old in
            do throws(TernError) {
                let new = session.with(try await tokens.value(.refresh(old.refreshToken ?? "")))
                // Saved here, since the program may end before a plugin calls its `store` closure.
                try? save(new)
                return new.credentials()
            } catch {
                // The server doesn't know the refresh token any more, so the user is logged out.
                guard error.response?.statusCode == 401 else { throw error }
                return nil
            }
        }
    }
}
