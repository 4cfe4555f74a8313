#if os(Linux)
    import TernHTTP
    import CTern
    import Foundation

    /// The certificates and the private key of a transport. They are read once, so that connecting never waits for a
    /// disk or a terminal.
    final class CurlCredentials: Sendable {
        let roots: PEMItem?
        let identity: Identity?

        struct Identity {
            let material: Material
            /// Empty if the key has no passphrase.
            let passphrase: String
        }

        enum Material {
            case pem(certificate: PEMItem, privateKey: PEMItem)
            case pkcs12(MemoryFile)
        }

        /// - Throws: `TernError` with code `.unsupportedConfiguration` if they can't be read, or have no certificate or key.
        ///   libcurl's TLS library decodes them when it connects.
        init(_ tls: TransportConfiguration.TLS) throws(TernError) {
            if case .roots(let pem) = tls.trust {
                roots = try PEMItem(certificates: pem, "the bundle of roots")
            } else {
                roots = nil
            }
            identity = try Self.identity(tls.identity)
        }

        func apply(to handle: inout CurlHandle) {
            if let roots { Self.trust(roots, in: &handle) }
            identity?.apply(to: &handle)
        }

        private static func trust(_ roots: PEMItem, in handle: inout CurlHandle) {
            handle.set(CurlOption.caFile, roots.file.path)
            unsetFolder(CurlOption.caPath, in: &handle)
            // The same roots apply to an https proxy.
            guard CurlLibrary.has(.httpsProxy) else { return }
            handle.set(CurlOption.proxyCAFile, roots.file.path)
            unsetFolder(CurlOption.proxyCAPath, in: &handle)
        }

        /// Makes libcurl read no certificates from a folder, also where it would use its compiled-in one.
        private static func unsetFolder(_ option: Int32, in handle: inout CurlHandle) {
            // The folder of the process's threads, which exists and never contains a certificate.
            if CurlLibrary.replacesUnsetRoots { handle.set(option, "/proc/self/task") } else { handle.unset(option) }
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
            switch identity.source {
            case .pem(let certificate, let privateKey):
                let material = Material.pem(
                    certificate: try PEMItem(certificates: certificate, "the certificate"),
                    privateKey: try PEMItem(privateKey: privateKey, hasPassphrase: !passphrase.isEmpty)
                )
                return Identity(material: material, passphrase: passphrase)
            case .pkcs12(let data):
                try TransportConfiguration.refuse(data.isEmpty, "the PKCS #12 data is empty")
                if let name = CurlLibrary.nameWithOtherTLS {
                    let problem = "\(name) has no PKCS #12. Give the certificate and its key as PEM"
                    throw TransportConfiguration.refusal(problem)
                }
                return Identity(material: .pkcs12(try MemoryFile(data)), passphrase: passphrase)
            }
        }
    }

    extension CurlCredentials.Identity {
        func apply(to handle: inout CurlHandle) {
            switch material {
            case .pem(let certificate, let privateKey):
                handle.set(CurlOption.clientCertificate, certificate.file.path)
                handle.set(CurlOption.privateKey, privateKey.file.path)
            case .pkcs12(let file):
                handle.set(CurlOption.clientCertificateType, "P12")
                handle.set(CurlOption.clientCertificate, file.path)
            }
            // If none is set, OpenSSL asks for the passphrase on the terminal.
            handle.set(CurlOption.passphrase, passphrase)
        }
    }
#endif
