import Tern

/// The credentials of a ``RefreshingAuthorizationPlugin``, the refresh in flight and the calls that wait for it.
///
/// A state machine without locks, clocks and tasks: each event method changes the state, and returns the work that the
/// caller has to do.
struct RefreshState: Sendable {
    typealias Credentials = RefreshingAuthorizationPlugin.Credentials

    /// The current or former credentials. Immutable, and shared by all calls that use them.
    final class Held: Sendable {
        let credentials: Credentials
        /// `nil` if the lifetime isn't known, or if no clock is known yet.
        let expiry: CredentialsExpiry?
        /// A different number for each sign-in.
        let session: Int
        /// A different number for each token.
        fileprivate let version: Int

        fileprivate init(_ credentials: Credentials, _ expiry: CredentialsExpiry?, session: Int, version: Int) {
            self.credentials = credentials
            self.expiry = expiry
            self.session = session
            self.version = version
        }

        /// The value of the `Authorization` field.
        func fieldValue(of scheme: String) throws(TernError) -> String {
            try AuthorizationPlugin.Credentials.token(credentials.token).fieldValue(of: scheme)
        }
    }

    /// The credentials that a call uses.
    struct Lease: Sendable {
        let held: Held
        /// The number of successful refreshes before the call received these credentials.
        fileprivate let round: Int

        /// Whether both leases have the same token of the same session.
        func hasToken(of other: Lease) -> Bool { held.version == other.held.version }
    }

    /// The cause of a refresh: the lifetime of the credentials ends soon, or has ended, or the server rejected them.
    enum Cause { case margin, expiry, rejection }

    struct Refresh: Sendable {
        let id: Int
        let credentials: Credentials
    }

    enum Decision: Sendable {
        case use(Lease)
        /// The call waits with this waiter id. The caller must start the refresh, if there is one.
        case wait(Int, starting: Refresh?)
        case fail(TernError)
        /// The server's response is the result of the call, because a refresh doesn't help.
        case giveUp
    }

    enum Action: Sendable {
        /// The waiters are in the order in which they began to wait.
        case resume(waiters: [Int], with: Result<Lease, TernError>)
        case stopRefresh
        case store(Credentials?)
    }

    private(set) var held: Held?
    private(set) var refreshID: Int?
    private var waiters: Set<Int> = []
    private var session = 0
    private var round = 0
    private var lastID = 0
    private let maximumRefreshes: Int
    private let window: Duration
    /// The times at which the refreshes of the last window began.
    private var starts: [Duration] = []
    /// The error of the last refresh, if it failed.
    private var failure: TernError?
    /// The version of the current token if the server has rejected it.
    private var rejectedVersion: Int?

    /// - Parameters:
    ///   - maximumRefreshes: The number of refreshes that can begin within any `window`.
    init(_ credentials: Credentials?, maximumRefreshes: Int = 5, window: Duration = .seconds(30)) {
        self.maximumRefreshes = max(1, maximumRefreshes)
        self.window = window
        if let credentials { hold(credentials, nil, isNewToken: true) }
    }

    // MARK: - Calls

    /// Handles a call that needs credentials.
    ///
    /// - Parameter session: The session of the call's earlier attempts; `nil` if the call belongs to none yet.
    mutating func requestCredentials(in session: Int? = nil) -> Decision {
        guard let held else { return .fail(Self.signedOut) }
        guard session == nil || session == self.session else { return .fail(Self.replaced) }
        if refreshID != nil { return wait() }
        return .use(Lease(held: held, round: round))
    }

    /// Handles a call whose credentials are about to expire, or were rejected by the server.
    ///
    /// - Parameters:
    ///   - hasWaited: Whether the call has waited for a refresh. It doesn't wait for another one.
    ///   - now: The time on one stopwatch.
    mutating func renew(_ lease: Lease, because cause: Cause, hasWaited: Bool = false, at now: Duration) -> Decision {
        guard let held, lease.held.session == session else {
            // A request of one user is never sent with the credentials of another user.
            return cause == .rejection ? .giveUp : requestCredentials(in: lease.held.session)
        }
        let current = Lease(held: held, round: round)
        if cause == .rejection, current.hasToken(of: lease) { rejectedVersion = held.version }
        if hasWaited { return current.hasToken(of: lease) ? .giveUp : .use(current) }
        if refreshID != nil { return wait() }
        if !current.hasToken(of: lease) { return .use(current) }
        if lease.round < round {
            // A refresh has returned the same token since the call received it. Another refresh would probably return
            // it again. In contrast, a failed refresh ends only the calls that waited for it, since its cause may no
            // longer exist.
            return cause == .rejection ? .giveUp : .use(current)
        }
        starts.removeAll { now - $0 >= window }
        guard starts.count < maximumRefreshes else {
            return cause == .margin ? .use(current) : .fail(tooManyRefreshes(at: now))
        }
        starts.append(now)
        lastID += 1
        refreshID = lastID
        return wait(starting: Refresh(id: lastID, credentials: held.credentials))
    }

