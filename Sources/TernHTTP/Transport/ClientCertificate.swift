#if canImport(Security)
    import Foundation
    import Security

    /// A client identity for Apple's Security framework.
    ///
    /// This code has not been run on an Apple platform yet.
    // Unchecked for the same reason as `ServerTrust`. An identity doesn't change.
    package struct ClientCertificate: @unchecked Sendable, Hashable {
        private let identity: SecIdentity
        private let intermediates: [SecCertificate]

        init(_ identity: SecIdentity, intermediates: [SecCertificate]) {
            self.identity = identity
            self.intermediates = intermediates
        }

        /// - Throws: `TernError` with code `.unsupportedConfiguration` if Security can't use the identity.
        package init(_ source: TransportConfiguration.ClientIdentity) throws(TernError) {
            if let problem = source.problemForSecurity { throw TransportConfiguration.refusal(problem) }
            switch source.source {
            case .security(let certificate): self = certificate
            case .pkcs12(let data): self = try Self.imported(data, passphrase: source.passphrase ?? "")
            case .pem: throw TransportConfiguration.refusal("URLSession can't use a client identity in PEM format")
            }
        }

        /// The credential with which a session responds to a server that requests a certificate. The chain of
        /// intermediates doesn't contain the identity's own certificate (documentation of
        /// URLCredential.init(identity:certificates:persistence:)).
        package var credential: URLCredential {
            let chain = intermediates.isEmpty ? nil : intermediates
            return URLCredential(identity: identity, certificates: chain, persistence: .forSession)
        }

        package static func == (left: Self, right: Self) -> Bool {
            left.identity === right.identity && left.intermediates.elementsEqual(right.intermediates, by: ===)
        }

        package func hash(into hasher: inout Hasher) {
            hasher.combine(ObjectIdentifier(identity))
        }

        // MARK: - Private

        private static func imported(_ data: Data, passphrase: String) throws(TernError) -> ClientCertificate {
            var options: [String: Any] = [kSecImportExportPassphrase as String: passphrase]
            // Before macOS 15, the only possibility on a Mac is the default keychain. The other platforms never add the
            // items to a keychain (documentation of SecPKCS12Import and kSecImportToMemoryOnly).
            if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
                options[kSecImportToMemoryOnly as String] = true
            }
            var items: CFArray?
            let status = SecPKCS12Import(data as CFData, options as CFDictionary, &items)
            try TransportConfiguration.refuse(
                status == errSecAuthFailed || status == errSecPkcs12VerifyFailure,
                "ClientIdentity.passphrase doesn't decrypt the PKCS #12 data"
            )
            let text = SecCopyErrorMessageString(status, nil) as String? ?? "error \(status)"
            try TransportConfiguration.refuse(status != errSecSuccess, "the PKCS #12 data can't be used: \(text)")
            guard let item = (items as? [[String: Any]])?.first(where: { $0[kSecImportItemIdentity as String] != nil }),
                let value = item[kSecImportItemIdentity as String] as CFTypeRef?,
                CFGetTypeID(value) == SecIdentityGetTypeID()
            else { throw TransportConfiguration.refusal("the PKCS #12 data has no certificate with a private key") }
            // The compiler rejects `as?` for a Core Foundation type, since such a cast always succeeds. The type was
            // checked before.
            let identity = unsafeDowncast(value, to: SecIdentity.self)
            let chain = item[kSecImportItemCertChain as String] as? [SecCertificate] ?? []
            return ClientCertificate(identity, intermediates: Array(chain.dropFirst()))
        }
    }
#endif
