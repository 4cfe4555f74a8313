import Foundation
import Tern
import TernPlugins
import TestDoubles
import Testing

@Suite(.timeLimit(.minutes(20)))
struct ExplanationTests {
    private struct Client: Plugin {
        func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
            var request = request
            request.headers["User-Agent"] = "Example/1.0"
            request.headers.remove("Accept")
            return try await next(request)
        }
    }

    private struct Token: Plugin {
        func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
            var request = request
            request.headers["Authorization"] = "Bearer c7f3a9d2e8"
            return try await next(request)
        }
    }

    @Test func nothingIsSent() async {
        let transport = RecordingTransport()
        _ = await Provider<GitHub>(transport: transport).explain(.zen)
        #expect(transport.requests.isEmpty)
    }

    @Test func explanationHasTheRequestThatTheTransportWouldReceive() async throws {
        let transport = RecordingTransport { _ in Response(statusCode: 201) }
        let github = Provider<GitHub>(transport: transport, plugins: [Client(), Token()])
        let draft = IssueDraft(title: "Crash", body: nil)
        let target = GitHub.createIssue(repository: "tern/tern", draft: draft)

        let explanation = await github.explain(
            target,
            options: CallOptions(timeout: .seconds(9), headers: ["X-Run": "1"])
        )
        _ = try await github.request(target, options: CallOptions(timeout: .seconds(9), headers: ["X-Run": "1"]))

        let sent = try #require(transport.requests.first)
        let request = try #require(explanation.request)
        #expect(request.url == sent.url)
        #expect(request.method == sent.method)
        #expect(request.headers == sent.headers)
        #expect(request.body?.data == sent.body?.data)
        #expect(explanation.source == .transport)
        #expect(explanation.limits.timeout == .seconds(9))
        #expect(explanation.limits.maximumBodyBytes == ProviderConfiguration.defaultMaximumBodyBytes)
        #expect(explanation.error == nil)
    }

    @Test func timeoutIsKnownIfAPluginEndsTheCall() async {
        let session = RefreshingAuthorizationPlugin { _ in nil }
        let provider = Provider<OpenTarget>(plugins: [session])
        let target = OpenTarget(authorization: .bearer)

        let explanation = await provider.explain(target, options: CallOptions(timeout: .seconds(9)))

        #expect(explanation.request == nil)
        #expect(explanation.error?.code == .missingCredentials)
        #expect(explanation.limits.timeout == .seconds(9))
    }

    @Test func eachPluginHasItsChanges() async {
        let log = Watched<[String]>([])
        let plugins: [any Plugin] = [Client(), RecordingPlugin("A", log), Token()]
        let explanation = await Provider<GitHub>(plugins: plugins).explain(.zen)

        #expect(explanation.steps.map(\.plugin) == ["Client", "RecordingPlugin", "Token"])
        #expect(explanation.steps[0].changes == ["removes Accept", "sets User-Agent: Example/1.0"])
        #expect(explanation.steps[1].changes == [])
        #expect(explanation.steps[2].changes == ["sets Authorization: <redacted>"])
        // Its hooks are balanced.
        #expect(log.value == ["A prepare 1", "A willSend 1", "A didReceive cancelled 1"])
    }

    @Test func descriptionHasNoSecrets() async {
        let github = Provider<GitHub>(stubClosure: Provider.delayedStub(.seconds(2)), plugins: [Token()])
        let text = "\(await github.explain(.login(password: "hunter2-9c41")))"
        #expect(!text.contains("hunter2"))
        #expect(!text.contains("c7f3a9d2e8"))
        #expect(text.contains("GitHub.login: POST https://api.github.com/login"))
        #expect(text.contains("response: from a stub, after 2.0 seconds"))
        #expect(text.contains("sample: missingSample: "))
        #expect(text.contains("accepts: status 200..<300"))
        #expect(text.contains("curl "))
    }

    @Test func liveCallHasNoSampleInItsText() async {
        #expect(await !"\(Provider<GitHub>().explain(.zen))".contains("sample"))
    }

    @Test func changesHaveNoSecretsOfTheRequest() async {
        let note = InterceptingPlugin { request, _, next in
            var request = request
            request.headers["Via"] = "it was c7f3a9d2e8"
            return try await next(request)
        }
        let explanation = await Provider<GitHub>(plugins: [Token(), note]).explain(.zen)
        #expect(explanation.steps.map(\.changes).last == ["sets Via: it was <redacted>"])
        #expect(!"\(explanation)".contains("c7f3a9d2e8"))
    }

    @Test func changesBelongToTheirPluginsAfterARetry() async {
        let failures = Watched(0)
        let retrying = InterceptingPlugin { request, _, next in
            if let response = try? await next(request) { return response }
            return try await next(request)
        }
        let failing = InterceptingPlugin { request, _, next in
            failures.update { $0 += 1 }
            if failures.value == 1 { throw TernError(.connectionLost) }
            return try await next(request)
        }
        let explanation = await Provider<GitHub>(plugins: [retrying, failing, Client()]).explain(.zen)
        #expect(explanation.steps.map(\.changes.isEmpty) == [true, true, false])
    }

    @Test func explanationHasTheSampleOfAStub() async {
        let github = Provider<GitHub>(
            endpointClosure: { Endpoint($0).responding(.json(["id": 7], status: 201)) },
            stubClosure: Provider.immediatelyStub
        )
        let explanation = await github.explain(.user("octocat"))
        #expect(explanation.source == .stub(delay: .zero))
        #expect(explanation.sample?.statusCode == 201)
        #expect(explanation.sample?.data == Data(#"{"id":7}"#.utf8))
    }

    @Test func sequenceOfSamplesKeepsItsFirstResponse() async throws {
        let github = Provider<GitHub>(
            endpointClosure: { Endpoint($0).responding(.inOrder(.status(201), .status(202))) },
            stubClosure: Provider.immediatelyStub
        )
        #expect(await github.explain(.zen).sample?.statusCode == 201)
        #expect(try await github.request(.zen).statusCode == 201)
    }

    @Test func pluginThatRespondsItselfIsTheSource() async {
        let cache = InterceptingPlugin { _, _, _ in Response(statusCode: 200) }
        let explanation = await Provider<GitHub>(plugins: [cache, Client()]).explain(.zen)
        #expect(explanation.source == .plugin)
        #expect(explanation.request == nil)
        #expect(explanation.error == nil)
        #expect(explanation.steps.map(\.plugin) == ["InterceptingPlugin"])
    }

    @Test func callThatCannotBeSentHasItsError() async {
        struct Bad: TargetType {
            var baseURL: URL { GitHub.base }
            var path: String { "a#b" }
        }
        let explanation = await Provider<Bad>().explain(Bad())
        #expect(explanation.error?.code == .invalidURL)
        #expect(explanation.request == nil)
        #expect("\(explanation)".contains("fails before it is sent: "))
    }

    /// The request is cancelled, so that no plugin sends it again.
    @Test func pluginsRunOnceWithTheirEffects() async {
        let effects = Watched<[String]>([])
        let plugins: [any Plugin] = [
            RetryPlugin(),
            AuthorizationPlugin { _ in
                effects.append("token")
                return "new"
            },
            ActivityPlugin { effects.append("\($0.change)") },
        ]
        let provider = Provider<Private>(stubClosure: Provider.immediatelyStub, plugins: plugins)

        let explanation = await provider.explain(Private())

        #expect(explanation.request?.headers["Authorization"] == "Bearer new")
        #expect(effects.value == ["token", "began", "ended"])
    }

    @Test func constantCredentialsAreThoseOfTheRequest() async {
        let provider = Provider<Private>(plugins: [AuthorizationPlugin(.token("abc"))])
        #expect(await provider.explain(Private()).request?.headers["Authorization"] == "Bearer abc")
        // A user and a password are no credentials for Bearer.
        let mistaken = Provider<Private>(plugins: [AuthorizationPlugin(.user("ada", password: "hunter2"))])
        #expect(await mistaken.explain(Private()).error?.code == .missingCredentials)
    }

    @Test func refreshingAuthorizationShowsItsToken() async {
        let session = RefreshingAuthorizationPlugin(.init(token: "old")) { $0 }
        let explanation = await Provider<Private>(plugins: [session]).explain(Private())
        #expect(explanation.request?.headers["Authorization"] == "Bearer old")
    }

    /// The closures may count their uses.
    @Test(arguments: [nil, "ftp://other.example/"]) func eachClosureRunsOnce(url: String?) async {
        let runs = Watched<[String]>([])
        let provider = Provider<GitHub>(
            endpointClosure: { _ in
                runs.append("endpoint")
                return Endpoint(
                    url: "https://api.github.com/zen",
                    sampleResponseClosure: {
                        runs.append("sample")
                        // The first sample is a response, the second one an error.
                        return runs.value.filter { $0 == "sample" }.count == 1 ? .status(201) : .networkError(Failure())
                    }
                )
            },
            requestClosure: { endpoint, _ in
                runs.append("request")
                return try endpoint.request()
            },
            stubClosure: { _ in
                runs.append("stub")
                return .immediate
            }
        )

        let explanation = await provider.explain(.zen, options: CallOptions(url: url.flatMap { URL(string: $0) }))

        #expect(Set(runs.value).count == runs.value.count, "\(runs.value)")
        #expect(explanation.sample?.statusCode == 201)
        #expect(explanation.sampleError == nil)
        #expect((explanation.error == nil) == (url == nil))
    }

    private struct Failure: Error {}

    private struct Private: TargetType {
        var baseURL: URL { GitHub.base }
        var path: String { "/private" }
        var authorization: Authorization { .bearer }
    }
}
