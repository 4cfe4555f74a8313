import Foundation
import Tern

/// Adds the `Authorization` field as ``AuthorizationPlugin`` does, and refreshes a token that expires.
///
/// ```swift
/// let session = RefreshingAuthorizationPlugin(keychain.load(), store: { try await keychain.save($0) }) { old in
///     do {
///         let new = try await tokens.value(.refresh(old.refreshToken))
///         return .init(token: new.accessToken, refreshToken: new.refreshToken, expiresIn: .seconds(new.expiresIn))
///     } catch let error as TernError where error.isInvalidGrant {  // of your own; see the guide
///         return nil  // signs the user out
///     }
/// }
/// let api = Provider<API>(plugins: [session])
/// ```
///
/// A refresh starts when the token is about to expire, or when the server rejects it with status 401. Any number of
/// calls share one refresh. Each of them is sent, or sent again, with the new token:
///
/// - If another call has refreshed the token meanwhile, a rejected request is sent again without a refresh.
/// - If the server rejects the new token as well, or if the refresh returns the same token, the call ends with the
///   server's response. It is sent again only if another call has refreshed the token once more, or if the token has
///   expired meanwhile, for example in the queue of a limit.
/// - Because of rejected tokens, a call is sent again at most `maximumResends` times, 2 by default, all its attempts
///   together. Then it ends with the server's response.
/// - At most `maximumRefreshes` refreshes begin within `window`, 5 in 30 s by default. If one more is needed, the call
///   fails with `.tooManyRefreshes`. Its `TernError.retryAfter` says when the next refresh can begin.
/// - If the refresh fails while the token is still valid, the calls are sent with it. Otherwise, all waiting calls fail
///   with `.refreshFailed` and the cause in `underlying`. A later call starts a new refresh, and so does a 401 that
///   arrives later. A ``RetryPlugin`` before this plugin repeats the refresh after a transient cause, such as a lost
///   connection.
/// - A request whose body can't be sent twice isn't sent again. The call refreshes the token for later calls, and ends
///   with the server's response, even if the refresh fails.
/// - While a refresh is in flight, every call that needs a token waits until its result is stored, so that a program that
///   ends with its last call doesn't lose it. A sign-in and a sign-out end the wait.
/// - Cancelling a call ends only that call. The refresh continues for the other calls.
/// - Requests that the refresh itself makes are sent unchanged, even through the same provider. Calls that `store` makes
///   have the current token. They wait for no refresh and start none, so that they can end with a 401.
/// - A call with the `cacheUse` `.onlyStored` has the current token, even if it has expired, and starts no refresh.
/// - The time that a call waits for a refresh doesn't count towards its target's `timeout`.
///
/// Place it after a plugin that retries, so that every attempt uses the current token. Place it before plugins that limit
/// requests: otherwise the calls that wait for a refresh could use all places of a limit, and the refresh finds none.
public final class RefreshingAuthorizationPlugin: Plugin {
    private let trustedOrigins: [URL]
    private let isRejected: @Sendable (Response) -> Bool
    private let maximumResends: Int
    let timeout: Duration
    let storage: CredentialsStorage?
    let refresh: @Sendable (Credentials) async throws -> Credentials?
    let shared: Locked<Shared>
    let stopwatch = SharedStopwatch()

    /// - Parameters:
    ///   - credentials: The stored credentials; `nil`, the default, if the user isn't signed in.
    ///   - trustedOrigins: URLs whose origins receive the credentials, in addition to those of `RequestContext.origins`.
    ///     Empty by default.
    ///   - margin: The time before the end of a token's lifetime at which it is refreshed, on the provider's clock; at
    ///     most half of the lifetime. 30 s by default.
    ///   - timeout: The longest time for a refresh, and for each call of `store`, on the provider's clock, or in real
    ///     time before the first call of a provider. 60 s by default.
    ///   - maximumResends: The number of times that a call is sent again because the server has rejected its token. 2 by
    ///     default. With 0, a rejected call refreshes the token for later calls, and ends with the server's response.
    ///   - maximumRefreshes: The number of refreshes that can begin within `window`, including those that fail. 5 by
    ///     default. Values below 1 mean 1. A sign-in begins a new count.
    ///   - window: The time for `maximumRefreshes`, on the provider's clock. 30 s by default.
    ///   - isRejected: Whether a response means that the server doesn't accept the token. Status 401 by default.
    ///   - store: Stores changed credentials, after a sign-in and a refresh; `nil` after a sign-out. Called for one
    ///     change at a time, in the order of the changes, in a separate task. ``signIn(_:)`` and ``signOut()`` wait for
    ///     it, and after a refresh all calls do that need a token. If it throws an error, or is cancelled after `timeout`,
    ///     they fail with `.credentialsNotStored`. The new credentials are in use nevertheless, also for later calls. If
    ///     it then runs on, a later change is stored beside it.
    ///   - refresh: Returns new credentials for the current ones, or `nil` to end the session, for example because the
    ///     server no longer accepts the refresh token. An error keeps the session, and a later call tries again. Runs
    ///     once at a time, and is cancelled after `timeout` or a sign-out. If it then runs on, its result is ignored,
    ///     and another refresh can begin beside it. So pass the cancellation on, and choose a `timeout` above the one
    ///     of its requests.
    public init(
        _ credentials: Credentials? = nil,
        trustedOrigins: [URL] = [],
        margin: Duration = .seconds(30),
        timeout: Duration = .seconds(60),
        maximumResends: Int = 2,
        maximumRefreshes: Int = 5,
        window: Duration = .seconds(30),
        isRejected: @escaping @Sendable (_ response: Response) -> Bool = { $0.statusCode == 401 },
        store: (@Sendable (_ credentials: Credentials?) async throws -> Void)? = nil,
        refresh: @escaping @Sendable (_ credentials: Credentials) async throws -> Credentials?
    ) {
        self.trustedOrigins = trustedOrigins
        self.isRejected = isRejected
        self.maximumResends = maximumResends
        self.timeout = timeout
        storage = store.map { CredentialsStorage(store: $0, timeout: timeout) }
        self.refresh = refresh
        let state = RefreshState(
            credentials,
            margin: margin,
            maximumRefreshes: maximumRefreshes,
            window: window
        )
        shared = Locked(Shared(state: state))
    }

