import Foundation
import Testing

@testable import TernHTTP

/// The `Location` field (RFC 9110, section 10.2.2).
@Suite(.timeLimit(.minutes(20)))
struct ResponseLocationTests {
    private func location(_ values: String..., url: URL? = URL(string: "https://api.example.com/v1/tasks?all=1"))
        -> String?
    {
        Response(
            statusCode: 201,
            headers: HTTPHeaders(values.map { HTTPHeaders.Field(name: "location", value: $0) }),
            body: .data(Data()),
            url: url
        ).location?.absoluteString
    }

    @Test(
        arguments: [
            ("https://other.example/a", "https://other.example/a"),
            ("/v1/tasks/7", "https://api.example.com/v1/tasks/7"),
            ("7", "https://api.example.com/v1/7"), ("tasks/7#top", "https://api.example.com/v1/tasks/7#top"),
            ("?page=2", "https://api.example.com/v1/tasks?page=2"), ("//cdn.example/a", "https://cdn.example/a"),
            ("../a b/%41", "https://api.example.com/a%20b/%41"), ("app://callback?code=1", "app://callback?code=1"),
        ]
    )
    func referenceIsResolvedAgainstTheURLOfTheResponse(value: String, url: String) {
        #expect(location(value) == url)
    }

    @Test func firstOfSeveralCounts() { #expect(location("/a", "/b") == "https://api.example.com/a") }

    @Test func urlOfTheRequestIsTheBaseWithoutOneOfTheResponse() throws {
        var response = Response(statusCode: 201, headers: ["Location": "/a"], body: .data(Data()))
        #expect(response.location == nil)
        response.request = Request(url: try #require(URL(string: "https://a.example/b")))
        #expect(response.location?.absoluteString == "https://a.example/a")
    }

    @Test(arguments: ["", ":", "https://", "http:///a", "https://[", "a\u{7F}b", "https://a b/"])
    func invalidReferenceIsNone(value: String) { #expect(location(value) == nil) }

    @Test func absentFieldIsNone() { #expect(location() == nil) }
}
