import Foundation
import Tern
import TernPlugins
import TestDoubles
import Testing

@Suite(.timeLimit(.minutes(20)))
struct RoutedTargetTests {
    private struct Routed: RoutedTarget {
        let route: HTTPRoute
        var baseURL: URL { OpenTarget().baseURL }
    }

    /// A target with values for all routes that don't set them.
    private struct Common: RoutedTarget {
        let route: HTTPRoute
        var baseURL: URL { OpenTarget().baseURL }
        var common: HTTPRoute.Common {
            .init(
                headers: ["Accept": "application/json", "X-API": "common"],
                crossOriginHeaders: ["X-API"],
                validation: .none,
                authorization: .bearer,
                timeout: .seconds(20)
            )
        }
    }

    /// The common values depend on the case, and on the route of another case.
    private enum Chained: RoutedTarget {
        case first, second

        var baseURL: URL { OpenTarget().baseURL }
        var common: HTTPRoute.Common {
            self == .first ? .init(headers: ["X-Second": Self.second.authorization.scheme ?? "none"]) : .init()
        }
        var route: HTTPRoute {
            switch self {
            case .first: .get("/first")
            case .second: .get("/second").authorization(.basic)
            }
        }
    }

    /// A target with properties beside its route and its common values.
    private struct Declaring: RoutedTarget {
        var baseURL: URL { OpenTarget().baseURL }
        var path: String { "/declared" }
        var headers: HTTPHeaders { ["X-API": "declared"] }
        var validation: Validation { .none }
        var authorization: Authorization { .bearer }
        var timeout: Duration? { .seconds(20) }
        var sampleData: Data { Data("declared".utf8) }
        var route: HTTPRoute { .get("/route") }
    }

    /// A target around another one, which passes on each property.
    private struct Around: TargetType {
        let inner: Routed
        var baseURL: URL { inner.baseURL }
        var path: String { inner.path }
    }

    private func explain(_ target: some TargetType) async -> CallExplanation {
        await Provider<MultiTarget>().explain(.target(target))
    }

    @Test func membersOfTheTargetComeFromTheRoute() throws {
        let target = Routed(
            route: .put("/a/\("b/c")").json(["d": 1]).query(["e": 2]).headers(["F": "g"]).crossOriginHeaders(["F"])
                .validation(.none).authorization(.basic).timeout(.seconds(3)).sample(.text("sample"))
        )

        #expect(target.path == "/a/b%2Fc")
        #expect(target.method == .put)
        #expect("\(target.task)" == "json body, 1 query item")
        #expect(target.headers == ["F": "g"])
        #expect(target.crossOriginHeaders == ["F"])
        #expect(target.validation == Validation.none)
        #expect(target.authorization == .basic)
        #expect(target.timeout == .seconds(3))
        #expect(target.sampleData == Data("sample".utf8))
        #expect(URL(target: target).absoluteString == "https://api.example.com/a/b%2Fc")
    }

    @Test func plainRouteHasTheDefaultsOfATarget() {
        let target = Routed(route: .get())

        #expect(target.path == "")
        #expect(target.method == .get)
        #expect("\(target.task)" == "plain")
        #expect(target.headers == [:])
        #expect(target.crossOriginHeaders == [])
        #expect(target.validation == .successCodes)
        #expect(target.authorization == .none)
        #expect(target.timeout == nil)
        #expect(target.sampleData == Data())
    }

    @Test func commonValuesApplyToRoutesThatDoNotSetThem() async {
        let target = Common(route: .get("/a").sample(.text("sample")))
        let explanation = await explain(target)

        #expect(explanation.request?.headers["Accept"] == "application/json")
        #expect(explanation.request?.headers["X-API"] == "common")
        #expect(explanation.request?.crossOriginHeaders == ["X-API"])
        #expect(explanation.validation == Validation.none)
        #expect(explanation.limits.timeout == .seconds(20))
        #expect(RequestContext(target: target).authorization == .bearer)
        #expect(target.headers == ["Accept": "application/json", "X-API": "common"])
        #expect(target.crossOriginHeaders == ["X-API"])
        #expect(target.validation == Validation.none)
        #expect(target.authorization == .bearer)
        #expect(target.timeout == .seconds(20))
    }

