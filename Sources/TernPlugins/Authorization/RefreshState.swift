import Tern

/// The credentials of a ``RefreshingAuthorizationPlugin``, and the refresh in flight.
///
/// A state machine without locks, clocks and tasks: each event method changes the state, and returns the work that the
/// caller has to do. All times are those of one stopwatch.
struct RefreshState: Sendable {
    typealias Credentials = RefreshingAuthorizationPlugin.Credentials

    /// The next step of a call.
    enum Decision: Sendable {
        case use(CredentialsLease)
        /// The call waits for this refresh, which the caller must start if it is new.
        case wait(CredentialsRefresh, isNew: Bool)
        case fail(TernError)
        /// The server's response is the result of the call, because a refresh doesn't help.
        case giveUp
    }

    enum Action: Sendable {
        case end(CredentialsRefresh, with: Result<CredentialsLease, TernError>)
        case store(Credentials?)
    }

    /// The current credentials. `nil` if the user isn't signed in.
    private(set) var lease: CredentialsLease?
    /// The refresh in flight, until its result is stored.
    private(set) var refresh: CredentialsRefresh?
    /// The outcome of the refresh in flight, while its result is being stored.
    private var outcome: Result<CredentialsLease, TernError>?
    /// Increases with each sign-in and sign-out.
    private var session = 0
    private var lastToken = 0
    /// The current token, if the server has rejected it.
    private var rejectedToken: Int?
    /// The times at which the refreshes of the last window began.
    private var starts: [Duration] = []
    /// The error of the last refresh, if it failed.
    private var failure: TernError?
    private let margin: Duration
    private let maximumRefreshes: Int
    private let window: Duration

    /// - Parameters:
    ///   - margin: The time before the end of a token's lifetime at which it is refreshed.
    ///   - maximumRefreshes: The number of refreshes that can begin within any `window`.
    init(
        _ credentials: Credentials?,
        margin: Duration = .seconds(30),
        maximumRefreshes: Int = 5,
        window: Duration = .seconds(30)
    ) {
        self.margin = margin
        self.maximumRefreshes = max(1, maximumRefreshes)
        // Differences of longer durations could overflow.
        self.window = min(max(window, .zero), Waiting.forever)
        if let credentials { hold(credentials, since: nil) }
    }

    // MARK: - Calls

    /// Handles a call that needs credentials.
    ///
    /// - Parameters:
    ///   - session: The session of the call's earlier attempts; `nil` if the call belongs to none yet.
    ///   - canWait: Whether the call can wait for a refresh. A call of the `store` closure can't, because a refresh ends
    ///     after that closure.
    mutating func request(in session: Int? = nil, canWait: Bool = true, at now: Duration) -> Decision {
        guard var lease else { return .fail(Self.signedOut) }
        // A request of one user is never sent with the credentials of another user.
        guard session == nil || session == lease.session else { return .fail(Self.replaced) }
        if canWait, let refresh { return .wait(refresh, isNew: false) }
        lease.start = lease.start ?? now
        self.lease = lease
        guard canWait, lease.isDue(at: now, margin: margin) else { return .use(lease) }
        return begin(at: now) ?? (lease.isValid(at: now) ? .use(lease) : .fail(tooManyRefreshes(at: now)))
    }

    /// Handles a call whose token the server has rejected.
    ///
    /// - Parameters:
    ///   - hasWaited: Whether the call has waited for a refresh. Then it only needs another one if the lifetime of its
    ///     token has ended meanwhile.
    ///   - canWait: As for `request`.
    mutating func reject(
        _ rejected: CredentialsLease,
        hasWaited: Bool = false,
        canWait: Bool = true,
        at now: Duration
    ) -> Decision {
        guard let lease, rejected.session == lease.session else { return .giveUp }
        let isCurrent = lease.hasToken(of: rejected)
        if isCurrent { rejectedToken = lease.token }
        let canRefresh = canWait && (!hasWaited || rejected.isDue(at: now, margin: margin))
        guard canRefresh || !isCurrent else { return .giveUp }
        if canWait, let refresh, canRefresh || outcome != nil { return .wait(refresh, isNew: false) }
        guard isCurrent else { return .use(lease) }
        // A refresh has returned the same token since the call received it. Another refresh would probably return it
        // again. In contrast, a failed refresh ends only the calls that waited for it, since its cause may no longer
        // exist.
        guard lease.round == rejected.round else { return .giveUp }
        return begin(at: now) ?? .fail(tooManyRefreshes(at: now))
    }

