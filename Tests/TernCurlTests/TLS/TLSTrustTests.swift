#if canImport(Glibc)
    import TestDoubles
    import Foundation
    import Tern
    import TernTesting
    import Testing

    /// Trusted certificates of the engine on libcurl.
    @Suite(.timeLimit(.minutes(20)), .enabled(if: OpenSSL.isAvailable, "It takes the openssl command."))
    struct TLSTrustTests {
        private func response(
            of url: URL,
            _ change: (inout TransportConfiguration.TLS) -> Void
        ) async throws -> Response {
            var configuration = TransportConfiguration()
            configuration.proxy = .none
            change(&configuration.tls)
            return try await CurlTransport(configuration).response(to: Request(url: url))
        }

        private func failure(
            of url: URL,
            _ change: (inout TransportConfiguration.TLS) -> Void
        ) async throws -> TernError {
            try #require(await #expect(throws: TernError.self) { try await response(of: url, change) })
        }

        @Test func unknownAuthorityIsNotTrusted() async throws {
            let authority = try await TLSAuthority()
            try await authority.issue("server")
            let server = try await TLSServer(authority, "server")
            let error = try await failure(of: server.url) { _ in }
            #expect(error.code == .tlsFailed)
            #expect(error.reason.contains("certificate"), "\(error.reason)")
        }

        @Test func authorityOfAFileIsTrusted() async throws {
            let authority = try await TLSAuthority()
            try await authority.issue("server")
            let server = try await TLSServer(authority, "server")
            let response = try await response(of: server.url) { $0.trust = .roots(.file(authority.root)) }
            #expect(response.statusCode == 200)
            let metrics = try #require(response.metrics)
            #expect(try #require(metrics.tls) >= #require(metrics.connect))
            #expect(metrics.protocolName?.hasPrefix("http/1.") == true)
        }

        /// `s_server` responds to a request for any URL, like a proxy.
        @Test func authorityOfAFileIsTrustedForAProxyToo() async throws {
            let authority = try await TLSAuthority()
            try await authority.issue("proxy")
            let proxy = try await TLSServer(authority, "proxy")
            var configuration = TransportConfiguration()
            configuration.proxy = .url(proxy.url)
            let url = try #require(URL(string: "http://api.example/"))
            let request = Request(url: url)
            await #expect(throws: TernError.self) { try await CurlTransport(configuration).response(to: request) }
            configuration.tls.trust = .roots(.file(authority.root))
            #expect(try await CurlTransport(configuration).response(to: request).statusCode == 200)
        }

        @Test func authorityOfBytesIsTrustedForAName() async throws {
            let authority = try await TLSAuthority()
            try await authority.issue("server")
            let server = try await TLSServer(authority, "server")
            let root = try Data(contentsOf: authority.root)
            let url = try #require(URL(string: "https://localhost:\(server.port)/"))
            #expect(try await response(of: url) { $0.trust = .roots(.data(root)) }.statusCode == 200)
        }

        @Test func pinnedKeyIsRequired() async throws {
            let authority = try await TLSAuthority()
            try await authority.issue("server")
            try await authority.issue("other")
            let (right, wrong) = (try await authority.pin(of: "server"), try await authority.pin(of: "other"))
            let server = try await TLSServer(authority, "server")
            for pins in [[right], [wrong, right]] as [Set<String>] {
                let response = try await response(of: server.url) { tls in
                    (tls.trust, tls.pinnedPublicKeys) = (.roots(.file(authority.root)), pins)
                }
                #expect(response.statusCode == 200)
            }
            let error = try await failure(of: server.url) { tls in
                (tls.trust, tls.pinnedPublicKeys) = (.roots(.file(authority.root)), [wrong])
            }
            #expect(error.code == .tlsFailed)
        }

        @Test func pinnedKeyDoesNotReplaceTrust() async throws {
            let authority = try await TLSAuthority()
            try await authority.issue("server")
            let pin = try await authority.pin(of: "server")
            let server = try await TLSServer(authority, "server")
            #expect(try await failure(of: server.url) { $0.pinnedPublicKeys = [pin] }.code == .tlsFailed)
        }

        @Test func expiredCertificateIsRefused() async throws {
            let authority = try await TLSAuthority()
            try await authority.issue("expired", days: -1)
            let server = try await TLSServer(authority, "expired")
            let error = try await failure(of: server.url) { $0.trust = .roots(.file(authority.root)) }
            #expect(error.code == .tlsFailed)
            #expect(error.reason.contains("expired"), "\(error.reason)")
        }

        @Test func certificateForAnotherHostIsRefused() async throws {
            let authority = try await TLSAuthority()
            try await authority.issue("other", for: "DNS:other.example")
            let server = try await TLSServer(authority, "other")
            let error = try await failure(of: server.url) { $0.trust = .roots(.file(authority.root)) }
            #expect(error.code == .tlsFailed)
        }

        @Test func selfSignedCertificateIsRefusedUnlessItIsTheRoot() async throws {
            let authority = try await TLSAuthority()
            try await authority.selfSign("own")
            let server = try await TLSServer(authority, "own")
            let error = try await failure(of: server.url) { $0.trust = .roots(.file(authority.root)) }
            #expect(error.code == .tlsFailed)
            let own = authority.file("own.pem")
            #expect(try await response(of: server.url) { $0.trust = .roots(.file(own)) }.statusCode == 200)
        }
    }
#endif