    /// Whether the call still waits for a refresh that is running.
    func isWaiting(_ waiter: Int) -> Bool { waiters.contains(waiter) }

    /// Removes a call that no longer waits.
    mutating func leave(_ waiter: Int) {
        waiters.remove(waiter)
    }

    /// Sets the expiry of credentials whose lifetime begins now.
    mutating func begin(_ expiry: CredentialsExpiry, of lease: Lease) {
        guard let held, held === lease.held else { return }
        self.held = Held(held.credentials, expiry, session: held.session, version: held.version)
    }

    // MARK: - Refresh

    /// Handles the end of a refresh. If the refresh returned `nil`, the session ends.
    ///
    /// - Parameter isCurrent: Whether the lifetime of the current token hasn't ended. Then the calls continue with it after
    ///   a failed refresh, unless the server has rejected it.
    mutating func finish(
        _ id: Int,
        _ result: Result<Credentials?, TernError>,
        expiry: CredentialsExpiry? = nil,
        isCurrent: Bool = false
    ) -> [Action] {
        // A refresh that has been stopped may still return.
        guard id == refreshID, let held else { return [] }
        switch result {
        case .success(var credentials?):
            credentials.refreshToken = credentials.refreshToken ?? held.credentials.refreshToken
            let isNewToken = credentials.token != held.credentials.token
            let isChanged = credentials != held.credentials
            round += 1
            failure = nil
            let lease = Lease(held: hold(credentials, expiry, isNewToken: isNewToken), round: round)
            return end(.success(lease)) + (isChanged ? [.store(credentials)] : [])
        case .success(nil):
            return signOut(Self.ended)
        case .failure(let error):
            failure = error
            let isUsable = isCurrent && held.version != rejectedVersion
            return end(isUsable ? .success(Lease(held: held, round: round)) : .failure(error))
        }
    }

    // MARK: - Session

    mutating func signIn(_ credentials: Credentials, expiry: CredentialsExpiry? = nil) -> [Action] {
        session += 1
        starts = []
        failure = nil
        hold(credentials, expiry, isNewToken: true)
        return end(.failure(Self.replaced)) + [.store(credentials)]
    }

    mutating func signOut() -> [Action] { signOut(Self.signedOut) }

    // MARK: - Private

    private mutating func signOut(_ error: TernError) -> [Action] {
        session += 1
        guard held != nil else { return [] }
        held = nil
        return end(.failure(error)) + [.store(nil)]
    }

    private mutating func wait(starting refresh: Refresh? = nil) -> Decision {
        lastID += 1
        waiters.insert(lastID)
        return .wait(lastID, starting: refresh)
    }

    private mutating func end(_ result: Result<Lease, TernError>) -> [Action] {
        guard refreshID != nil else { return [] }
        refreshID = nil
        defer { waiters = [] }
        return [.stopRefresh, .resume(waiters: waiters.sorted(), with: result)]
    }

    @discardableResult
    private mutating func hold(_ credentials: Credentials, _ expiry: CredentialsExpiry?, isNewToken: Bool) -> Held {
        lastID += 1
        let version = isNewToken ? lastID : held?.version ?? lastID
        let held = Held(credentials, expiry, session: session, version: version)
        self.held = held
        return held
    }

    private func tooManyRefreshes(at now: Duration) -> TernError {
        TernError(
            .tooManyRefreshes,
            reason: "\(starts.count) refreshes began within \(window), which is the limit.",
            underlying: failure,
            retryAfter: starts.first.map { $0 + window - now }
        )
    }

    private static let signedOut = TernError(.missingCredentials, reason: "No credentials are stored.")
    private static let ended = TernError(
        .missingCredentials,
        reason: "The refresh returned nil, which ends the session."
    )
    static let replaced = TernError(
        .missingCredentials,
        reason: "Another session began during the call. A request is sent only with the credentials of its own session."
    )
}
