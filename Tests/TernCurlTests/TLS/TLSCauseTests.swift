#if os(Linux)
    import TestDoubles
    import Foundation
    import Tern
    import TernTesting
    import Testing

    /// The error of a failed TLS connection has the cause and the next step.
    @Suite(.timeLimit(.minutes(20)), .enabled(if: OpenSSL.isAvailable, "It takes the openssl command."))
    struct TLSCauseTests {
        private typealias Change = (inout TransportConfiguration) -> Void

        private func authority() async throws -> TLSAuthority {
            let authority = try await TLSAuthority()
            try await authority.issue("server")
            return authority
        }

        private func error(
            of url: URL,
            _ authority: TLSAuthority,
            _ change: Change = { _ in }
        ) async throws -> TernError {
            var configuration = TransportConfiguration()
            configuration.proxy = .none
            configuration.tls.trust = .roots(.file(authority.root))
            change(&configuration)
            let transport = try CurlTransport(configuration)
            let request = Request(url: url)
            let error = try #require(
                await #expect(throws: TernError.self) { try await transport.response(to: request) }
            )
            #expect(error.code == .tlsFailed, "\(error.reason)")
            return error
        }

        private func error(
            _ options: String = "-www",
            certificate: String = "server",
            _ change: Change = { _ in }
        ) async throws -> TernError {
            let authority = try await authority()
            if certificate == "expired" { try await authority.issue("expired", days: -1) }
            if certificate == "other" { try await authority.issue("other", for: "DNS:other.example") }
            let server = try await TLSServer(authority, certificate, options)
            return try await error(of: server.url, authority, change)
        }

        @Test func tunnelThatEndsInTheHandshakeNamesTheProxy() async throws {
            let proxy = try LoopbackServer { _ in .status(200, headers: ["Connection": "close"]) }
            let url = try #require(URL(string: "https://api.example/"))

            let error = try await error(of: url, authority()) { $0.proxy = .url(proxy.url) }

            #expect(error.reason.hasPrefix("The connection through the proxy was closed in the TLS handshake."))
            #expect(error.advice.hasPrefix("Check that the proxy lets connections to this host pass"))
            #expect(proxy.requests.map(\.method) == [HTTPMethod(rawValue: "CONNECT")])
        }

        @Test func untrustedCertificate() async throws {
            let error = try await error { $0.tls.trust = .system }
            #expect(error.reason.hasPrefix("The server's certificate isn't trusted. "), "\(error)")
            #expect(error.advice.contains("tls.trust"))
        }

        @Test func expiredCertificate() async throws {
            let error = try await error(certificate: "expired")
            #expect(error.reason.hasPrefix("The server's certificate has expired. "), "\(error)")
        }

        @Test func certificateForAnotherHost() async throws {
            let error = try await error(certificate: "other")
            #expect(error.reason.hasPrefix("The server's certificate is for another host. "), "\(error)")
            #expect(error.reason.contains("127.0.0.1"))
        }

        @Test func unpinnedPublicKey() async throws {
            let error = try await error { $0.tls.pinnedPublicKeys = [Data(count: 32).base64EncodedString()] }
            #expect(error.reason.hasPrefix("The server's public key is not in tls.pinnedPublicKeys. "), "\(error)")
        }

        @Test func unsupportedVersion() async throws {
            let error = try await error("-www -tls1_2") { $0.tls.minimumVersion = .v13 }
            #expect(error.reason.hasPrefix("Client and server have no TLS version in common. "), "\(error)")
            #expect(error.advice.contains("tls.minimumVersion"))
        }

        @Test func serverWithoutTLS() async throws {
            let server = try LoopbackServer { _ in .status(200) }
            let url = try #require(URL(string: "https://127.0.0.1:\(server.port)/"))
            let error = try await error(of: url, authority())
            #expect(error.reason.hasPrefix("The server doesn't speak TLS on this port. "), "\(error)")
            #expect(error.advice.hasPrefix("Check the port of the URL, and use http: in place of https: "), "\(error)")
            #expect(!error.description.contains("certificate"), "\(error)")
        }

        @Test(arguments: ["-tls1_2", "-tls1_3"])
        func missingClientCertificate(version: String) async throws {
            let error = try await error("-www \(version) -Verify 1 -verify_return_error -CAfile ca.pem")
            #expect(error.reason.contains("client certificate") && error.advice.contains("tls.identity"), "\(error)")
        }

        @Test(arguments: ["-tls1_2", "-tls1_3"])
        func refusedClientCertificate(version: String) async throws {
            let strangers = try await TLSAuthority()
            try await strangers.issue("client")
            let error = try await error("-www \(version) -Verify 1 -verify_return_error -CAfile ca.pem") {
                $0.tls.identity = strangers.identity("client")
            }
            #expect(error.reason.hasPrefix("The server refused the client certificate. "), "\(error)")
        }

        @Test func certificateOfAProxy() async throws {
            let authority = try await authority()
            let proxy = try await TLSServer(authority, "server")
            let url = try #require(URL(string: "http://api.example/"))
            let error = try await error(of: url, authority) { configuration in
                configuration.tls.trust = .system
                configuration.proxy = .url(proxy.url)
            }
            #expect(error.reason.hasPrefix("The proxy's certificate isn't trusted. "), "\(error)")
        }
    }
#endif
