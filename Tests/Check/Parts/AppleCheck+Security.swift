#if canImport(Security) && canImport(ImageIO)
    import Foundation
    import Security
    import Tern
    import TestDoubles

    /// Trust and identities, with certificates that OpenSSL has made.
    extension AppleCheck {
        static func checkTrust() async throws {
            let trusts: (inout TransportConfiguration.TLS) -> Void = { $0.trust = authority }
            if let error = try await problem(for: "api.example", trusts) {
                throw CheckFailure("The certificate isn't trusted: \(error)")
            }
            let error = try await problem(for: "other.example", trusts)
            try CheckFailure.require(error?.code == .tlsFailed, "Another host got \(text(error)).")
        }

        static func checkPins() async throws {
            let right = try await problem(for: "api.example") { tls in
                tls.trust = authority
                tls.pinnedPublicKeys = [AppleTLSFixtures.pin]
            }
            try CheckFailure.require(right == nil, "The right pin got \(text(right)).")
            let wrong = try await problem(for: "api.example") { tls in
                tls.trust = authority
                tls.pinnedPublicKeys = ["47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="]
            }
            try CheckFailure.require(wrong?.code == .tlsFailed, "A wrong pin got \(text(wrong)).")
            let untrusted = try await problem(for: "api.example") { $0.pinnedPublicKeys = [AppleTLSFixtures.pin] }
            try CheckFailure.require(untrusted?.code == .tlsFailed, "The pin alone got \(text(untrusted)).")
        }

        static func checkIdentity() throws {
            let identity = TransportConfiguration.ClientIdentity(
                pkcs12: AppleTLSFixtures.identity,
                passphrase: "hunter2"
            )
            let credential = try ClientCertificate(identity).credential
            try CheckFailure.require(credential.identity != nil, "The credential has no identity.")
            let status = SecItemCopyMatching(
                [
                    kSecClass as String: kSecClassCertificate, kSecAttrLabel as String: "api.example",
                    kSecMatchLimit as String: kSecMatchLimitOne,
                ] as [String: Any] as CFDictionary,
                nil
            )
            try CheckFailure.require(
                status == errSecItemNotFound,
                "The keychain may have a certificate with the label api.example (status \(status))."
            )
        }

        static func checkPassphrase() throws {
            let wrong = TransportConfiguration.ClientIdentity(pkcs12: AppleTLSFixtures.identity, passphrase: "wrong")
            try expectRefusal(with: "passphrase") { _ = try ClientCertificate(wrong) }
        }

        static func checkPEMIdentity() throws {
            var configuration = TransportConfiguration()
            configuration.tls.identity = .init(certificate: .data(Data()), privateKey: .data(Data()))
            try expectRefusal(with: "openssl pkcs12 -export") { _ = try URLSessionTransport(configuration) }
        }

        static func checkBackgroundSession() throws {
            let background = URLSessionConfiguration.background(withIdentifier: "tern-check")
            try expectRefusal(with: "background") { _ = try URLSessionTransport(configuration: background) }
        }

        // MARK: - Private

        private static let authority = TransportConfiguration.Trust.roots(.data(Data(AppleTLSFixtures.authority.utf8)))

        private static func text(_ error: TernError?) -> String {
            error.map { "an error: \($0)" } ?? "no error"
        }

        private static func expectRefusal(with words: String, _ work: () throws -> Void) throws(CheckFailure) {
            do { try work() } catch {
                let error = TernError(wrapping: error)
                return try CheckFailure.require(
                    error.code == .unsupportedConfiguration && error.reason.contains(words),
                    "The error isn't unsupportedConfiguration with \"\(words)\": \(error)"
                )
            }
            throw CheckFailure("It succeeded, but it had to fail with unsupportedConfiguration.")
        }

        /// The error of the evaluation at a time at which the certificates are valid.
        private static func problem(
            for host: String,
            _ change: (inout TransportConfiguration.TLS) -> Void
        ) async throws -> TernError? {
            var tls = TransportConfiguration.TLS()
            change(&tls)
            guard let rules = try ServerTrustRules(tls) else { throw CheckFailure("There are no rules.") }
            let server = try trust(for: host)
            return await withCheckedContinuation { continuation in
                rules.evaluate(server) { continuation.resume(returning: $0) }
            }
        }

        private static func trust(for host: String) throws -> ServerTrust {
            let lines = AppleTLSFixtures.leaf.split(separator: "\n").filter { !$0.hasPrefix("-----") }
            let der = Data(base64Encoded: lines.joined()) ?? Data()
            guard let certificate = SecCertificateCreateWithData(nil, der as CFData) else {
                throw CheckFailure("Security can't read the certificate.")
            }
            var trust: SecTrust?
            let policy = SecPolicyCreateSSL(true, host as CFString)
            var status = SecTrustCreateWithCertificates([certificate] as CFArray, policy, &trust)
            guard status == errSecSuccess, let trust else { throw CheckFailure("There is no trust, error \(status).") }
            status = SecTrustSetVerifyDate(trust, AppleTLSFixtures.date as CFDate)
            try CheckFailure.require(status == errSecSuccess, "The date can't be set, error \(status).")
            return ServerTrust(trust: trust)
        }
    }
#endif
