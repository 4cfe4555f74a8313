import Foundation
import Tern
import TernTesting
import TernURLSession
import TestDoubles
import Testing

@testable import TernHTTP
@testable import TernPlugins

/// A failed expectation and `dump` print values by reflection. Each public type that holds a target, a message, a URL or a
/// body must show none of its secrets there.
@Suite(.timeLimit(.minutes(20)))
struct DumpTests {
    private static let secret = "hunter2"
    private static let data = Data(secret.utf8)
    private static let url = URL(string: "https://ada:hunter2@api.example.com/a?token=hunter2")!
    private static let headers: HTTPHeaders = ["Authorization": "Bearer hunter2", "Set-Cookie": "a=hunter2"]
    private static let target = GitHub.login(password: secret)
    private static let response = Response(statusCode: 200, data: data, headers: headers, url: url)

    private static var request: Request {
        var request = Request(url: url, method: .post)
        request.headers = headers
        request.body = .data(data)
        request.body?.original = data
        return request
    }

    private static var stream: BodyStream { BodyStream(data) }

    private static var provider: Provider<GitHub> {
        Provider<GitHub>.stub(journal: nil) { _ in .text(secret, headers: headers) }
    }

    private static var authorization: RefreshingAuthorizationPlugin {
        RefreshingAuthorizationPlugin(
            .init(token: secret, refreshToken: secret),
            trustedOrigins: [url],
            refresh: { $0 }
        )
    }

    /// The texts that show the secret, or all its bytes one by one.
    private static func leaks(in value: Any) -> [String] {
        let bytes = data.map { "- \($0)" }
        return textForms(of: value).filter { text in
            text.contains(secret) || bytes.allSatisfy { text.contains($0) }
        }
    }

    private func expectNoLeaks(_ values: KeyValuePairs<String, Any>) {
        for (name, value) in values {
            let leaks = Self.leaks(in: value)
            #expect(leaks.isEmpty, "\(name): \(leaks.first?.prefix(400) ?? "")")
        }
    }

    @Test func messages() throws {
        expectNoLeaks([
            "Request": Self.request, "RequestBody": RequestBody.data(Self.data), "HTTPHeaders": Self.headers,
            "Field": Self.headers.first as Any, "attributes": Self.request.attributes,
            "Response": Self.response, "Body": Self.response.body, "Body.file": Response.Body.file(Self.url),
            "BodyStream": Self.stream,
            "Response.Link": Response.Link(reference: Self.url.absoluteString, parameters: [], base: Self.url),
            "TernError": TernError(.timedOut, request: Self.request),
            "curl": Self.request.curl(),
            "RequestContext": RequestContext(target: Self.target),
            "ServerSentEvent": ServerSentEvent(data: Self.secret, id: Self.secret), "Redaction": Redaction.default,
            "Locked": Locked(Self.secret), "[Locked]": ["key": Locked([Self.secret])],
        ])
    }

    @Test func targetsAndCalls() {
        expectNoLeaks([
            "HTTPTask.form": HTTPTask.form(["password": "hunter2"]), "HTTPTask.data": HTTPTask.data(Self.data),
            "HTTPTask.json": HTTPTask.json(["password": "hunter2"]),
            "Part": HTTPTask.Part.data(Self.data, name: "password"),
            "QueryParameters": ["token": "hunter2"] as QueryParameters,
            "JSONLiteral": ["token": "hunter2"] as JSONLiteral,
            "MultiTarget": MultiTarget(Self.target), "Endpoint": Endpoint(Self.target),
            "SampleResponse": SampleResponse(status: 200, headers: Self.headers, body: Self.data),
            "SampleResponse.inOrder": SampleResponse.inOrder(.text("hunter2"), .text("hunter2")),
            "SampleResponse.failing": SampleResponse.networkError(TernError(.timedOut, request: Self.request)),
            "Call": Call<GitHub, String>(Self.target), "CallOptions": CallOptions(headers: Self.headers),
            "Provider": Self.provider, "PageCursor": PageCursor(rawValue: Self.url.absoluteString),
        ])
    }

    @Test func sequences() async throws {
        let call = Call<GitHub, [String]>(Self.target)
        let pages = Self.provider.pages(.links(from: call))
        let numbers = Self.provider.pages(.numbers { _ in call })
        let stream = try ResponseStream(Response(statusCode: 200, headers: Self.headers, body: .stream(Self.stream)))
        let events = Self.provider.events(Self.target)
        expectNoLeaks([
            "Paging": Paging.links(from: call), "Pages": pages, "Pages.Iterator": pages.makeAsyncIterator(),
            "Pages.numbers": numbers, "PageItems": pages.items, "PageItems.Iterator": pages.items.makeAsyncIterator(),
            "ResponseStream": stream, "ResponseStream.Iterator": stream.makeAsyncIterator(),
            "lines": stream.lines(), "lines.Iterator": stream.lines().makeAsyncIterator(),
            "jsonLines": stream.jsonLines(as: String.self),
            "events": stream.events(), "events.Iterator": stream.events().makeAsyncIterator(),
            "connections": events, "connections.Iterator": events.makeAsyncIterator(),
            "ValueStream": Self.provider.values(call, reconnecting: Reconnection()),
        ])
    }

    @Test func explanationsShowNoArguments() async {
        let explanation = await Self.provider.explain(Self.target)
        let signedOut = RefreshingAuthorizationPlugin(refresh: { $0 })
        let failed = await Provider<GitHub>(plugins: [signedOut]).explain(Self.target)
        expectNoLeaks([
            "CallExplanation": explanation, "failed": failed, "Step": explanation.steps, "limits": explanation.limits,
        ])
    }

