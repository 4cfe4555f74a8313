import Foundation
import Tern
import Testing

@testable import TernCache

@Suite(.timeLimit(.minutes(20)))
struct InvalidationTests {
    private func places(_ method: HTTPMethod, _ status: Int = 200, _ headers: HTTPHeaders = [:]) -> Set<
        CacheKey.Resource
    > {
        Set(Invalidation.resources(after: .get(method: method), status: status, headers: headers))
    }

    private func url(_ path: String) -> CacheKey.Resource { .url("https://api.example.com\(path)") }

    /// cachecontrol 461.
    @Test(arguments: ["POST", "PUT", "DELETE", "PATCH", "MKCOL", "get"] as [HTTPMethod])
    func unsafeMethodsInvalidateTheirURL(method: HTTPMethod) {
        #expect(places(method) == [url("/things")])
        #expect(places(method, 302) == [url("/things")])
        #expect(places(method, 404).isEmpty)
        #expect(places(method, 500).isEmpty)
    }

    @Test(arguments: [.get, .head, .query, .options, .trace, "PROPFIND", "REPORT"] as [HTTPMethod])
    func safeMethodsInvalidateNothing(method: HTTPMethod) {
        #expect(places(method).isEmpty)
    }

    @Test func placesOfTheSameOriginAreInvalidated() {
        let headers: HTTPHeaders = ["Location": "/a#x", "Content-Location": "https://api.example.com:443/b"]

        #expect(places(.post, 201, headers) == [url("/things"), url("/a"), url("/b")])
        #expect(places(.post, 201, ["Location": "https://evil.example/things"]) == [url("/things")])
        #expect(places(.post, 201, ["Location": "http://api.example.com/things"]) == [url("/things")])
        #expect(places(.post, 201, ["Location": "http://[", "location": ""]) == [url("/things")])
    }

    @Test(arguments: [
        ("HTTPS://API.Example.com/Things?q=A#x", "https://api.example.com/Things?q=A"),
        ("https://api.example.com:443/things", "https://api.example.com/things"),
        ("http://api.example.com:80", "http://api.example.com/"),
        ("http://api.example.com:443/a", "http://api.example.com:443/a"),
        ("http://[::1]:8080/a?b", "http://[::1]:8080/a?b"),
        ("https://api.example.com?q=1", "https://api.example.com/?q=1"),
        ("https://api.example.com/a%2Fb?c=%20d+e", "https://api.example.com/a%2Fb?c=%20d+e"),
    ])
    func spellingsOfOneURLAreOneResource(url: String, expected: String) throws {
        #expect(CacheKey.Resource(try #require(URL(string: url))) == .url(expected))
    }

    @Test func aNamedResourceIsInvalidatedByItsName() {
        var request = Request.get(method: .put)
        request.attributes.cacheKey = "avatar"

        let resources = Invalidation.resources(after: request, status: 200, headers: [:])

        #expect(Set(resources) == [.named("avatar"), url("/things")])
    }
}
