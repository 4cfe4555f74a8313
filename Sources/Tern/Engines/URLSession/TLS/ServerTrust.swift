#if canImport(Security)
    import Foundation
    import Security

    /// The certificates that a server has sent, and the policy to evaluate them.
    ///
    /// Not run on an Apple platform yet.
    // Unchecked, so that it doesn't matter whether an SDK marks SecTrust as Sendable. The functions of Certificate, Key,
    // and Trust Services are thread-safe (its programming guide, "Concurrency Considerations").
    struct ServerTrust: @unchecked Sendable {
        let trust: SecTrust

        /// The chain in DER, the server's own certificate first.
        var certificates: [Data] {
            let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate] ?? []
            return chain.map { SecCertificateCopyData($0) as Data }
        }
    }
#endif
