#if canImport(Security)
    import Foundation
    import Security

    /// Responds to the authentication challenges of Apple's `URLSession`.
    ///
    /// The implementation follows Apple's article "Handling an authentication challenge": the completion handler is
    /// called exactly once, on any queue, and `performDefaultHandling` acts as if there were no delegate method. This
    /// code has not been run on an Apple platform yet.
    struct ChallengeResponder: Sendable {
        typealias Completion = @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void

        private let rules: ChallengeRules
        private let trust: ServerTrustRules?
        private let identity: ClientCertificate?
        private let handler: (@Sendable (URLSessionTransport.Challenge) async -> URLSessionTransport.ChallengeResponse)?

        /// - Throws: `TernError` with code `.unsupportedConfiguration` if a certificate or key can't be used.
        init(_ configuration: TransportConfiguration, _ options: URLSessionTransport.Options) throws(TernError) {
            rules = ChallengeRules(configuration)
            trust = try ServerTrustRules(configuration.tls)
            if let source = configuration.tls.identity {
                identity = try ClientCertificate(source)
            } else {
                identity = nil
            }
            handler = options.onChallenge
        }

        /// Creates the responder of a transport with a given `URLSessionConfiguration`.
        init(_ options: URLSessionTransport.Options) {
            rules = ChallengeRules()
            (trust, identity) = (nil, nil)
            handler = options.onChallenge
        }

        func respond(
            to challenge: URLAuthenticationChallenge,
            of transfer: URLSessionTransfer,
            completion: @escaping Completion
        ) {
            let server = challenge.protectionSpace.serverTrust.map(ServerTrust.init)
            let described = URLSessionTransport.Challenge(challenge, of: transfer.request)
            if described.isProxy { transfer.challengedByProxy(challenge.failureResponse as? HTTPURLResponse) }
            if described.method.takesPassword { transfer.challengedForPassword(by: described.method) }
            guard let handler else { return perform(rules.action(for: described), server, of: transfer, completion) }
            guard transfer.mayCallChallengeHandler() else {
                return perform(rules.actionWithoutHandler(for: described), server, of: transfer, completion)
            }
            // The delegate method can't wait. The end of the exchange cancels the task.
            transfer.run {
                var described = described
                // The certificates are read in this task, because they need an evaluation. The session's queue must not
                // wait for it.
                if let server { described.certificates = await server.evaluatedCertificates() }
                let response = await handler(described)
                perform(rules.action(for: described, response), server, of: transfer, completion)
            }
        }

        // MARK: - Private

        private func perform(
            _ action: ChallengeRules.Action,
            _ server: ServerTrust?,
            of transfer: URLSessionTransfer,
            _ completion: @escaping Completion
        ) {
            switch action {
            case .systemDefault:
                completion(.performDefaultHandling, nil)
            case .trustServer:
                accept(server, completion)
            case .evaluateTrust:
                guard let server, let trust else { return fail(TernError(.tlsFailed), transfer, completion) }
                trust.evaluate(server) { error in
                    if let error { fail(error, transfer, completion) } else { accept(server, completion) }
                }
            case .configuredIdentity:
                completion(.useCredential, identity?.credential)
            case .identity(let source):
                do throws(TernError) {
                    completion(.useCredential, try ClientCertificate(source).credential)
                } catch {
                    fail(error, transfer, completion)
                }
            case .credentials(let credentials):
                completion(.useCredential, credentials.credential(.none))
            case .proxyCredentials(let credentials):
                completion(.useCredential, credentials.credential(.forSession))
            case .fail(let error):
                fail(error, transfer, completion)
            }
        }

        private func accept(_ server: ServerTrust?, _ completion: Completion) {
            if let server {
                completion(.useCredential, URLCredential(trust: server.trust))
            } else {
                completion(.performDefaultHandling, nil)
            }
        }

        private func fail(_ error: TernError, _ transfer: URLSessionTransfer, _ completion: Completion) {
            // The transfer fails first, so that the session's cancellation doesn't become the error of the call.
            transfer.fail(transfer.addingProxyResponse(to: error))
            completion(.cancelAuthenticationChallenge, nil)
        }
    }

    extension ChallengeRules.Credentials {
        fileprivate func credential(_ persistence: URLCredential.Persistence) -> URLCredential {
            URLCredential(user: user, password: password, persistence: persistence)
        }
    }

    extension URLSessionTransport.Challenge {
        /// Creates a challenge without the certificates of a server.
        fileprivate init(_ challenge: URLAuthenticationChallenge, of request: Request) {
            let space = challenge.protectionSpace
            self.init(
                method: Method(name: space.authenticationMethod),
                host: space.host,
                port: space.port,
                realm: space.realm,
                isProxy: space.isProxy(),
                previousFailures: challenge.previousFailureCount,
                request: request
            )
        }
    }
#endif
