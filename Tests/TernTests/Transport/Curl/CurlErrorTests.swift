#if os(Linux)
    import Foundation
    import TernTesting
    import Testing

    @testable import Tern

    @Suite(.timeLimit(.minutes(5)))
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
