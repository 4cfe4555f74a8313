import Foundation
import TernHTTP

/// Responds to the authentication challenges of a session, with the rules of the configuration and the app's handler.
///
/// Each challenge receives exactly one outcome, on any queue (Apple's article "Handling an authentication challenge").
struct ChallengeResponder: Sendable {
    /// How the session continues after a challenge.
    enum Outcome: Sendable, Equatable {
        /// The session acts as if it had no delegate.
        case systemDefault
        case trustServer
        /// The identity of the configuration.
        case configuredIdentity
        case identity(TransportConfiguration.ClientIdentity)
        /// - Parameter isKept: Whether the session keeps the credentials for its later connections.
        case credentials(ChallengeRules.Credentials, isKept: Bool)
        /// The session cancels the task. The transfer has failed before.
        case cancel
    }

    /// The certificates that a server has sent.
    struct Server: Sendable {
        /// Returns the chain in DER, the server's own certificate first.
        let certificates: @Sendable () async -> [Data]
        /// Evaluates the trust and the pins of the configuration. Passes the error, or `nil` for a trusted server.
        let evaluate: @Sendable (_ completion: @escaping @Sendable (TernError?) -> Void) -> Void
    }

    let rules: ChallengeRules
    let handler: (@Sendable (URLSessionTransport.Challenge) async -> URLSessionTransport.ChallengeResponse)?

    /// - Parameters:
    ///   - server: `nil` if the challenge isn't about the trust of a server.
    ///   - proxyResponse: The response of the proxy that sent the challenge. `nil` if the session doesn't provide it.
    ///   - transfer: The transfer of the task. `nil` after the task has completed.
    func respond(
        to challenge: URLSessionTransport.Challenge,
        _ server: Server? = nil,
        proxyResponse: HTTPURLResponse? = nil,
        of transfer: URLSessionTransfer,
        completion: @escaping @Sendable (Outcome) -> Void
    ) {
        if challenge.isProxy { transfer.challengedByProxy(proxyResponse) }
        if challenge.method.takesPassword { transfer.challengedForPassword(by: challenge.method) }
        guard let handler else { return perform(rules.action(for: challenge), server, of: transfer, completion) }
        guard transfer.mayCallChallengeHandler() else {
            return perform(rules.actionWithoutHandler(for: challenge), server, of: transfer, completion)
        }
        // The delegate method can't wait. The end of the exchange cancels the task.
        transfer.run {
            var challenge = challenge
            // The certificates are read in this task, because they need an evaluation. The session's queue must not
            // wait for it.
            if let server { challenge.certificates = await server.certificates() }
            let response = await handler(challenge)
            perform(rules.action(for: challenge, response), server, of: transfer, completion)
        }
    }

    /// The outcome after the task has completed. Its challenge handler and its trust rules can't refuse the server any
    /// more.
    static func lateOutcome(for method: URLSessionTransport.Challenge.Method) -> Outcome {
        method == .serverTrust ? .cancel : .systemDefault
    }

    static func fail(_ transfer: URLSessionTransfer, with error: TernError) {
        transfer.fail(transfer.state.withLock { $0.exchange.addingProxyResponse(to: error) })
    }

    // MARK: - Private

    private func perform(
        _ action: ChallengeRules.Action,
        _ server: Server?,
        of transfer: URLSessionTransfer,
        _ completion: @escaping @Sendable (Outcome) -> Void
    ) {
        // The transfer fails first, so that the session's cancellation doesn't become the error of the call.
        let fail: @Sendable (TernError) -> Void = { error in
            Self.fail(transfer, with: error)
            completion(.cancel)
        }
        switch action {
        case .systemDefault: completion(.systemDefault)
        case .trustServer: completion(.trustServer)
        case .evaluateTrust:
            guard let server else { return fail(TernError(.tlsFailed)) }
            server.evaluate { error in
                if let error { fail(error) } else { completion(.trustServer) }
            }
        case .configuredIdentity: completion(.configuredIdentity)
        case .identity(let identity): completion(.identity(identity))
        case .credentials(let credentials): completion(.credentials(credentials, isKept: false))
        case .proxyCredentials(let credentials): completion(.credentials(credentials, isKept: true))
        case .fail(let error): fail(error)
        }
    }
}
