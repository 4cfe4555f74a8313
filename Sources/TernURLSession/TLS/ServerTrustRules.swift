#if canImport(Security)
    import Foundation
    import Security
    import TernHTTP

    /// The trusted certificate authorities and public keys of a transport, applied by Security.
    ///
    /// This code has not been run on an Apple platform yet.
    // Unchecked for the same reason as `ServerTrust`. Its certificates are never changed.
    package struct ServerTrustRules: @unchecked Sendable {
        /// `nil` for the authorities of the system.
        private let anchors: [SecCertificate]?
        private let pins: ServerKeyPins

        /// - Returns: `nil` if the session's own evaluation is enough.
        /// - Throws: `TernError` with code `.unsupportedConfiguration` if a certificate can't be used.
        package init?(_ tls: TransportConfiguration.TLS) throws(TernError) {
            pins = ServerKeyPins(tls.pinnedPublicKeys)
            guard case .roots(let pem) = tls.trust else {
                anchors = nil
                if pins.isEmpty { return nil }
                return
            }
            var anchors: [SecCertificate] = []
            for der in try PEMCertificates(pem, "the bundle of roots").certificates {
                guard let certificate = SecCertificateCreateWithData(nil, der as CFData) else {
                    throw TransportConfiguration.refusal("the bundle of roots can't be used: a certificate is damaged")
                }
                anchors.append(certificate)
            }
            self.anchors = anchors
        }

        /// Evaluates the certificates of a server for the host of the connection, which the session has put into the
        /// policy.
        ///
        /// - Parameter completion: Receives the error with code `.tlsFailed`, or `nil` for a trusted server.
        package func evaluate(_ server: ServerTrust, completion: @escaping @Sendable (TernError?) -> Void) {
            ServerTrust.queue.async {
                var status = errSecSuccess
                if let anchors {
                    status = SecTrustSetAnchorCertificates(server.trust, anchors as CFArray)
                    // Setting anchors already excludes the anchors of the system (documentation of
                    // SecTrustSetAnchorCertificates). This call also overrides an earlier setting of the trust object.
                    if status == errSecSuccess { status = SecTrustSetAnchorCertificatesOnly(server.trust, true) }
                }
                if status == errSecSuccess {
                    status = server.evaluate { isTrusted, error in
                        completion(problem(with: server, isTrusted: isTrusted, error))
                    }
                }
                if status != errSecSuccess { completion(Self.failure("Security's error is \(status).", nil)) }
            }
        }

        // MARK: - Private

        private func problem(with server: ServerTrust, isTrusted: Bool, _ error: CFError?) -> TernError? {
            guard isTrusted else {
                return Self.failure(error.map { "\(($0 as any Error).localizedDescription)" } ?? "", error)
            }
            return pins.problem(with: server.certificates)
        }

        private static func failure(_ details: String, _ error: CFError?) -> TernError {
            TernError(
                .tlsFailed,
                reason: "The server's certificate isn't trusted. \(details)",
                advice: "Check its host and dates. \(URLLoadingFailure.ownAuthorityAdvice)",
                underlying: error.map { $0 as any Error }
            )
        }
    }
#endif
