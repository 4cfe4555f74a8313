#if os(Linux)
    import TernHTTP
    import Foundation

    extension CurlCredentials {
        func checkRoots() throws(TernError) {
            guard let roots else { return }
            guard let failure = try CurlTLSCheck.failure({ Self.trust(roots, in: &$0) }) else { return }
            let problem = "\(roots.name) can't be used: a certificate may be damaged\(failure)"
            throw TransportConfiguration.refusal(problem + otherCause)
        }

        func checkIdentity() throws(TernError) {
            guard let identity, let failure = try Self.failure(of: identity) else { return }
            throw TransportConfiguration.refusal(try Self.problem(with: identity, failure))
        }

        // MARK: - Private

        /// Some TLS libraries, such as NSS, can't read certificates that are held in memory.
        private var otherCause: String {
            CurlLibrary.nameWithOtherTLS.map { ", or \($0) can't read it from memory" } ?? ""
        }

        /// - Parameter other: A certificate that replaces the identity's own.
        private static func failure(
            of identity: Identity,
            with other: MemoryFile? = nil
        ) throws(TernError) -> CurlTLSCheck.Failure? {
            // Any root: reading the system's takes long, and some versions of libcurl read them if there is no other.
            let root = try MemoryFile(Data(placeholder.utf8))
            return try CurlTLSCheck.failure { handle in
                handle.set(CurlOption.caFile, root.path)
                handle.unset(CurlOption.caPath)
                identity.apply(to: &handle, certificate: other)
            }
        }

        private static func problem(
            with identity: Identity,
            _ failure: CurlTLSCheck.Failure
        ) throws(TernError) -> String {
            guard case .pem(let certificate, let key) = identity.material else {
                if let name = CurlLibrary.nameWithOtherTLS {
                    return "\(name) has no PKCS #12. Give the certificate and its key as PEM"
                }
                return "ClientIdentity.passphrase doesn't decrypt the PKCS #12 data, or the data is damaged, or has no "
                    + "certificate with its key\(failure)"
            }
            guard failure.part != .certificate else {
                return "\(certificate.name) can't be used: it may be damaged\(failure)"
            }
            // OpenSSL reports the same error for an unreadable key, and for a key that doesn't match a certificate with
            // the same algorithm. For a certificate with another algorithm, OpenSSL reports a mismatch if the key is
            // readable.
            let placeholder = try MemoryFile(Data(placeholder.utf8))
            let isReadable = try Self.failure(of: identity, with: placeholder)?.part == .pair
            if isReadable || failure.part == .pair {
                return "\(key.name) doesn't belong to \(certificate.name)"
            }
            return key.text.privateKey?.isEncrypted == true
                ? "ClientIdentity.passphrase doesn't decrypt \(key.name), or the key is damaged\(failure)"
                : "\(key.name) can't be used: it is damaged, or doesn't belong to \(certificate.name)\(failure)"
        }

        /// A certificate for an Ed25519 key, which few clients have. Its validity doesn't matter here.
        private static let placeholder = """
            -----BEGIN CERTIFICATE-----
            MIIBQjCB9aADAgECAhRpdfb49uyE2oPLnkIciuXKswtIejAFBgMrZXAwFjEUMBIG
            A1UEAwwLcGxhY2Vob2xkZXIwIBcNMjYxMTIzMDAzODA1WhgPMjEyNjEwMzAwMDM4
            MDVaMBYxFDASBgNVBAMMC3BsYWNlaG9sZGVyMCowBQYDK2VwAyEA8f1dOaVzn+TK
            RuWfZuWg0cqfgYsj16tsBSVls6AHCLSjUzBRMB0GA1UdDgQWBBQx1D3NLkQx9MSV
            7Me40hqC4skueTAfBgNVHSMEGDAWgBQx1D3NLkQx9MSV7Me40hqC4skueTAPBgNV
            HRMBAf8EBTADAQH/MAUGAytlcANBALLAkErxAjmS4NDiKTPAEQeSf5k0UI1UHZZr
            lN/THwkCjaeiFW+7+6faWYUGDnNPdZwXxbGVF8FXXtkd+w+9fQE=
            -----END CERTIFICATE-----
            """
    }
#endif
