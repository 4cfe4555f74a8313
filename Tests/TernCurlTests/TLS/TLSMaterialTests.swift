#if os(Linux)
    import TestDoubles
    import Foundation
    import Tern
    import TernTesting
    import Testing

    /// Certificates and keys that can't be read are errors when the transport is made. Those that the TLS library can't
    /// decode, or that don't belong together, are errors of a call.
    @Suite(.timeLimit(.minutes(20)), .enabled(if: OpenSSL.isAvailable, "It takes the openssl command."))
    struct TLSMaterialTests {
        private typealias PEM = TransportConfiguration.PEM

        private static let passphrase = "hunter2-of-the-key"

        private func error(
            _ change: (inout TransportConfiguration.TLS) -> Void
        ) throws -> TernError {
            var configuration = TransportConfiguration()
            change(&configuration.tls)
            return try #require(#expect(throws: TernError.self) { try CurlTransport(configuration) })
        }

        private func identity(
            _ authority: TLSAuthority,
            certificate: PEM? = nil,
            key: PEM? = nil,
            passphrase: String? = nil
        ) -> TransportConfiguration.ClientIdentity {
            TransportConfiguration.ClientIdentity(
                certificate: certificate ?? .file(authority.file("client.pem")),
                privateKey: key ?? .file(authority.file("client.key")),
                passphrase: passphrase
            )
        }

        private func error(
            _ authority: TLSAuthority,
            certificate: PEM? = nil,
            key: PEM? = nil,
            passphrase: String? = nil
        ) throws -> TernError {
            let error = try error { tls in
                tls.identity = identity(authority, certificate: certificate, key: key, passphrase: passphrase)
            }
            expectNoSecret(in: error)
            return error
        }

        /// The error of a call to a server that doesn't speak TLS.
        private func callError(_ change: (inout TransportConfiguration.TLS) -> Void) async throws -> TernError {
            var configuration = TransportConfiguration()
            configuration.proxy = .none
            change(&configuration.tls)
            let server = try LoopbackServer { _ in .status(200) }
            let request = Request(url: try #require(URL(string: "https://127.0.0.1:\(server.port)/")))
            let transport = try CurlTransport(configuration)
            let error = try #require(
                await #expect(throws: TernError.self) { try await transport.response(to: request) }
            )
            #expect(error.code == .tlsFailed)
            expectNoSecret(in: error)
            return error
        }

        private func expectRefusal(
            _ authority: TLSAuthority,
            certificate: PEM? = nil,
            key: PEM? = nil,
            passphrase: String? = nil
        ) async throws {
            let error = try await callError { tls in
                tls.identity = identity(authority, certificate: certificate, key: key, passphrase: passphrase)
            }
            #expect(error.reason.hasPrefix("The client certificate or its private key can't be used."), "\(error)")
            #expect(error.advice.contains("tls.identity") && error.advice.contains("passphrase"))
        }

        private func expectNoSecret(in error: TernError) {
            for text in ["\(error)", String(reflecting: error), error.localizedDescription] {
                #expect(!text.contains(Self.passphrase) && !text.contains("PRIVATE KEY-----\n"))
            }
        }

        private func expect(_ error: TernError, says parts: String...) {
            #expect(error.code == .unsupportedConfiguration)
            for part in parts { #expect(error.reason.contains(part), "\(error.reason)") }
        }

        private func authority() async throws -> TLSAuthority {
            let authority = try await TLSAuthority()
            try await authority.issue("client")
            return authority
        }

        // MARK: - Keys

        @Test func encryptedKeyNeedsItsPassphrase() async throws {
            let authority = try await authority()
            try await authority.encryptKey(of: "client", passphrase: Self.passphrase)
            let key = PEM.file(authority.file("client-encrypted.key"))
            for passphrase in [nil, ""] {
                let error = try error(authority, key: key, passphrase: passphrase)
                expect(error, says: "client-encrypted.key", "is encrypted", "passphrase")
            }
        }

        /// The key format of OpenSSL before PKCS #8.
        @Test func keyEncryptedInTheTraditionalFormatNeedsItsPassphrase() async throws {
            let authority = try await authority()
            try await OpenSSL.run(
                "ec -in client.key -aes256 -out old.key -passout pass:\(Self.passphrase)",
                in: authority.folder.url
            )
            let key = PEM.data(try Data(contentsOf: authority.file("old.key")))
            expect(try error(authority, key: key), says: "the private key", "is encrypted", "passphrase")
            try await expectRefusal(authority, key: key, passphrase: Self.passphrase + "x")
            let right = try await callError { $0.identity = identity(authority, key: key, passphrase: Self.passphrase) }
            #expect(right.reason.hasPrefix("The server doesn't speak TLS on this port."), "\(right)")
        }

        @Test func wrongPassphraseIsNamed() async throws {
            let authority = try await authority()
            try await authority.encryptKey(of: "client", passphrase: "another")
            let key = PEM.file(authority.file("client-encrypted.key"))
            try await expectRefusal(authority, key: key, passphrase: Self.passphrase)
        }

        @Test func keyOfAnotherCertificateIsNamed() async throws {
            let authority = try await authority()
            try await authority.issue("other")
            try await expectRefusal(authority, key: .file(authority.file("other.key")))
            try await authority.encryptKey(of: "other", passphrase: Self.passphrase)
            let key = PEM.file(authority.file("other-encrypted.key"))
            try await expectRefusal(authority, key: key, passphrase: Self.passphrase)
        }

        @Test func keyOfAnotherAlgorithmIsNamed() async throws {
            let authority = try await authority()
            try await OpenSSL.run("genrsa -out rsa.key 2048", in: authority.folder.url)
            try await expectRefusal(authority, key: .file(authority.file("rsa.key")))
        }

        @Test func damagedKeyIsNamed() async throws {
            try await expectRefusal(authority(), key: PEM.data(Self.block("PRIVATE KEY")))
        }

        @Test func swappedIdentityIsNamed() async throws {
            let authority = try await authority()
            let error = try error(
                authority,
                certificate: .file(authority.file("client.key")),
                key: .file(authority.file("client.pem"))
            )
            expect(error, says: "client.key", "no certificate")
        }

        @Test func certificateUsedAsTheKeyIsNamed() async throws {
            let authority = try await authority()
            let error = try error(authority, key: .file(authority.file("client.pem")))
            expect(error, says: "client.pem", "no private key")
        }

        // MARK: - Certificates

        @Test func damagedCertificateIsNamed() async throws {
            try await expectRefusal(authority(), certificate: PEM.data(Self.block("CERTIFICATE")))
        }

        @Test func damagedRootIsNamed() async throws {
            let damaged = Self.block("CERTIFICATE")
            let authority = try await authority()
            // The authority removes its files at the end of its life.
            let root = try withExtendedLifetime(authority) { try Data(contentsOf: authority.root) }
            for roots in [damaged, root + damaged] {
                let error = try await callError { $0.trust = .roots(.data(roots)) }
                #expect(error.reason.hasPrefix("The certificate authorities can't be loaded."), "\(error)")
                #expect(error.advice.contains("tls.trust"))
            }
        }

        /// OpenSSL would ask for its passphrase on the terminal.
        @Test func encryptedCertificateIsRefused() async throws {
            let authority = try await authority()
            let encrypted = PEM.data(
                Self.block("CERTIFICATE", header: "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,00\n\n")
            )
            expect(try error { $0.trust = .roots(encrypted) }, says: "the bundle of roots", "encrypted")
            expect(try error(authority, certificate: encrypted), says: "the certificate", "encrypted")
        }

        @Test(arguments: ["", "\n", "garbage", "-----BEGIN CERTIFICATE-----", "-----BEGIN PRIVATE KEY-----\nAAAA\n"])
        func textWithoutACertificateIsNamed(text: String) async throws {
            let authority = try await authority()
            let data = PEM.data(Data(text.utf8))
            let problem = text.isEmpty ? "empty" : "no certificate"
            expect(try error { $0.trust = .roots(data) }, says: "the bundle of roots", problem)
            expect(try error(authority, certificate: data), says: "the certificate", problem)
            expect(
                try error(authority, key: data),
                says: "the private key",
                text.isEmpty ? "empty" : "no private key"
            )
        }

        // MARK: - Files

        @Test func missingOrIrregularFileIsNamed() async throws {
            let authority = try await authority()
            let missing = authority.file("missing.pem")
            expect(try error { $0.trust = .roots(.file(missing)) }, says: "missing.pem", "No such file")
            expect(try error(authority, key: .file(missing)), says: "missing.pem", "No such file")

            let folder = PEM.file(authority.folder.url)
            expect(try error { $0.trust = .roots(folder) }, says: "the bundle of roots", "Is a directory")

            // Opening a pipe would wait for a writer, and reading it would wait for bytes.
            let pipe = authority.file("pipe.pem")
            #expect(mkfifo(pipe.path, 0o600) == 0)
            expect(try error { $0.trust = .roots(.file(pipe)) }, says: "pipe.pem", "is a FIFO")

            let empty = PEM.file(try authority.folder.file("empty.pem", Data()))
            expect(try error(authority, certificate: empty), says: "empty.pem", "empty")

            let web = try #require(URL(string: "https://example.com\(authority.root.path)"))
            expect(try error { $0.trust = .roots(.file(web)) }, says: "ca.pem", "a file URL")
        }

        @Test(.enabled(if: getuid() != 0, "The superuser reads every file."))
        func unreadableFileIsNamed() async throws {
            let authority = try await authority()
            #expect(chmod(authority.file("client.key").path, 0) == 0)
            expect(try error(authority), says: "client.key", "Permission denied")
        }

        // MARK: - Once

        /// This shows that the engine's thread reads no file.
        @Test func filesAreReadWhenTheTransportIsMade() async throws {
            let authority = try await authority()
            try await authority.issue("server")
            let server = try await TLSServer(
                authority,
                "server",
                "-www -Verify 1 -verify_return_error -CAfile ca.pem"
            )
            var configuration = TransportConfiguration()
            configuration.proxy = .none
            configuration.tls.trust = .roots(.file(authority.root))
            configuration.tls.identity = authority.identity("client")
            let transport = try CurlTransport(configuration)
            for name in ["ca.pem", "client.pem", "client.key"] {
                try FileManager.default.removeItem(at: authority.file(name))
            }
            for _ in 0..<2 {
                let request = Request(url: server.url)
                #expect(try await transport.response(to: request).statusCode == 200)
            }
        }

        private static func block(_ label: String, header: String = "") -> Data {
            Data("-----BEGIN \(label)-----\n\(header)MIIBtest\n-----END \(label)-----\n".utf8)
        }
    }
#endif
