import Foundation
import Tern
import TernPlugins
import TernTesting
import TestDoubles
import Testing

/// Credentials are sent only to the origin of the target's base URL, and to trusted ones.
@Suite(.timeLimit(.minutes(20)))
struct AuthorizationOriginTests {
    /// Sends the request to another URL.
    private struct Moving: Plugin {
        let url: URL

        func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
            var request = request
            request.url = url
            return try await next(request)
        }
    }

    /// Replaces the request with another one, which has its fields.
    private struct Rebuilding: Plugin {
        let url: URL

        func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
            try await next(Request(url: url, method: request.method, headers: request.headers))
        }
    }

    private static let target = OpenTarget(authorization: .bearer)

    private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    private func fields(of request: Request?) -> [String]? { request?.headers.values(for: "Authorization") }

    @Test(
        arguments: [
            ("https://api.example.com/other?page=2", true), ("https://API.example.com:443/", true),
            ("HTTPS://api.example.com", true), ("https://ada@api.example.com/", true),
            ("http://api.example.com/", false), ("https://api.example.com:444/", false),
            ("https://example.com/", false), ("https://api.example.com.evil.example/", false),
            ("https://api.example.com@evil.example/", false), ("https://evil.example/https://api.example.com/", false),
            ("https://api.example.co/", false),
        ]
    )
    func onlyTheOriginOfTheBaseURLReceivesTheToken(address: String, isAllowed: Bool) async throws {
        let url = try url(address)
        let plugin = AuthorizationPlugin(.token("abc"))
        let expected = isAllowed ? ["Bearer abc"] : []

        let changed = Provider<OpenTarget>(
            requestClosure: { endpoint, _ in
                var request = try endpoint.request()
                request.url = url
                return request
            },
            stubClosure: Provider.immediatelyStub,
            plugins: [plugin]
        )
        #expect(fields(of: try await changed.request(Self.target).request) == expected)

        for plugins in [[Moving(url: url), plugin], [plugin, Moving(url: url)]] as [[any Plugin]] {
            let provider = Provider<OpenTarget>(stubClosure: Provider.immediatelyStub, plugins: plugins)
            #expect(fields(of: try await provider.request(Self.target).request) == expected)
        }
    }

    @Test(arguments: [("https://other.example/", []), ("https://api.example.com/b", ["Bearer abc"])])
    func requestCreatedWithTheFieldsOfAnotherKeepsTheTokenAtHome(address: String, expected: [String]) async throws {
        let url = try url(address)
        let session = RefreshingAuthorizationPlugin(.init(token: "abc")) { _ in nil }
        for plugin in [AuthorizationPlugin(.token("abc")), session] as [any Plugin] {
            let plugins: [any Plugin] = [plugin, Rebuilding(url: url)]
            let provider = Provider<OpenTarget>(stubClosure: Provider.immediatelyStub, plugins: plugins)
            #expect(fields(of: try await provider.request(Self.target).request) == expected)
        }
    }

    @Test func fieldOfALaterPluginIsSentToAnotherOriginBesideTheRemovedToken() async throws {
        struct Adding: Plugin {
            func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
                var request = request
                request.headers.add("Basic eDp5", for: "Authorization")
                return try await next(request)
            }
        }
        let plugins: [any Plugin] = [
            AuthorizationPlugin(.token("abc")), Rebuilding(url: try url("https://other.example/")), Adding(),
        ]
        let provider = Provider<OpenTarget>(stubClosure: Provider.immediatelyStub, plugins: plugins)
        #expect(fields(of: try await provider.request(Self.target).request) == ["Basic eDp5"])
    }

    @Test func trustedOriginsReceiveTheToken() async throws {
        let (staging, other) = (try url("https://staging.example:8443/v1"), try url("https://other.example"))
        let plugin = AuthorizationPlugin(.token("abc"), trustedOrigins: [staging])

        for (url, expected) in [(staging, ["Bearer abc"]), (other, [])] {
            for plugins in [[Moving(url: url), plugin], [plugin, Moving(url: url)]] as [[any Plugin]] {
                let provider = Provider<OpenTarget>(stubClosure: Provider.immediatelyStub, plugins: plugins)
                #expect(fields(of: try await provider.request(Self.target).request) == expected)
            }
        }
    }

    @Test func sourceIsNotCalledForAnotherOrigin() async throws {
        let provider = Provider<OpenTarget>(
            stubClosure: Provider.immediatelyStub,
            plugins: [
                Moving(url: try url("https://other.example")),
                AuthorizationPlugin(token: { _ in throw CancellationError() }),
            ]
        )

        #expect(fields(of: try await provider.request(Self.target).request) == [])
    }

    /// A plugin after the AuthorizationPlugin may sign requests to another origin itself.
    @Test(arguments: [false, true]) func fieldOfALaterPluginStays(isAdded: Bool) async throws {
        struct Signing: Plugin {
            let isAdded: Bool

            func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
                var request = request
                if !isAdded { request.headers.remove("Authorization") }
                request.headers.add("Signature abc", for: "Authorization")
                return try await next(request)
            }
        }
        let provider = Provider<OpenTarget>(
            stubClosure: Provider.immediatelyStub,
            plugins: [
                AuthorizationPlugin(.token("abc")), Moving(url: try url("https://other.example")),
                Signing(isAdded: isAdded),
            ]
        )

        #expect(fields(of: try await provider.request(Self.target).request) == ["Signature abc"])
    }

    @Test func redirectToAnotherOriginIsFollowedWithoutTheToken() async throws {
        let other = try LoopbackServer(routes: ["GET /b": .text("other")])
        defer { other.stop() }
        let target = other.url.appending(path: "b").absoluteString
        let server = try LoopbackServer(routes: [
            "GET /a": .status(302, headers: ["Location": "/c"]), "GET /c": .status(302, headers: ["Location": target]),
        ])
        defer { server.stop() }
        let provider = Provider<OpenTarget>(plugins: [AuthorizationPlugin(.token("abc"))])

        let response = try await provider.request(
            OpenTarget(baseURL: server.url, path: "/a", authorization: .bearer)
        )

        #expect(response.data == Data("other".utf8))
        #expect(server.requests.map { $0.headers["Authorization"] } == ["Bearer abc", "Bearer abc"])
        #expect(other.requests.map { $0.headers["Authorization"] } == [nil])
    }
}
