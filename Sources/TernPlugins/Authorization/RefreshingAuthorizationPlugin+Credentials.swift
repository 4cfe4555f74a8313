import Tern

extension RefreshingAuthorizationPlugin {
    /// A token that expires, with a refresh token. The description is redacted.
    public struct Credentials: Hashable, Sendable {
        /// The token for the `Authorization` field, without the name of the scheme.
        public var token: String

        /// The refresh token. If the result of a refresh has none, the previous refresh token is kept (RFC 6749,
        /// section 6).
        public var refreshToken: String?

        /// The lifetime of the token, such as `expires_in` of RFC 6749, section 5.1. It begins when the
        /// ``RefreshingAuthorizationPlugin`` receives the credentials, or at its first call if it received them earlier.
        /// `nil`, the default, if the lifetime isn't known. Then the token is refreshed only after a rejected request.
        public var expiresIn: Duration?

        /// Creates credentials. By default, there is no refresh token, and the lifetime isn't known.
        public init(token: String, refreshToken: String? = nil, expiresIn: Duration? = nil) {
            self.token = token
            self.refreshToken = refreshToken
            self.expiresIn = expiresIn
        }
    }
}

extension RefreshingAuthorizationPlugin.Credentials: CustomStringConvertible, TextReflectable {
    /// The lifetime, without the tokens.
    public var description: String {
        "token \(Redaction.mark), expires in \(expiresIn.map { "\($0)" } ?? "an unknown time")"
    }
}