    @Test func routeReplacesCommonValues() async {
        let target = Common(
            route: .get("/a").headers(["accept": "text/plain"]).crossOriginHeaders([]).validation(.codes(200...204))
                .authorization(.none).timeout(.seconds(1)).sample(.status(201))
        )
        let explanation = await explain(target)

        #expect(explanation.request?.headers.values(for: "Accept") == ["text/plain"])
        #expect(explanation.request?.headers["X-API"] == "common")
        #expect(explanation.request?.crossOriginHeaders == [])
        #expect(explanation.validation == .codes(200...204))
        #expect(explanation.limits.timeout == .seconds(1))
        #expect(explanation.sample?.statusCode == 201)
        #expect(RequestContext(target: target).authorization == .none)
        #expect(target.headers.values(for: "Accept") == ["text/plain"])
        #expect(target.crossOriginHeaders == [])
        #expect(target.validation == .codes(200...204))
        #expect(target.authorization == .none)
        #expect(target.timeout == .seconds(1))
    }

    @Test func commonValuesCanReadTheRouteOfAnotherCase() async {
        #expect(await explain(Chained.first).request?.headers["X-Second"] == "Basic")
        #expect(Chained.first.headers["X-Second"] == "Basic")
    }

    @Test func declaredPropertiesAreIgnored() async throws {
        let explanation = await explain(Declaring())

        #expect(explanation.request?.url.path == "/route")
        #expect(explanation.request?.headers["X-API"] == nil)
        #expect(explanation.validation == .successCodes)
        #expect(explanation.limits.timeout == nil)
        #expect(RequestContext(target: Declaring()).authorization == .none)
        let stub = Provider<Declaring>(stubClosure: Provider.immediatelyStub)
        let error = try await #require(throws: TernError.self) { try await stub.request(Declaring()) }
        #expect(error.code == .missingSample)
    }

    @Test(arguments: ["/users/\("")", "\("")", "\("")/repos"] as [HTTPRoute.Path])
    func emptyArgumentIsAnErrorOfATargetAroundTheRoute(path: HTTPRoute.Path) throws {
        let target = Around(inner: Routed(route: .get(path)))
        let error = try #require(throws: TernError.self) { try Endpoint(target).request() }
        #expect(error.code == .invalidURL)
    }

    @Test func longFormOfAnEndpointKeepsTheSettingsOfTheRoute() async throws {
        let provider = Provider<Routed>(
            endpointClosure: { target in
                Endpoint(
                    url: URL(target: target).absoluteString,
                    sampleResponseClosure: { .status(404) },
                    method: target.method,
                    task: target.task,
                    httpHeaderFields: target.headers
                )
            },
            stubClosure: Provider.immediatelyStub,
            plugins: [AuthorizationPlugin(.token("abc"))]
        )

        let response = try await provider.request(
            Routed(route: .post("/a").json([1]).authorization(.bearer).validation(.none))
        )

        #expect(response.statusCode == 404)
        #expect(response.request?.method == .post)
        #expect(response.request?.headers["Authorization"] == "Bearer abc")
    }

    @Test func endpointOfAnotherTargetKeepsTheSettingsOfTheCall() async throws {
        let provider = Provider<Routed>(
            endpointClosure: { _ in Endpoint(Common(route: .get("/other").sample(.status(404)))) },
            stubClosure: Provider.immediatelyStub
        )

        #expect(await failure { try await provider.request(Routed(route: .get("/a"))) }?.code == .unacceptableStatus)
    }

    @Test func stubRespondsWithTheSampleOfTheRoute() async throws {
        struct Model: Codable, Sendable { let userName: String }
        let provider = Provider<Routed>(stubClosure: Provider.immediatelyStub)
            .configured { $0.decoder.keyDecodingStrategy = .convertFromSnakeCase }
        let target = Routed(route: .get("/a").sample(.json(Model(userName: "octocat"), status: 201)))

        let response = try await provider.request(target)

        #expect(response.statusCode == 201)
        #expect(try response.string() == #"{"user_name":"octocat"}"#)
    }

    @Test func routeWithoutASampleFailsAsATargetWithoutOne() async throws {
        let provider = Provider<Routed>(stubClosure: Provider.immediatelyStub)
        #expect(await failure { try await provider.request(Routed(route: .get("/a"))) }?.code == .missingSample)
    }

    @Test func eventsKeepTheFieldsOfTheRoute() async throws {
        let transport = RecordingTransport { _ in Response(statusCode: 204) }
        let target = Routed(route: .get("/events").headers(["Accept": "text/plain"]))

        for try await _ in Provider<Routed>(transport: transport).events(target) {}

        #expect(transport.requests.map { $0.headers["Accept"] } == ["text/plain"])
    }
}
