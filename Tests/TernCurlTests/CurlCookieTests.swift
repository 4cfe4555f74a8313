#if os(Linux)
    import TestDoubles
    import Foundation
    import TernTesting
    import Testing

    import Tern

    @Suite(.timeLimit(.minutes(20)))
    struct CurlCookieTests {
        private static func transport(proxy: URL? = nil) throws -> CurlTransport {
            var configuration = TransportConfiguration()
            configuration.cookies = .inMemory
            if let proxy { configuration.proxy = .url(proxy) }
            return try CurlTransport(configuration)
        }

        /// Sets 50 cookies in each response, whose names have the number of the request.
        private static func respond(to request: RecordedRequest, number: Int) -> SampleResponse {
            var headers = HTTPHeaders()
            for index in 0..<50 { headers.add("c\(number)-\(index)=1; Path=\"/\"", for: "Set-Cookie") }
            return .status(200, headers: headers)
        }

        private static func names(_ request: RecordedRequest?) -> [Substring] {
            (request?.headers["Cookie"] ?? "").split(separator: "; ").map { $0.prefix { $0 != "=" } }
        }

        @Test func serverCannotFillTheMemoryWithCookies() async throws {
            let count = Locked(0)
            let server = try LoopbackServer { request in
                Self.respond(
                    to: request,
                    number: count.withLock {
                        $0 += 1
                        return $0
                    }
                )
            }
            let provider = Provider<OpenTarget>(transport: try Self.transport())

            for _ in 0..<12 { _ = try await provider.request(OpenTarget(baseURL: server.url)) }

            // Each response sets as many cookies as the domain may have.
            for (number, request) in server.requests.enumerated() {
                let names = (0..<50).map { "c\(number)-\($0)" }
                #expect(Set(Self.names(request).map(String.init)) == (number == 0 ? [] : Set(names)))
            }
        }

        @Test func numberOfAllCookiesIsLimited() async throws {
            let count = Locked(0)
            let proxy = try LoopbackServer { request in
                Self.respond(
                    to: request,
                    number: count.withLock {
                        $0 += 1
                        return $0
                    }
                )
            }
            let transport = try Self.transport(proxy: proxy.url)
            let hosts = try (0..<80).map { try #require(URL(string: "http://h\($0).example")) }
            for host in hosts { _ = try await transport.send(Request(url: host)) }

            // These requests send the cookies that are left.
            for host in hosts { _ = try await transport.send(Request(url: host)) }

            let sent = proxy.requests.suffix(hosts.count).map { Self.names($0).count }
            #expect(sent.reduce(0, +) == 3_000)
        }

        @Test(arguments: ["__Host-a=1; Secure; Path=/", "__Secure-a=1; Secure", "a=1; Secure", "a=1"])
        func cookieThatExpiresByATwoDigitYearIsGone(cookie: String) async throws {
            let count = Locked(0)
            let server = try LoopbackServer { _ in
                let end =
                    count.withLock {
                        $0 += 1
                        return $0
                    } == 1 ? "" : "; Expires=Thu, 01-Jan-70 00:00:10 GMT"
                return .status(200, headers: ["Set-Cookie": cookie + end])
            }
            let provider = Provider<OpenTarget>(transport: try Self.transport())

            for _ in 0..<3 { _ = try await provider.request(OpenTarget(baseURL: server.url)) }

            #expect(server.requests.map { $0.headers["Cookie"] != nil } == [false, true, false])
        }
    }
#endif
