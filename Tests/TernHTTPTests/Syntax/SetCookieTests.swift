import Foundation
import Tern
import TernTesting
import TestDoubles
import Testing

@testable import TernHTTP

@Suite(.timeLimit(.minutes(20)))
struct SetCookieTests {
    @Test(
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            ("Thu, 01-Jan-70 00:00:01 GMT", 1), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("Fri, 01 Jan 1960 00:00:00 GMT", -315_619_200), ("1-jan-69 0:0:0", 3_124_224_000),
            ("06 nov 1994 8:49:37", 784_111_777), ("Nov 6 08:49:37 1994", 784_111_777),
            ("Sun, 06 Nov 1994 24:00:00 GMT", nil), ("Sun, 31 Feb 1994 08:49:37 GMT", nil),
            ("06 Nov 1600 08:49:37", nil), ("tomorrow", nil), ("", nil), ("06 Nov 08:49:37", nil),
        ] as [(String, Double?)]
    )
    func dateIsReadAsRFC6265Says(text: String, seconds: Double?) {
        #expect(SetCookie.date(text)?.timeIntervalSince1970 == seconds)
    }

    @Test func attributesAreRead() throws {
        let cookie = try #require(
            SetCookie("sid = a=b ; Path=/x; DOMAIN=.Example.com; secure; Expires=Thu, 01-Jan-70 00:00:01 GMT")
        )
        #expect(cookie.name == "sid")
        #expect(cookie.domain == "example.com")
        #expect(cookie.path == "/x")
        #expect(cookie.expires == Date(timeIntervalSince1970: 1))
        #expect(SetCookie("a=; Max-Age=5; Expires=Thu, 01-Jan-70 00:00:01 GMT")?.expires == nil)
        #expect(SetCookie("no pair") == nil)
        #expect(SetCookie("a=b; path=x")?.path == nil)
    }

    @Test(arguments: [("/", "/"), ("", "/"), ("/a", "/"), ("/a/b", "/a"), ("/a/b/", "/a/b")])
    func pathIsTheDirectoryOfTheURL(path: String, expected: String) throws {
        #expect(SetCookie.defaultPath(of: try #require(URL(string: "https://a.example\(path)?q=/x"))) == expected)
    }

    #if os(Linux)
        /// libcurl alone keeps cookies that expire before 1970, or in a two-digit year.
        @Test(arguments: [
            "Expires=Thu, 01-Jan-70 00:00:01 GMT", "Expires=Fri, 01 Jan 1960 00:00:00 GMT",
            "Expires=Thu, 01 Jan 1970 00:00:00 GMT", "Max-Age=0", "Expires=Sun, 06-Nov-94 08:49:37 GMT",
        ])
        func cookieThatTheServerExpiresIsGone(attribute: String) async throws {
            let server = try LoopbackServer { request in
                switch request.path {
                case "/in/login": .status(200, headers: ["Set-Cookie": "sid=secret"])
                case "/in/logout": .status(200, headers: ["Set-Cookie": "sid=; \(attribute)"])
                default: .text(request.headers["Cookie"] ?? "none")
                }
            }
            var configuration = TransportConfiguration()
            configuration.cookies = .inMemory
            let provider = Provider<OpenTarget>(transport: try CurlTransport(configuration))

            var seen: [String] = []
            for path in ["/in/login", "/in/me", "/in/logout", "/in/me"] {
                let response = try await provider.request(OpenTarget(baseURL: server.url, path: path))
                if path == "/in/me" { seen.append(try response.string()) }
            }

            #expect(seen == ["sid=secret", "none"])
        }
    #endif
}
