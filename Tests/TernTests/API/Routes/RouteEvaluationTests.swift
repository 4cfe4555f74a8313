import Foundation
import Tern
import TernPlugins
import TestDoubles
import Testing

/// A provider evaluates the route of a target once for each call.
@Suite(.timeLimit(.minutes(20)))
struct RouteEvaluationTests {
    private let count = Watched(0)

    private var target: CountedTarget {
        CountedTarget(
            count,
            route: .post("/things").json(["a": 1]).headers(["A": "1"]).authorization(.bearer).sample(.text("sample"))
        )
    }

    private let plugins: [any Plugin] = [RetryPlugin(), AuthorizationPlugin(.token("abc")), LogPlugin { _ in }]

    @Test func liveCallEvaluatesItOnce() async throws {
        let transport = RecordingTransport { _ in Response(statusCode: 200) }

        _ = try await Provider<CountedTarget>(transport: transport, plugins: plugins).request(target)

        #expect(count.value == 1)
        #expect(transport.requests.map { $0.headers["Authorization"] } == ["Bearer abc"])
    }

    @Test func stubbedCallEvaluatesItOnce() async throws {
        let provider = Provider<CountedTarget>(stubClosure: Provider.immediatelyStub, plugins: plugins)

        let response = try await provider.request(target)

        #expect(count.value == 1)
        #expect(try response.string() == "sample")
    }

    @Test func attemptsShareTheRoute() async throws {
        let transport = RecordingTransport { request in
            Response(statusCode: request.headers["Authorization"] == "Bearer new" ? 200 : 401)
        }
        let refreshing = RefreshingAuthorizationPlugin(.init(token: "old")) { _ in .init(token: "new") }

        _ = try await Provider<CountedTarget>(transport: transport, plugins: [refreshing]).request(target)

        #expect(count.value == 1)
        #expect(transport.requests.count == 2)
    }

    @Test func failedCallEvaluatesItOnce() async {
        let provider = Provider<CountedTarget>(stubClosure: Provider.immediatelyStub)
        for route in [HTTPRoute.get("/users/\("")"), .get("/users/\("..")"), .get("/users")] {
            let error = await #expect(throws: TernError.self) {
                try await provider.request(CountedTarget(count, route: route))
            }
            #expect([.invalidURL, .missingSample].contains(error?.code))
        }
        #expect(count.value == 3)
    }

    @Test func multiTargetEvaluatesItOnce() async throws {
        let provider = Provider<MultiTarget>(stubClosure: Provider.immediatelyStub, plugins: plugins)

        let response = try await provider.request(.target(MultiTarget(target)))

        #expect(count.value == 1)
        #expect(response.request?.method == .post)
        #expect(response.request?.headers["Authorization"] == "Bearer abc")
    }

    @Test func explanationEvaluatesItOnce() async {
        let explanation = await Provider<CountedTarget>(plugins: plugins).explain(target)

        #expect(count.value == 1)
        #expect(explanation.request?.headers["Authorization"] == "Bearer abc")
        #expect(explanation.sample?.data == Data("sample".utf8))
    }

    @Test func endpointEvaluatesItOnce() throws {
        let endpoint = Endpoint(target, baseURL: URL(string: "https://staging.example.com"))

        #expect(try endpoint.request().url.absoluteString == "https://staging.example.com/things")
        #expect(try endpoint.sampleResponseClosure().message().parts.body == Data("sample".utf8))
        #expect(count.value == 1)
    }

    @Test func contextHasTheAuthorizationOfTheRoute() {
        #expect(RequestContext(target: target).authorization == .bearer)
        #expect(RequestContext(target: MultiTarget(target)).authorization == .bearer)
        #expect(count.value == 2)
    }
}
