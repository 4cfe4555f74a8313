import Foundation
import TernHTTP

/// Decides how a session responds to a challenge. It is pure, so that it is tested on all platforms.
struct ChallengeRules: Sendable {
    typealias Challenge = URLSessionTransport.Challenge
    typealias ChallengeResponse = URLSessionTransport.ChallengeResponse

    struct Credentials: Sendable, Equatable {
        let user: String
        let password: String
    }

    /// The action of the session.
    enum Action: Sendable {
        /// The session acts as if it had no delegate.
        case systemDefault
        /// Evaluates the server's certificates with the trust and pins of the configuration.
        case evaluateTrust
        case trustServer
        case identity(TransportConfiguration.ClientIdentity)
        /// The identity of the configuration.
        case configuredIdentity
        /// The credentials from the handler. They aren't stored, since the whole app may share the storage.
        case credentials(Credentials)
        /// The credentials in the proxy's URL. The session keeps them for its later connections.
        case proxyCredentials(Credentials)
        case fail(TernError)
    }

    /// The maximum number of calls of the handler for one request.
    static let maximumHandlerCalls = 5

    /// Whether the trust or the pins differ from the system's.
    var hasTrustRules = false
    var hasIdentity = false
    /// The credentials in the proxy's URL.
    var proxyCredentials: Credentials?

    init(_ configuration: TransportConfiguration) {
        hasTrustRules = configuration.tls.trust != .system || !configuration.tls.pinnedPublicKeys.isEmpty
        hasIdentity = configuration.tls.identity != nil
        if case .url(let url, _) = configuration.proxy { proxyCredentials = Credentials(of: url) }
    }

    /// Creates the rules of a transport with a given `URLSessionConfiguration`.
    init() {}

    /// - Parameter response: The handler's response, or `.standard` without a handler.
    func action(for challenge: Challenge, _ response: ChallengeResponse = .standard) -> Action {
        switch (response, challenge.method) {
        case (.standard, _): standardAction(for: challenge)
        case (.refuse(let reason), _): .fail(Self.refusal(of: challenge, reason))
        case (.trustServer, .serverTrust): .trustServer
        case (.identity(let identity), .clientCertificate): .identity(identity)
        case (.credentials(let user, let password), let method) where method.takesPassword:
            .credentials(Credentials(user: user, password: password))
        default:
            .fail(
                Self.refusal(of: challenge, "onChallenge responded to \(challenge.method) with: \(response).")
            )
        }
    }

    /// The action if the handler must not be called any more. The handler might have refused the server, so no server
    /// is trusted without a call of the handler.
    func actionWithoutHandler(for challenge: Challenge) -> Action {
        switch challenge.method {
        case .serverTrust, .clientCertificate:
            let reason =
                "onChallenge was called \(Self.maximumHandlerCalls) times for this request, or the request has ended."
            return .fail(TernError(.tlsFailed, reason: reason))
        default: return standardAction(for: challenge)
        }
    }

    // MARK: - Private

    private func standardAction(for challenge: Challenge) -> Action {
        switch challenge.method {
        case .serverTrust:
            return hasTrustRules ? .evaluateTrust : .systemDefault
        case .clientCertificate:
            return hasIdentity ? .configuredIdentity : .systemDefault
        case let method where method.takesPassword && challenge.isProxy:
            // The system may have credentials for a proxy from its own settings. Repeating refused credentials would
            // never end.
            guard challenge.previousFailures == 0 else { return .fail(Self.proxyFailure) }
            return proxyCredentials.map { .proxyCredentials($0) } ?? .systemDefault
        default:
            // Without stored credentials, the response of the server with status 401 is the result.
            return .systemDefault
        }
    }

    /// The error for a proxy's status 407.
    static var proxyFailure: TernError {
        TernError(
            .proxyFailed,
            reason:
                "The proxy requires credentials, or rejected the given ones (status 407). Give them in the proxy's URL."
        )
    }

    private static func refusal(of challenge: Challenge, _ reason: String) -> TernError {
        let code: TernError.Code =
            switch challenge.method {
            case .serverTrust, .clientCertificate: .tlsFailed
            default: challenge.isProxy ? .proxyFailed : .missingCredentials
            }
        return TernError(code, reason: reason)
    }
}

extension ChallengeRules.Credentials {
    /// - Parameter url: The URL of a proxy.
    /// - Returns: `nil` if its user info is missing.
    init?(of url: URL) {
        guard let user = url.user(percentEncoded: false), !user.isEmpty else { return nil }
        self.init(user: user, password: url.password(percentEncoded: false) ?? "")
    }
}
