import Foundation
import Testing

@testable import TernHTTP

@Suite(.timeLimit(.minutes(20)))
struct OriginTests {
    @Test(
        arguments: [
            ("https://api.example.com/users", "https://api.example.com"),
            ("HTTPS://API.Example.com", "https://api.example.com"),
            ("https://api.example.com:443/a?b#c", "https://api.example.com"),
            ("https://api.example.com:80", "https://api.example.com:80"),
            ("http://api.example.com:80?a=//b", "http://api.example.com"),
            ("http://api.example.com:443#a", "http://api.example.com:443"),
            ("https://api.example.com:/", "https://api.example.com"),
            ("https://me:pa%40ss@api.example.com/", "https://api.example.com"),
            ("http://[::1]:8080/", "http://[::1]:8080"), ("http://[::80]/", "http://[::80]"),
            ("http://127.0.0.1:8080/a:80", "http://127.0.0.1:8080"),
        ]
    )
    func originIsSchemeHostAndPort(url: String, origin: String) throws {
        #expect(Origin(try #require(URL(string: url))).text == origin)
    }

    @Test func relativeURLHasTheOriginOfItsBase() throws {
        let base = try #require(URL(string: "https://api.example.com/v1/"))
        let url = try #require(URL(string: "users", relativeTo: base))
        #expect(Origin(url) == Origin(base))
    }
}