    @Test func plugins() {
        expectNoLeaks([
            "AuthorizationPlugin": AuthorizationPlugin(.token(Self.secret), trustedOrigins: [Self.url]),
            "Credentials": AuthorizationPlugin.Credentials.user(Self.secret, password: Self.secret),
            "RefreshingAuthorizationPlugin": Self.authorization,
            "RetryPlugin": RetryPlugin(idempotencyKey: { Self.secret }), "LogPlugin": LogPlugin(),
            "MetricsPlugin": MetricsPlugin(), "RateLimitPlugin": RateLimitPlugin(1, per: .seconds(1)),
            "CircuitBreakerPlugin": CircuitBreakerPlugin(),
        ])
    }

    @Test func testKit() async throws {
        let journal = Journal()
        let server = try LoopbackServer(routes: [.case(Self.target): .text(Self.secret)], journal: nil)
        defer { server.stop() }
        expectNoLeaks([
            "StubRoute": StubRoute.case(Self.target), "StubRoute.text": StubRoute(stringLiteral: "/a?token=hunter2"),
            "StubRule": StubRule<GitHub>.on(case: Self.target, .text(Self.secret)),
            "StubRule.call": StubRule<GitHub>.on(Call<GitHub, String>(Self.target), .sample(.text(Self.secret))),
            "StubResponse": StubResponse<String>.sample(.json(data: Self.data)), "StubState": StubState(Self.target),
            "TargetCheck": TargetCheck<GitHub>.case(Self.target), "Journal": journal, "LoopbackServer": server,
            "HeadDecision": LoopbackServer.HeadDecision.respond(.text(Self.secret)),
            "Part": RecordedRequest.Part(name: "password", headers: Self.headers, data: Self.data),
            "RecordedRequest": RecordedRequest(Self.request),
            "StubSession": StubSession(journal: nil) { _ in .text(Self.secret) },
        ])
    }

    // MARK: - Values that contain secrets but are not texts

    private struct TokenPlugin: Plugin {
        let token = "hunter2"

        func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
            try await next(request)
        }
    }

    private let configuration: TransportConfiguration = {
        var configuration = TransportConfiguration()
        configuration.proxy = .url(URL(string: "http://ada:hunter2@proxy.example:3128")!, except: ["a.example"])
        configuration.tls.identity = .init(
            certificate: .data(Data("hunter2".utf8)),
            privateKey: .data(Data("hunter2".utf8)),
            passphrase: "hunter2"
        )
        return configuration
    }()

    @Test func dumpOfAProviderShowsNoContent() throws {
        let userInfo = ProviderConfiguration()
        userInfo.decoder.userInfo[try #require(CodingUserInfoKey(rawValue: "token"))] = "hunter2"
        let target = OpenTarget(baseURL: URL(string: "https://ada:hunter2@api.example.com")!)
        let transport = RecordingTransport { _ in .text("hunter2") }
        let provider = Provider<OpenTarget>(
            endpointClosure: { _ in Endpoint(target) },
            transport: transport,
            plugins: [TokenPlugin(), AuthorizationPlugin { _ in "hunter2" }, AuthorizationPlugin(.token("hunter2"))]
        ).configured { $0.decoder = userInfo.decoder }

        #expect(Self.leaks(in: provider).isEmpty)
        #expect(Self.leaks(in: userInfo).isEmpty)
        #expect("\(provider)" == "Provider<OpenTarget>")
    }

    @Test func dumpOfATransportShowsNoConfiguration() throws {
        #expect(Self.leaks(in: configuration).isEmpty)
        #expect(Self.leaks(in: TransportConfiguration.PEM.data(Data("hunter2".utf8))).isEmpty)
        var noIdentity = configuration
        noIdentity.tls = TransportConfiguration.TLS()
        #if os(Linux)
            #expect(Self.leaks(in: try CurlTransport(noIdentity)).isEmpty)
            #expect(Self.leaks(in: try PlatformTransport(noIdentity)).isEmpty)
            #expect(Self.leaks(in: Provider<OpenTarget>(transport: try .platform(noIdentity))).isEmpty)
        #endif
        let session = URLSessionConfiguration.ephemeral
        session.httpAdditionalHeaders = ["X-API-Key": "hunter2"]
        #expect(Self.leaks(in: try URLSessionTransport(configuration: session)).isEmpty)
        #expect("\(configuration.proxy)" == "http://<redacted>@proxy.example:3128 except [\"a.example\"]")
    }

    @Test func dumpOfARecordedTestShowsNoArgumentsAndSecrets() async throws {
        let journal = Journal()
        let github = Provider<GitHub>.stub(journal: journal) { _ in
            .text("hunter2", headers: ["Set-Cookie": "a=hunter2"])
        }

        _ = try await github.request(.login(password: "hunter2"))

        let call = try #require(journal.calls(of: GitHub.self).first)
        #expect(call.events.count >= 3)
        #expect(Self.leaks(in: journal).isEmpty)
        #expect(Self.leaks(in: call).isEmpty)
        #expect(Self.leaks(in: call.events).isEmpty)
        #expect("\(call)" == "#1 GitHub.login: 200")
    }

    @Test func requestsAtAServerShowNoSecrets() {
        let request = RecordedRequest(
            method: .post,
            url: "/a?token=hunter2",
            headers: ["Cookie": "a=hunter2", "Referer": "https://ada:hunter2@a.example/"],
            trailers: ["X-Signature": "hunter2"],
            body: Data("hunter2".utf8)
        )

        #expect(Self.leaks(in: request).isEmpty)
        #expect("\(request)" == "POST /a?token=<redacted>")
    }
}
