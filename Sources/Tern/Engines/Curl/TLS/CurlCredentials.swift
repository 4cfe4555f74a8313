#if os(Linux)
    import CTernCurl
    import Foundation

    /// The certificates and the private key of a transport. They are read and checked once, so that connecting never
    /// waits for a disk or a terminal.
    struct CurlCredentials: Sendable {
        let roots: PEMItem?
        let identity: Identity?

        struct Identity {
            let certificate: PEMItem
            let privateKey: PEMItem
            /// Empty if the key has no passphrase.
            let passphrase: String
        }

        /// - Throws: `TernError` with code `.unsupportedConfiguration` if libcurl's TLS library can't use them.
        init(_ tls: TransportConfiguration.TLS) throws(TernError) {
            if case .roots(let pem) = tls.trust {
                roots = try PEMItem(certificates: pem, "the bundle of roots")
            } else {
                roots = nil
            }
            identity = try Self.identity(tls.identity)
            try checkRoots()
            try checkIdentity()
        }

        func apply(to handle: inout CurlHandle) {
            if let roots { Self.trust(roots, in: &handle) }
            identity?.apply(to: &handle)
        }

        static func trust(_ roots: PEMItem, in handle: inout CurlHandle) {
            handle.set(CurlOption.caFile, roots.file.path)
            handle.unset(CurlOption.caPath)
            // The same roots apply to an https proxy.
            guard CurlLibrary.has(.httpsProxy) else { return }
            handle.set(CurlOption.proxyCAFile, roots.file.path)
            handle.unset(CurlOption.proxyCAPath)
        }

        private static func identity(
            _ identity: TransportConfiguration.ClientIdentity?
        ) throws(TernError) -> Identity? {
            guard let identity else { return nil }
            let passphrase = identity.passphrase ?? ""
            try TransportConfiguration.refuse(
                passphrase.utf8.contains(0),
                "the passphrase of the private key contains a zero byte"
            )
            return Identity(
                certificate: try PEMItem(certificates: identity.certificate, "the certificate"),
                privateKey: try PEMItem(privateKey: identity.privateKey, hasPassphrase: !passphrase.isEmpty),
                passphrase: passphrase
            )
        }
    }

    extension CurlCredentials.Identity {
        /// - Parameter other: A certificate that replaces the identity's own.
        func apply(to handle: inout CurlHandle, certificate other: MemoryFile? = nil) {
            handle.set(CurlOption.clientCertificate, (other ?? certificate.file).path)
            handle.set(CurlOption.privateKey, privateKey.file.path)
            // If none is set, OpenSSL asks for the passphrase on the terminal.
            handle.set(CurlOption.passphrase, passphrase)
        }
    }
#endif
