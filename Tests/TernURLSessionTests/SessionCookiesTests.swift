import Foundation
import Testing

@testable import TernHTTP
@testable import TernURLSession

struct SessionCookiesTests {
    private let cookies: SessionCookies
    private let url: URL

    init() throws {
        cookies = SessionCookies(storage: try #require(URLSessionConfiguration.ephemeral.httpCookieStorage))
        url = try #require(URL(string: "http://shop.example/a/b"))
        for cookie in cookies.storage.cookies ?? [] { cookies.storage.deleteCookie(cookie) }
    }

    private func store(_ cookie: String) throws {
        let response = HTTPURLResponse(
            url: url,
            statusCode: 200,
            httpVersion: "HTTP/1.1",
            headerFields: ["Set-Cookie": cookie]
        )
        cookies.store(from: try #require(response))
    }

    @Test func ownCookiesFollowTheStoredOnes() throws {
        try store("a=1; Path=/")
        try store("b=2; Path=/a")
        var request = URLRequest(url: url)
        request.setValue("a=own; c=3", forHTTPHeaderField: "Cookie")
        #expect(cookies.add(to: &request))
        #expect(request.value(forHTTPHeaderField: "Cookie") == "b=2; a=1; a=own; c=3")
        #expect(!request.httpShouldHandleCookies)
    }

    @Test func requestWithoutCookiesIsLeftToTheSession() throws {
        try store("a=1; Path=/")
        var request = URLRequest(url: url)
        #expect(!cookies.add(to: &request))
        #expect(request.value(forHTTPHeaderField: "Cookie") == nil)
        #expect(request.httpShouldHandleCookies)
    }

    @Test func cookiesAreStoredUnderThePolicyOfMainDocuments() throws {
        let former = cookies.storage.cookieAcceptPolicy
        cookies.storage.cookieAcceptPolicy = .onlyFromMainDocumentDomain
        defer { cookies.storage.cookieAcceptPolicy = former }
        try store("a=1; Path=/")
        #expect(cookies.storage.cookies(for: url)?.map(\.name) == ["a"])
    }
}
