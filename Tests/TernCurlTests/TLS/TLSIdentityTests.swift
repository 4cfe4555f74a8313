#if canImport(Glibc)
    import TernURLSession
    import TestDoubles
    import Foundation
    import Tern
    import TernTesting
    import Testing

    /// Client certificates and TLS versions of the engine on libcurl.
    @Suite(.timeLimit(.minutes(20)), .enabled(if: OpenSSL.isAvailable, "It takes the openssl command."))
    struct TLSIdentityTests {
        private func status(
            of server: TLSServer,
            _ authority: TLSAuthority,
            _ change: (inout TransportConfiguration.TLS) -> Void = { _ in }
        ) async throws -> Int {
            var configuration = TransportConfiguration()
            configuration.proxy = .none
            configuration.tls.trust = .roots(.file(authority.root))
            change(&configuration.tls)
            let request = Request(url: server.url)
            return try await CurlTransport(configuration).response(to: request).statusCode
        }

        /// A server that requires a certificate of the authority.
        private func demanding() async throws -> (TLSAuthority, TLSServer) {
            let authority = try await TLSAuthority()
            try await authority.issue("server")
            try await authority.issue("client")
            let options = "-www -Verify 1 -verify_return_error -CAfile ca.pem"
            return (authority, try await TLSServer(authority, "server", options))
        }

        @Test func clientWithoutARequiredIdentityIsRefused() async throws {
            let (authority, server) = try await demanding()
            let error = await #expect(throws: TernError.self) { try await status(of: server, authority) }
            #expect(error?.code == .tlsFailed, "\(error?.reason ?? "")")
        }

        @Test func identityOfFilesIsSent() async throws {
            let (authority, server) = try await demanding()
            #expect(try await status(of: server, authority) { $0.identity = authority.identity("client") } == 200)
        }

        @Test func identityOfBytesIsSent() async throws {
            let (authority, server) = try await demanding()
            let certificate = try Data(contentsOf: authority.file("client.pem"))
            let key = try Data(contentsOf: authority.file("client.key"))
            let status = try await status(of: server, authority) { tls in
                tls.identity = .init(certificate: .data(certificate), privateKey: .data(key))
            }
            #expect(status == 200)
        }

        @Test func encryptedKeyUsesItsPassphrase() async throws {
            let (authority, server) = try await demanding()
            try await authority.encryptKey(of: "client", passphrase: "hunter2")
            let identity = TransportConfiguration.ClientIdentity(
                certificate: .file(authority.file("client.pem")),
                privateKey: .file(authority.file("client-encrypted.key")),
                passphrase: "hunter2"
            )
            #expect(try await status(of: server, authority) { $0.identity = identity } == 200)
        }

        @Test func minimumVersionIsRequired() async throws {
            let authority = try await TLSAuthority()
            try await authority.issue("server")
            let server = try await TLSServer(authority, "server", "-www -tls1_2")
            #expect(try await status(of: server, authority) { $0.minimumVersion = .v12 } == 200)
            let error = await #expect(throws: TernError.self) {
                try await status(of: server, authority) { $0.minimumVersion = .v13 }
            }
            #expect(error?.code == .tlsFailed)
        }

        @Test func redirectFromHTTPSToHTTPIsNotFollowed() async throws {
            let authority = try await TLSAuthority()
            try await authority.issue("server")
            let plain = try LoopbackServer { _ in .text("plain") }
            let head = "HTTP/1.0 302 Found\r\nLocation: \(plain.url)/\r\nContent-Length: 0\r\n\r\n"
            _ = try authority.folder.file("redirect", Data(head.utf8))
            let server = try await TLSServer(authority, "server", "-HTTP")
            var configuration = TransportConfiguration()
            configuration.tls.trust = .roots(.file(authority.root))
            let request = Request(url: server.url.appending(path: "redirect"))
            let error = await #expect(throws: TernError.self) {
                try await CurlTransport(configuration).response(to: request)
            }
            #expect(error?.code == .tooManyRedirects)
            #expect(plain.requestCount == 0)
        }

        @Test func invalidCertificateIsAnErrorOfURLSessionToo() async throws {
            let authority = try await TLSAuthority()
            try await authority.issue("server")
            let server = try await TLSServer(authority, "server")
            let provider = Provider<LiveTarget>(transport: URLSessionTransport())
            let error = await #expect(throws: TernError.self) {
                try await provider.request(LiveTarget(server.url, "/"))
            }
            // FoundationNetworking reports code -1.
            #expect([.tlsFailed, .transportFailed].contains(error?.code))
        }
    }
#endif
