import Foundation
import Tern
import TernPlugins
import TernTesting
import TernURLSession
import TestDoubles
import Testing

/// Values that contain secrets but are not texts.
@Suite(.timeLimit(.minutes(20)))
struct DumpTests {
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

    /// The texts that show the secret, or all its bytes one by one.
    private func leaks(in value: Any) -> [String] {
        let bytes = Array("hunter2".utf8).map { "- \($0)" }
        return textForms(of: value).filter { text in
            text.contains("hunter2") || bytes.allSatisfy { text.contains($0) }
        }
    }

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

        #expect(leaks(in: provider).isEmpty)
        #expect(leaks(in: userInfo).isEmpty)
        #expect("\(provider)" == "Provider<OpenTarget>")
    }

    @Test func dumpOfATransportShowsNoConfiguration() throws {
        #expect(leaks(in: configuration).isEmpty)
        #expect(leaks(in: TransportConfiguration.PEM.data(Data("hunter2".utf8))).isEmpty)
        var noIdentity = configuration
        noIdentity.tls = TransportConfiguration.TLS()
        #if os(Linux)
            #expect(leaks(in: try CurlTransport(noIdentity)).isEmpty)
            #expect(leaks(in: try PlatformTransport(noIdentity)).isEmpty)
            #expect(leaks(in: Provider<OpenTarget>(transport: try .platform(noIdentity))).isEmpty)
        #endif
        let session = URLSessionConfiguration.ephemeral
        session.httpAdditionalHeaders = ["X-API-Key": "hunter2"]
        #expect(leaks(in: try URLSessionTransport(configuration: session)).isEmpty)
        #expect("\(configuration.proxy)" == "http://<redacted>@proxy.example:3128 except [\"a.example\"]")
    }

    @Test func dumpOfALockShowsNoState() {
        #expect(leaks(in: Locked("hunter2")).isEmpty)
        #expect(leaks(in: ["key": Locked(["hunter2"])]).isEmpty)
    }

    @Test func dumpOfARecordedTestShowsNoArgumentsAndSecrets() async throws {
        let journal = Journal()
        let github = Provider<GitHub>.stub(journal: journal) { _ in
            .text("hunter2", headers: ["Set-Cookie": "a=hunter2"])
        }

        _ = try await github.request(.login(password: "hunter2"))

        let call = try #require(journal.calls(of: GitHub.self).first)
        #expect(call.events.count >= 3)
        #expect(leaks(in: journal).isEmpty)
        #expect(leaks(in: call).isEmpty)
        #expect(leaks(in: call.events).isEmpty)
        #expect("\(call)" == "#1 GitHub: 200")
    }

    @Test func requestsAtAServerShowNoSecrets() {
        let request = RecordedRequest(
            method: .post,
            url: "/a?token=hunter2",
            headers: ["Cookie": "a=hunter2", "Referer": "https://ada:hunter2@a.example/"],
            trailers: ["X-Signature": "hunter2"],
            body: Data("hunter2".utf8)
        )

        #expect(leaks(in: request).isEmpty)
        #expect("\(request)" == "POST /a?token=<redacted>")
    }
}