    // MARK: - Refresh

    /// Whether a refresh runs. `false` while its result is being stored.
    func isRunning(_ refresh: CredentialsRefresh) -> Bool { refresh === self.refresh && outcome == nil }

    /// Handles the result of a refresh. If it is `nil`, the session ends. If it has to be stored, the refresh ends with
    /// ``finishStoring(_:failure:)``.
    ///
    /// If the refresh failed, the calls continue with the current token while that is valid, unless the server has
    /// rejected it.
    mutating func finish(
        _ refresh: CredentialsRefresh,
        _ result: Result<Credentials?, TernError>,
        at now: Duration
    ) -> [Action] {
        // A refresh that has been stopped may still return.
        guard isRunning(refresh), let lease else { return [] }
        switch result {
        case .success(var credentials?):
            credentials.refreshToken = credentials.refreshToken ?? lease.credentials.refreshToken
            failure = nil
            let new = hold(credentials, since: now, after: lease)
            guard credentials != lease.credentials else { return end(.success(new)) }
            outcome = .success(new)
            return [.store(credentials)]
        case .success(nil):
            endSession()
            outcome = .failure(Self.ended)
            return [.store(nil)]
        case .failure(let error):
            failure = error
            let isUsable = lease.isValid(at: now) && lease.token != rejectedToken
            return end(isUsable ? .success(lease) : .failure(error))
        }
    }

    /// Handles the result of a refresh having been stored, unless a sign-in or a sign-out has ended the refresh meanwhile.
    ///
    /// - Parameter failure: The error if the result couldn't be stored.
    mutating func finishStoring(_ refresh: CredentialsRefresh, failure: TernError?) -> [Action] {
        guard refresh === self.refresh, let outcome else { return [] }
        guard let failure else { return end(outcome) }
        guard case .failure(let error) = outcome else { return end(.failure(failure)) }
        return end(.failure(TernError(error.code, reason: error.reason, underlying: failure)))
    }

    // MARK: - Session

    /// - Parameter now: `nil` if no clock is known yet. The lifetime then begins with the first call.
    mutating func signIn(_ credentials: Credentials, at now: Duration?) -> [Action] {
        session += 1
        starts = []
        failure = nil
        hold(credentials, since: now)
        return end(.failure(Self.replaced)) + [.store(credentials)]
    }

    mutating func signOut() -> [Action] {
        let wasSignedIn = lease != nil
        endSession()
        return end(.failure(Self.signedOut)) + (wasSignedIn ? [.store(nil)] : [])
    }

    // MARK: - Private

    private mutating func endSession() {
        session += 1
        lease = nil
    }

    /// - Returns: `nil` if no further refresh may begin in this window.
    private mutating func begin(at now: Duration) -> Decision? {
        guard let lease else { return nil }
        starts.removeAll { now - $0 >= window }
        guard starts.count < maximumRefreshes else { return nil }
        starts.append(now)
        let refresh = CredentialsRefresh(of: lease.credentials)
        self.refresh = refresh
        return .wait(refresh, isNew: true)
    }

    private mutating func end(_ result: Result<CredentialsLease, TernError>) -> [Action] {
        guard let refresh else { return [] }
        self.refresh = nil
        outcome = nil
        return [.end(refresh, with: result)]
    }

    /// - Parameter former: The credentials that were refreshed. `nil` for those of a new session.
    @discardableResult
    private mutating func hold(
        _ credentials: Credentials,
        since start: Duration?,
        after former: CredentialsLease? = nil
    ) -> CredentialsLease {
        if former?.credentials.token != credentials.token { lastToken += 1 }
        let new = CredentialsLease(
            credentials: credentials,
            session: session,
            token: lastToken,
            round: former.map { $0.round + 1 } ?? 0,
            start: start
        )
        lease = new
        return new
    }

    private func tooManyRefreshes(at now: Duration) -> TernError {
        TernError(
            .tooManyRefreshes,
            reason: "\(starts.count) refreshes began within \(window), which is the limit.",
            underlying: failure,
            retryAfter: starts.first.map { $0 + window - now }
        )
    }

    static let signedOut = TernError(.missingCredentials, reason: "No credentials are stored.")
    private static let ended = TernError(
        .missingCredentials,
        reason: "The refresh returned nil, which ends the session."
    )
    static let replaced = TernError(
        .missingCredentials,
        reason: "Another session began during the call. A request is sent only with the credentials of its own session."
    )
}
