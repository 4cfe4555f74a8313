#if canImport(Glibc)
    import TestDoubles
    import Foundation
    import Tern
    import TernTesting
    import Testing

    /// Client identities in PKCS #12, with the engine on libcurl.
    @Suite(.timeLimit(.minutes(20)), .enabled(if: OpenSSL.isAvailable, "It takes the openssl command."))
    struct PKCS12Tests {
        private static let passphrase = "hunter2-of-the-file"

        private func authority() async throws -> (TLSAuthority, Data) {
            let authority = try await TLSAuthority()
            try await authority.issue("client")
            try await OpenSSL.run(
                "pkcs12 -export -in client.pem -inkey client.key -out client.p12 -passout pass:\(Self.passphrase)",
                in: authority.folder.url
            )
            return (authority, try Data(contentsOf: authority.file("client.p12")))
        }

        private func transport(_ identity: TransportConfiguration.ClientIdentity, _ root: URL) throws -> CurlTransport {
            var configuration = TransportConfiguration()
            configuration.proxy = .none
            configuration.tls.trust = .roots(.file(root))
            configuration.tls.identity = identity
            return try CurlTransport(configuration)
        }

        @Test func identityIsSent() async throws {
            let (authority, data) = try await authority()
            try await authority.issue("server")
            let server = try await TLSServer(
                authority,
                "server",
                "-www -Verify 1 -verify_return_error -CAfile ca.pem"
            )
            let transport = try transport(.init(pkcs12: data, passphrase: Self.passphrase), authority.root)
            for _ in 0..<2 {
                #expect(try await transport.response(to: Request(url: server.url)).statusCode == 200)
            }
        }

        @Test func wrongPassphraseOrDamagedDataIsNamed() async throws {
            let (authority, data) = try await authority()
            let server = try LoopbackServer { _ in .status(200) }
            let request = Request(url: try #require(URL(string: "https://127.0.0.1:\(server.port)/")))
            for (data, passphrase) in [(data, "wrong"), (data, ""), (data.dropLast(9), Self.passphrase)] {
                let transport = try transport(.init(pkcs12: data, passphrase: passphrase), authority.root)
                let error = try #require(
                    await #expect(throws: TernError.self) { try await transport.response(to: request) }
                )
                #expect(error.code == .tlsFailed)
                #expect(
                    error.reason.hasPrefix("The client certificate or its private key can't be used."),
                    "\(error.reason)"
                )
                #expect(!"\(error)".contains(Self.passphrase))
            }
        }

        @Test func emptyDataIsRefused() async throws {
            let authority = try await TLSAuthority()
            let error = #expect(throws: TernError.self) {
                try transport(.init(pkcs12: Data(), passphrase: ""), authority.root)
            }
            #expect(error?.code == .unsupportedConfiguration)
            #expect(error?.reason.contains("PKCS #12") == true)
        }
    }
#endif
