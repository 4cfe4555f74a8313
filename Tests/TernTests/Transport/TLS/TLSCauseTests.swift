#if os(Linux)
    import Foundation
    import Tern
    import TernTesting
    import Testing

    /// A failed TLS connection says why it failed, and what to do.
    @Suite(.timeLimit(.minutes(5)), .enabled(if: OpenSSL.isAvailable, "It takes the openssl command."))
    struct TLSCauseTests {
        private typealias Change = (inout TransportConfiguration) -> Void

        private func authority() async throws -> TLSAuthority {
            let authority = try await TLSAuthority()
            try await authority.issue("server")
            return authority
        }

        private func reason(of url: URL, _ authority: TLSAuthority, _ change: Change = { _ in }) async throws -> String
        {
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
            return error.reason
        }

        private func reason(
            _ options: String = "-www",
            certificate: String = "server",
            _ change: Change = { _ in }
        ) async throws -> String {
            let authority = try await authority()
            if certificate == "expired" { try await authority.issue("expired", days: -1) }
            if certificate == "other" { try await authority.issue("other", for: "DNS:other.example") }
            let server = try await TLSServer(authority, certificate, options)
            return try await reason(of: server.url, authority, change)
        }

        @Test func certificateThatIsNotTrusted() async throws {
            let reason = try await reason { $0.tls.trust = .system }
            #expect(reason.hasPrefix("The server's certificate isn't trusted. "), "\(reason)")
            #expect(reason.contains("tls.trust"))
        }

        @Test func certificateThatHasExpired() async throws {
            let reason = try await reason(certificate: "expired")
            #expect(reason.hasPrefix("The server's certificate has expired. "), "\(reason)")
        }

        @Test func certificateForAnotherHost() async throws {
            let reason = try await reason(certificate: "other")
            #expect(reason.hasPrefix("The server's certificate is for another host. "), "\(reason)")
            #expect(reason.contains("127.0.0.1"))
        }

        @Test func publicKeyThatIsNotPinned() async throws {
            let reason = try await reason { $0.tls.pinnedPublicKeys = [Data(count: 32).base64EncodedString()] }
            #expect(reason.hasPrefix("The server's public key isn't in tls.pinnedPublicKeys. "), "\(reason)")
        }

        @Test func versionThatIsNotShared() async throws {
            let reason = try await reason("-www -tls1_2") { $0.tls.minimumVersion = .v13 }
            #expect(reason.hasPrefix("Client and server have no TLS version in common. "), "\(reason)")
            #expect(reason.contains("tls.minimumVersion"))
        }

        @Test func serverWithoutTLS() async throws {
            let server = try LoopbackServer { _ in .status(200) }
            let url = try #require(URL(string: "https://127.0.0.1:\(server.port)/"))
            let reason = try await reason(of: url, authority())
            #expect(reason.hasPrefix("The server doesn't speak TLS on this port. "), "\(reason)")
        }

        @Test(arguments: ["-tls1_2", "-tls1_3"])
        func clientCertificateThatIsMissing(version: String) async throws {
            let reason = try await reason("-www \(version) -Verify 1 -verify_return_error -CAfile ca.pem")
            #expect(reason.contains("client certificate") && reason.contains("tls.identity"), "\(reason)")
        }

        @Test(arguments: ["-tls1_2", "-tls1_3"])
        func clientCertificateThatIsRefused(version: String) async throws {
            let strangers = try await TLSAuthority()
            try await strangers.issue("client")
            let reason = try await reason("-www \(version) -Verify 1 -verify_return_error -CAfile ca.pem") {
                $0.tls.identity = strangers.identity("client")
            }
            #expect(reason.hasPrefix("The server refused the client certificate. "), "\(reason)")
        }

        @Test func certificateOfAProxy() async throws {
            let authority = try await authority()
            let proxy = try await TLSServer(authority, "server")
            let url = try #require(URL(string: "http://api.example/"))
            let reason = try await reason(of: url, authority) { configuration in
                configuration.tls.trust = .system
                configuration.proxy = .url(proxy.url)
            }
            #expect(reason.hasPrefix("The proxy's certificate isn't trusted. "), "\(reason)")
        }
    }
#endif
