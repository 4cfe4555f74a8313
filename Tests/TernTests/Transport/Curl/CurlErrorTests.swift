#if os(Linux)
    import Foundation
    import Testing

    @testable import Tern

    @Suite(.timeLimit(.minutes(5)))
    struct CurlErrorTests {
        @Test func credentialsOfAProxyThatIsNoneStayOutOfTheText() async throws {
            var configuration = TransportConfiguration()
            configuration.proxy = .url(try #require(URL(string: "http://user:hunter2@127.0.0.1:99999")))
            let transport = try CurlTransport(configuration)
            let request = TransportRequest(urlRequest: URLRequest(url: try #require(URL(string: "http://127.0.0.1"))))

            let error = try #require(await #expect(throws: TernError.self) { try await transport.send(request) })

            #expect(error.code == .proxyFailed)
            #expect(!"\(error.reason) \(error) \(String(reflecting: error))".contains("hunter2"))
        }

        @Test(arguments: [
            "Unsupported proxy scheme for 'ftp://user:hunter2@127.0.0.1:1'",
            "Unsupported proxy syntax in 'http://us'er:hun@ter2@127.0.0.1'",
        ])
        func credentialsThatLibcurlQuotesStayOutOfTheText(details: String) {
            let error = CurlError.error(7, details: details)
            #expect(error.code == .proxyFailed)
            #expect(error.reason.contains("@127.0.0.1") && !error.reason.contains("ter2"))
        }
    }
#endif
