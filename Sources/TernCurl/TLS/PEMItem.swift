#if os(Linux)
    import TernHTTP
    import Foundation

    /// A PEM text of the configuration, read into memory.
    struct PEMItem: Sendable {
        /// The name for error texts, such as `the certificate in "client.pem"`.
        let name: String
        let text: PEMText
        let file: MemoryFile

        /// - Parameter what: The kind of item, such as "the certificate".
        /// - Throws: `TernError` with code `.unsupportedConfiguration` if it can't be read, or holds no certificate.
        init(certificates pem: TransportConfiguration.PEM, _ what: String) throws(TernError) {
            try self.init(pem, what)
            try refuse(text.certificates.isEmpty, "no certificate in PEM format (-----BEGIN CERTIFICATE-----)")
            // OpenSSL would ask for its passphrase on the terminal.
            try refuse(text.certificates.contains(where: \.isEncrypted), "an encrypted certificate. Decrypt it first")
        }

        /// - Throws: `TernError` with code `.unsupportedConfiguration` if it can't be read, or holds no private key.
        init(privateKey pem: TransportConfiguration.PEM, hasPassphrase: Bool) throws(TernError) {
            try self.init(pem, "the private key")
            try refuse(text.privateKey == nil, "no private key in PEM format (-----BEGIN PRIVATE KEY-----)")
            try TransportConfiguration.refuse(
                text.privateKey?.isEncrypted == true && !hasPassphrase,
                "\(name) is encrypted, but ClientIdentity.passphrase is nil"
            )
        }

        // MARK: - Private

        private init(_ pem: TransportConfiguration.PEM, _ what: String) throws(TernError) {
            let (name, data) = try pem.read(what)
            self.name = name
            try TransportConfiguration.refuse(data.isEmpty, "\(name) is empty")
            text = PEMText(data)
            file = try MemoryFile(data)
        }

        /// - Parameter content: The unwanted content, or "no" and the missing content.
        private func refuse(_ isRefused: Bool, _ content: String) throws(TernError) {
            try TransportConfiguration.refuse(isRefused, "\(name) has \(content)")
        }
    }
#endif
