#if os(Linux)
    import TestDoubles
    import Foundation
    import TernTesting
    import Testing

    import Tern
    @testable import TernCurl

    @Suite(.timeLimit(.minutes(20)))
    struct CurlErrorTests {
        @Test func errorTextOmitsCredentialsOfAnInvalidProxy() async throws {
            var configuration = TransportConfiguration()
            configuration.proxy = .url(try #require(URL(string: "http://user:hunter2@127.0.0.1:99999")))
            let transport = try CurlTransport(configuration)
            let request = Request(url: try #require(URL(string: "http://127.0.0.1")))

            let error = try #require(
                await #expect(throws: TernError.self) { try await transport.response(to: request) }
            )

            #expect(error.code == .proxyFailed)
            #expect(!"\(error.reason) \(error) \(String(reflecting: error))".contains("hunter2"))
        }

        @Test(arguments: ["http://127.1", "http://0x7f.1"])
        func otherSpellingsOfAnAddressAreNotMistakenForAProxy(base: String) async throws {
            let port = try ClosedLoopbackPort()
            var configuration = TransportConfiguration()
            configuration.proxy = .none
            let transport = try CurlTransport(configuration)
            let url = try #require(URL(string: "\(base):\(port.port)/"))

            let error = try #require(
                await #expect(throws: TernError.self) {
                    try await transport.response(to: Request(url: url))
                }
            )

            #expect(error.code == .connectionRefused)
            withExtendedLifetime(port) {}
        }

        @Test func refusedConnectionToAProxyIsProxyFailed() throws {
            let details = "Failed to connect to 127.0.0.1 port 1 after 0 ms: Could not connect to server"
            for (origin, code) in [
                ("http://127.0.0.1:8080/a", TernError.Code.proxyFailed), ("http://127.0.0.1:1/a", .connectionRefused),
                ("http://127.0.0.1/a", .proxyFailed), ("https://a.example/", .proxyFailed),
            ] {
                #expect(CurlError.error(7, details: details, origin: URL(string: origin)).code == code)
            }
            #expect(CurlError.error(7, details: details).code == .connectionRefused)
        }

        /// The messages of libcurl 8.16 and 8.23.
        @Test(arguments: [
            "Failed to connect to api.example port 80 via 127.0.0.1 after 0 ms: Could not connect to server",
            "Failed to connect to api.example:80 over proxy 127.0.0.1 after 0 ms: Could not connect to server",
            "CONNECT tunnel failed, response 403",
        ])
        func errorsOfAProxyInNewerVersionsAreProxyFailed(details: String) {
            for origin in [nil, URL(string: "http://api.example/a")] {
                #expect(CurlError.error(7, details: details, origin: origin).code == .proxyFailed)
            }
        }

        @Test func missingCredentialsOfAProxyHaveOneReasonInAllVersions() {
            for number: Int32 in [7, 56] {
                let details = "CONNECT tunnel failed, response 407"
                let error = CurlError.error(number, details: details, connectStatus: 407)
                #expect(error.code == .proxyFailed)
                #expect(error.reason == ProxyAuthenticationFailure.reason)
            }
        }

        /// libcurl 8.16: "A value or data field grew larger than allowed".
        @Test func lineAboveTheLimitOfLibcurlIsMalformed() {
            let error = CurlError.error(100, details: "")
            #expect(error.code == .malformedResponse)
            #expect(error.reason == "A line of the response's head exceeds libcurl's limit of 102400 bytes.")
        }

        @Test func errorOfALongLineNamesTheLimitOfALine() async throws {
            let server = try LoopbackServer { _ in
                .status(200, headers: ["X-Long": String(repeating: "a", count: 200_000)])
            }

            let error = await #expect(throws: TernError.self) {
                try await Provider<OpenTarget>(transport: CurlTransport()).request(OpenTarget(baseURL: server.url))
            }

            #expect(error?.code == .malformedResponse)
            #expect(error?.reason == "A line of the response's head exceeds libcurl's limit of 102400 bytes.")
        }

        @Test func inputThatNghttp2RejectsIsMalformedInAllVersions() {
            for details in [
                "nghttp2_session_mem_recv() returned -902:The user callback function failed",
                "nghttp2 recv error -905: Too many CONTINUATION frames following a HEADER frame",
            ] {
                #expect(CurlError.error(56, details: details).code == .malformedResponse)
            }
        }

        /// Some versions of libcurl accept such a line.
        @Test func foldedFirstLineThatFailsIsMalformed() async throws {
            let server = try LoopbackServer { request in
                guard request.path == "/folded" else { return .text("plain", headers: ["X-A": "b"]) }
                return .verbatim(Data("HTTP/1.1 200 OK\r\n folded: x\r\nContent-Length: 5\r\n\r\nhello".utf8))
            }
            let transport = try CurlTransport()
            for _ in 0..<20 {
                _ = try await transport.response(to: Request(url: server.url))
                do {
                    let request = Request(url: server.url.appending(path: "folded"))
                    let response = try await transport.response(to: request)
                    #expect(response.data == Data("hello".utf8))
                } catch {
                    #expect((error as? TernError)?.code == .malformedResponse)
                }
            }
        }

        @Test func resetWhileTheBodyIsSentIsALostConnection() {
            let error = CurlError.error(1, details: "Send failure: Connection reset by peer")
            #expect(error.code == .connectionLost)
        }

        @Test(arguments: [
            "Unsupported proxy scheme for 'ftp://user:hunter2@127.0.0.1:1'",
            "Unsupported proxy syntax in 'http://us'er:hun@ter2@127.0.0.1'",
        ])
        func errorTextOmitsCredentialsThatLibcurlQuotes(details: String) {
            let error = CurlError.error(7, details: details)
            #expect(error.code == .proxyFailed)
            #expect(error.reason.contains("@127.0.0.1") && !error.reason.contains("ter2"))
        }
    }
#endif
