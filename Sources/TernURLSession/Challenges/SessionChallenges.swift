#if canImport(Security)
    import Foundation
    import Security
    import TernHTTP

    /// Translates the challenges of Apple's `URLSession` for the `ChallengeResponder`, and its outcomes for the session.
    ///
    /// This code has not been run on an Apple platform yet.
    struct SessionChallenges: Sendable {
        typealias Completion = @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void

        private let responder: ChallengeResponder
        private let trust: ServerTrustRules?
        private let identity: ClientCertificate?

        /// - Throws: `TernError` with code `.unsupportedConfiguration` if a certificate or key can't be used.
        init(_ configuration: TransportConfiguration, _ options: URLSessionTransport.Options) throws(TernError) {
            responder = ChallengeResponder(rules: ChallengeRules(configuration), handler: options.onChallenge)
            trust = try ServerTrustRules(configuration.tls)
            if let source = configuration.tls.identity {
                identity = try ClientCertificate(source)
            } else {
                identity = nil
            }
        }

        /// The challenges of a transport with a given `URLSessionConfiguration`.
        init(_ options: URLSessionTransport.Options) {
            responder = ChallengeResponder(rules: ChallengeRules(), handler: options.onChallenge)
            (trust, identity) = (nil, nil)
        }

        /// - Parameter transfer: `nil` after the task has completed.
        func respond(
            to challenge: URLAuthenticationChallenge,
            of transfer: URLSessionTransfer?,
            completion: @escaping Completion
        ) {
            let space = challenge.protectionSpace
            let method = URLSessionTransport.Challenge.Method(name: space.authenticationMethod)
            let server = space.serverTrust.map(ServerTrust.init)
            guard let transfer else {
                return perform(ChallengeResponder.lateOutcome(for: method), server, of: nil, completion)
            }
            let described = URLSessionTransport.Challenge(
                method: method,
                host: space.host,
                port: space.port,
                realm: space.realm,
                isProxy: space.isProxy(),
                previousFailures: challenge.previousFailureCount,
                request: transfer.request
            )
            responder.respond(
                to: described,
                server.map(evaluation),
                proxyResponse: challenge.failureResponse as? HTTPURLResponse,
                of: transfer
            ) { outcome in
                perform(outcome, server, of: transfer, completion)
            }
        }

        // MARK: - Private

        private func evaluation(of server: ServerTrust) -> ChallengeResponder.Server {
            ChallengeResponder.Server(
                certificates: { await server.evaluatedCertificates() },
                evaluate: { [trust] completion in
                    guard let trust else { return completion(TernError(.tlsFailed)) }
                    trust.evaluate(server, completion: completion)
                }
            )
        }

        private func perform(
            _ outcome: ChallengeResponder.Outcome,
            _ server: ServerTrust?,
            of transfer: URLSessionTransfer?,
            _ completion: Completion
        ) {
            switch outcome {
            case .systemDefault: completion(.performDefaultHandling, nil)
            case .trustServer:
                if let server {
                    completion(.useCredential, URLCredential(trust: server.trust))
                } else {
                    completion(.performDefaultHandling, nil)
                }
            case .configuredIdentity: completion(.useCredential, identity?.credential)
            case .identity(let source):
                do throws(TernError) {
                    completion(.useCredential, try ClientCertificate(source).credential)
                } catch {
                    if let transfer { ChallengeResponder.fail(transfer, with: error) }
                    completion(.cancelAuthenticationChallenge, nil)
                }
            case .credentials(let credentials, let isKept):
                let credential = URLCredential(
                    user: credentials.user,
                    password: credentials.password,
                    persistence: isKept ? .forSession : .none
                )
                completion(.useCredential, credential)
            case .cancel: completion(.cancelAuthenticationChallenge, nil)
            }
        }
    }
#endif
