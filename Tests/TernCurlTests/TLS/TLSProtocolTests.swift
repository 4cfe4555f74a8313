#if canImport(Glibc)
    import TestDoubles
    import Foundation
    import Tern
    import TernTesting
    import Testing

    /// The HTTP version that TLS negotiates.
    @Suite(.timeLimit(.minutes(20)), .enabled(if: OpenSSL.isAvailable, "It takes the openssl command."))
    struct TLSProtocolTests {
        /// Without ALPN, and with one that selects HTTP/1.1.
        @Test(arguments: ["-www", "-www -alpn http/1.1"])
        func requiredHTTP2ThatTheServerDoesNotOfferFails(options: String) async throws {
            let authority = try await TLSAuthority()
            try await authority.issue("server")
            let server = try await TLSServer(authority, "server", options)
            var configuration = TransportConfiguration()
            configuration.proxy = .none
            configuration.tls.trust = .roots(.file(authority.root))
            configuration.httpVersions = .http2
            let transport = try CurlTransport(configuration)

            let error = try #require(
                await #expect(throws: TernError.self) {
                    try await transport.response(to: Request(url: server.url))
                }
            )

            #expect(error.code == .tlsFailed, "\(error)")
            #expect(error.reason.contains("HTTP/2"), "\(error.reason)")
        }
    }
#endif
