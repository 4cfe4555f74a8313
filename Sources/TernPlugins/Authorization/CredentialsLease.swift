import Tern

/// The credentials that a call uses: those of one session, after one refresh.
struct CredentialsLease: Sendable {
    let credentials: RefreshingAuthorizationPlugin.Credentials
    /// A different number for each sign-in.
    let session: Int
    /// A different number for each token.
    let token: Int
    /// The number of successful refreshes before these credentials.
    let round: Int
    /// The time at which the lifetime began. `nil` if the plugin knows no clock yet.
    var start: Duration?

    /// Whether both leases have the same token of the same session.
    func hasToken(of other: CredentialsLease) -> Bool { token == other.token }

    /// Whether the lifetime is known, and ends within the margin.
    ///
    /// - Parameter margin: The time before the end of the lifetime. At most half of the lifetime is used, so that
    ///   short-lived credentials aren't refreshed for each call.
    func isDue(at now: Duration, margin: Duration) -> Bool {
        guard let start, let lifetime else { return false }
        return now - start >= lifetime - min(max(margin, .zero), lifetime / 2)
    }

    /// Whether the lifetime is known, and hasn't ended.
    func isValid(at now: Duration) -> Bool {
        guard let start, let lifetime else { return false }
        return now - start < lifetime
    }

    /// Sums of longer durations could overflow.
    private var lifetime: Duration? { credentials.expiresIn.map { min(max($0, .zero), Waiting.forever) } }

    /// The value of the `Authorization` field.
    func fieldValue(of scheme: String) throws(TernError) -> String {
        try AuthorizationPlugin.Credentials.token(credentials.token).fieldValue(of: scheme)
    }
}