    /// Sends the request with the current token, and again with a new one if the server rejects it.
    ///
    /// - Throws: `TernError` with code `.missingCredentials` if the user isn't signed in, or if another session has begun
    ///   since an earlier attempt of the call; `.refreshFailed`; `.tooManyRefreshes`; `.credentialsNotStored` if the call has
    ///   waited for a refresh whose result couldn't be stored; `.invalidField` if the token can't be in a header field.
    public func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
        guard let scheme = context.authorization.scheme else { return try await next(request) }
        let origins = context.origins + trustedOrigins
        guard !isRefreshing, context.mayAuthorize(request, for: origins) else { return try await next(request) }
        if request.attributes.cacheUse == .onlyStored {
            // Nothing is sent, so the token needn't be valid.
            var request = request
            if let lease = shared.withLock(\.state.lease) {
                context.authorize(&request, with: try lease.fieldValue(of: scheme), for: origins)
            }
            return try await next(request)
        }
        var hasWaited = false
        var lease = try await lease(for: context, hasWaited: &hasWaited)
        var request = request
        while true {
            context.authorize(&request, with: try lease.fieldValue(of: scheme), for: origins)
            let result: Result<Response, any Error>
            do { result = .success(try await next(request)) } catch { result = .failure(error) }
            guard isRejection(result, of: origins) else { return try result.get() }
            guard request.body?.isReplayable ?? true, takeResend(in: context) else {
                if !hasWaited { try await refreshForLaterCalls(lease, for: context) }
                return try result.get()
            }
            let renewed = try await renewed(lease, for: context, hasWaited: &hasWaited)
            guard let renewed else { return try result.get() }
            lease = renewed
        }
    }

    // MARK: - Private

    /// By plugin, the state that all attempts of a call share.
    private enum Calls: RequestAttributeKey {
        struct Call {
            /// The session whose credentials the call has received.
            var session: Int?
            /// The number of times that the call was sent again.
            var resends = 0
        }

        static let defaultValue: [ObjectIdentifier: Call] = [:]
    }

    private func update<Result: Sendable>(
        _ context: RequestContext,
        _ change: (inout Calls.Call) -> Result
    ) -> Result {
        context.update(Calls.self) { change(&$0[ObjectIdentifier(self), default: Calls.Call()]) }
    }

    /// The current credentials, if they are those of the call's session.
    private func lease(for context: RequestContext, hasWaited: inout Bool) async throws -> CredentialsLease {
        let session = update(context) { $0.session }
        let lease = try await self.lease(in: session, for: context, hasWaited: &hasWaited)
        // Another attempt at the same time may have entered another session.
        let isOfSession = update(context) { call in
            call.session = call.session ?? lease.session
            return call.session == lease.session
        }
        guard isOfSession else { throw RefreshState.replaced }
        return lease
    }

    /// Counts a request that is sent again. Returns `false` if the call has been sent again as often as it may.
    private func takeResend(in context: RequestContext) -> Bool {
        update(context) { call in
            guard call.resends < maximumResends else { return false }
            call.resends += 1
            return true
        }
    }

    /// Whether a response rejects the token. The response must come from an origin that received the token.
    private func isRejection(_ result: Result<Response, any Error>, of origins: [URL]) -> Bool {
        let response: Response?
        switch result {
        case .success(let success): response = success
        case .failure(let error as TernError) where error.code == .unacceptableStatus: response = error.response
        case .failure: response = nil
        }
        guard let response, isRejected(response) else { return false }
        return response.url.map { origins.contains(where: $0.hasSameOrigin) } ?? true
    }
}

extension RefreshingAuthorizationPlugin: CustomStringConvertible, TextReflectable {
    /// Whether there are credentials, without their values.
    public var description: String {
        "RefreshingAuthorizationPlugin(\(credentials == nil ? "signed out" : "signed in"))"
    }
}
