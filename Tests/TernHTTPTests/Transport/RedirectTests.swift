import Foundation
import Tern
import Testing

@testable import TernHTTP

/// The URLs, origins and fields of redirects. The other rules are cases of the conformance suite.
@Suite(.timeLimit(.minutes(20)))
struct RedirectTests {
    private func next(
        _ status: Int,
        to location: String,
        from url: String = "https://a.example/one/two?x=1"
    ) throws -> Request? {
        var request = Request(url: try #require(URL(string: url)))
        request.method = "POST"
        request.body = .data(Data("body".utf8))
        request.headers = [
            "Authorization": "Bearer secret", "Cookie": "a=b", "Proxy-Authorization": "Basic c", "X-Api-Key": "key",
            "Content-Type": "text/plain", "Accept": "*/*",
        ]
        let response = Response(statusCode: status, headers: ["Location": location])
        return try Redirect.next(after: response, to: request, count: 0)
    }

    @Test(arguments: [
        ("/three", "https://a.example/three"), ("three", "https://a.example/one/three"),
        ("../three?y=2", "https://a.example/three?y=2"), ("?y=2", "https://a.example/one/two?y=2"),
        ("//a.example/three", "https://a.example/three"), ("https://b.example/", "https://b.example/"),
        ("/a%20b[1].pdf?y=%26", "https://a.example/a%20b%5B1%5D.pdf?y=%26"),
        ("/f?q=caf%C3%A9&x=a|b c", "https://a.example/f?q=caf%C3%A9&x=a%7Cb%20c"),
        ("?a=100%&b=%zz&c=%2f", "https://a.example/one/two?a=100%25&b=%25zz&c=%2f"),
        ("https://b.example/ü%20", "https://b.example/%C3%BC%20"),
        ("https://bücher.example/", "https://xn--bcher-kva.example/"),
    ])
    func locationIsResolvedAgainstTheRequest(location: String, url: String) throws {
        #expect(try next(307, to: location)?.url.absoluteString == url)
    }

    @Test(arguments: [
        ("https://b.example/", "https://a.example/"), ("https://a.example:8443/", "https://a.example/"),
        ("//b.example/three", "https://a.example/"), ("https://a.example/", "http://a.example/"),
        ("https://a.example:80/", "http://a.example:80/"), ("https://www.a.example/", "https://a.example/"),
        ("https://a.example/", "https://www.a.example/"), ("http://a.example:81/", "http://a.example/"),
    ])
    func otherOriginReceivesOnlyHarmlessFields(location: String, from: String) throws {
        let request = try #require(try next(307, to: location, from: from))
        #expect(request.headers == ["Content-Type": "text/plain", "Accept": "*/*"])
    }

    @Test func fieldsOfADroppedBodyAreDroppedEvenIfMarked() throws {
        var request = Request(url: try #require(URL(string: "https://a.example/")))
        request.method = "POST"
        request.headers = ["Content-Type": "text/plain", "Content-Note": "1", "X-Tenant": "1"]
        let response = Response(statusCode: 303, headers: ["Location": "https://b.example/"])
        request.crossOriginHeaders = ["content-note", "x-tenant"]

        let next = try #require(try Redirect.next(after: response, to: request, count: 0))

        #expect(next.headers == ["X-Tenant": "1"])
    }

    @Test(arguments: ["/three", "https://A.EXAMPLE:443/three"])
    func sameOriginKeepsCredentials(location: String) throws {
        let request = try #require(try next(307, to: location))
        #expect(request.headers["Authorization"] == "Bearer secret")
    }

    @Test(arguments: [
        "http://a.example/", "file:///etc/passwd", "mailto:a@b", "https://", "http://[", ":", ":80/x", "/a\u{1}b",
        "/a\nb",
    ])
    func unsafeRedirectIsAnError(location: String) {
        #expect { try next(302, to: location) } throws: { ($0 as? TernError)?.code == .tooManyRedirects }
    }

    @Test(arguments: [200, 300, 304, 305, 400])
    func otherStatusesAreResponses(status: Int) throws {
        #expect(try next(status, to: "/three") == nil)
    }
}
