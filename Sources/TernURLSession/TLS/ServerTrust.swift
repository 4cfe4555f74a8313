#if canImport(Security)
    import Foundation
    import Security
    import TernHTTP

    /// The certificates that a server has sent, and the policy to evaluate them.
    ///
    /// This code has not been run on an Apple platform yet.
    // Unchecked, so that it doesn't matter whether an SDK marks SecTrust as Sendable. The functions of Certificate,
    // Key, and Trust Services are thread-safe (its programming guide, "Concurrency Considerations").
    package struct ServerTrust: @unchecked Sendable {
        let trust: SecTrust

        package init(trust: SecTrust) {
            self.trust = trust
        }

        /// Evaluation may fetch missing certificates. So it never runs on a queue of the session (documentation of
        /// SecTrustEvaluateWithError).
        static let queue = DispatchQueue(label: "Tern.trust")

        /// Evaluates the certificates. Must be called on `queue` (documentation of SecTrustEvaluateAsyncWithError).
        ///
        /// - Parameter completion: Called on `queue` if the returned status is `errSecSuccess`. Receives whether the
        ///   server is trusted, and the error.
        func evaluate(_ completion: @escaping @Sendable (Bool, CFError?) -> Void) -> OSStatus {
            SecTrustEvaluateAsyncWithError(trust, Self.queue) { _, isTrusted, error in completion(isTrusted, error) }
        }

        /// Evaluates the certificates, and returns the chain in DER, regardless of the result. Empty if there is no
        /// chain.
        func evaluatedCertificates() async -> [Data] {
            await withCheckedContinuation { continuation in
                Self.queue.async {
                    let status = evaluate { _, _ in continuation.resume(returning: certificates) }
                    if status != errSecSuccess { continuation.resume(returning: []) }
                }
            }
        }

        /// The chain in DER, the server's own certificate first. Reading this property evaluates the certificates and
        /// blocks the thread, unless they were evaluated before (documentation of SecTrustCopyCertificateChain).
        var certificates: [Data] {
            let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate] ?? []
            return chain.map { SecCertificateCopyData($0) as Data }
        }
    }
#endif
