import Foundation
import Tern
import TernTesting
import Testing

@Suite(.timeLimit(.minutes(20)))
struct LintTests {
    private enum Shop: TargetType {
        case item(String)
        case other(String)
        case search
        case broken

        var baseURL: URL { URL(string: "https://shop.example/v1")! }

        var path: String {
            switch self {
            case .item(let id), .other(let id): "/items/\(id)"
            case .search: "/search"
            case .broken: "//evil.example"
            }
        }

        var task: HTTPTask { if case .search = self { .json(["q": "a"]) } else { .plain } }
        var sampleData: Data { Data("7".utf8) }
    }

    private enum Pages: String, CaseIterable, TargetType {
        case first, second, copied

        var baseURL: URL { URL(string: "https://shop.example")! }
        var path: String { self == .copied ? "/first" : "/\(rawValue)" }
        var sampleData: Data { self == .second ? Data() : Data("1".utf8) }
    }

    private struct Routed: RoutedTarget {
        let place: HTTPRoute.Path
        let sample: SampleResponse

        init(_ path: HTTPRoute.Path, sample: SampleResponse = .json(["id": 1])) {
            (place, self.sample) = (path, sample)
        }

        var baseURL: URL { URL(string: "https://shop.example/v1")! }
        var route: HTTPRoute { .get(place).sample(sample) }
    }

    private func kinds(_ report: SampleReport) -> [String] { report.findings.map { "\($0.name): \($0.kind)" } }

    @Test func correctTargetsHaveNoFindings() async throws {
        let report = await Provider<Shop>().lint(.case(.item("1")), .case(.item("2")), .case(.other("a%20b")))
        #expect(kinds(report) == [])
        try report.get()
    }

    @Test(arguments: [
        ("a b", "a space"), ("a%2", "a \"%\" without two hexadecimal digits"), ("ü", "the character U+FC"),
        ("a?b", "a \"?\""), ("<a>", "a \"<\""), ("a\nb", "the character U+A"),
    ])
    func pathThatNeedsEscapingIsFound(id: String, character: String) async throws {
        let report = await Provider<Shop>().lint(.case(.item(id)))
        let finding = try #require(report.findings.first { $0.kind == .unescapedPath })
        #expect(finding.text.hasPrefix("The path has \(character), which isn't allowed in a path."))
        #expect(finding.name == "Shop.item")
        #expect(throws: TestKitError.self) { try report.get() }
    }

    @Test func casesWithTheSameMethodAndPathAreFound() async {
        let report = await Provider<Shop>().lint(.case(.item("1")), .case(.other("1")))
        #expect(kinds(report) == ["Shop.other: duplicate route"])
        #expect(report.findings.first?.text.hasPrefix("Shop.item has the same method and path.") == true)
    }

    @Test func listAndSearchOnOnePathAreNoCopies() async {
        enum Issues: RoutedTarget {
            case list
            case search(String)
            case copy(String)
            var baseURL: URL { URL(string: "https://shop.example/v1")! }
            var path: String { "/other" }
            var route: HTTPRoute {
                switch self {
                case .list: .get("/issues").sample(.json([1]))
                case .search(let text), .copy(let text): .get("/issues").query(["q": text]).sample(.json([1]))
                }
            }
        }

        let report = await Provider<Issues>().lint(.case(.list), .case(.search("a")), .case(.copy("b")))

        // A member that is ignored is the same mistake for all cases.
        #expect(kinds(report) == ["Issues.list: ignored member", "Issues.copy: duplicate route"])
    }

    @Test func getRequestWithABodyIsFound() async {
        #expect(kinds(await Provider<Shop>().lint(.case(.search))) == ["Shop.search: unexpected body"])
    }

    @Test func queryWithoutAMediaTypeIsFound() async {
        enum Search: RoutedTarget {
            case bare, untyped, typed, field
            var baseURL: URL { URL(string: "https://shop.example/v1")! }
            var route: HTTPRoute {
                switch self {
                case .bare: .query("/bare").sample(.json([1]))
                case .untyped: .query("/untyped").data(Data("x".utf8), contentType: nil).sample(.json([1]))
                case .typed: .query("/typed").json(["q": "a"]).sample(.json([1]))
                case .field:
                    .query("/field").data(Data("x".utf8), contentType: nil).headers(["Content-Type": "text/plain"])
                        .sample(.json([1]))
                }
            }
        }

        let report = await Provider<Search>().lint(.case(.bare), .case(.untyped), .case(.typed), .case(.field))

        #expect(kinds(report) == ["Search.bare: missing content type", "Search.untyped: missing content type"])
    }

    @Test func requestThatCannotBeBuiltIsFound() async throws {
        let report = await Provider<Shop>().lint(.case(.broken))
        #expect(kinds(report) == ["Shop.broken: invalid request"])
        #expect(report.findings.first?.text.contains("invalidURL") == true)
    }

    @Test func samplesAreCheckedWithTheSettingsOfTheProvider() async {
        let call = Call<Shop, Int>(.item("1"))
        let shop = Provider<Shop>(endpointClosure: { Endpoint($0).responding(.text("seven")) })
        #expect(await shop.lint(.call(call)).rows.map(\.error?.code) == [.decodingFailed])
        #expect(await Provider<Shop>().lint(.call(call)).rows.map(\.error?.code) == [nil])
    }

    private struct Event: Codable, Sendable {
        let startedAt: Date
        var score = Double.infinity
    }

    private enum Events: RoutedTarget {
        case next
        case add(Event)
        case list(QueryParameters)

        var baseURL: URL { URL(string: "https://shop.example/v1")! }
        var route: HTTPRoute {
            switch self {
            case .next: .get("/next")
            case .add(let event): .post("/events").json(event).sample(.json(event))
            case .list(let parameters): .get("/events").query(parameters).sample(.json([1]))
            }
        }
    }

    /// A provider whose coders have strategies.
    private var events: Provider<Events> {
        Provider<Events>().configured {
            let numbers = ("inf", "-inf", "nan")
            $0.decoder.dateDecodingStrategy = .iso8601
            $0.decoder.keyDecodingStrategy = .convertFromSnakeCase
            $0.decoder.nonConformingFloatDecodingStrategy = .convertFromString(
                positiveInfinity: numbers.0,
                negativeInfinity: numbers.1,
                nan: numbers.2
            )
            $0.encoder.nonConformingFloatEncodingStrategy = .convertToString(
                positiveInfinity: numbers.0,
                negativeInfinity: numbers.1,
                nan: numbers.2
            )
            $0.queryEncoder.arrays = .brackets
        }
    }

    /// The stub encodes its values for the decoder of the provider in a call, and so it does in the check.
    @Test func samplesOfAStubAreEncodedAsForItsCalls() async throws {
        let event = Event(startedAt: Date(timeIntervalSince1970: 1))
        let call = Call<Events, Event>(.next)
        let stubs = [
            events.stubbed(journal: nil) { _ in .json(event) },
            events.stubbed(.on(call, .json(event)), journal: nil),
            events.stubbed(.otherwise { _ in .json(event) }, journal: nil),
        ]
        for stub in stubs {
            _ = try await stub.value(call)
            try await stub.lint(.call(call)).get()
        }
    }

    @Test func requestsAreEncodedAsThoseOfTheCalls() async throws {
        let call = Call<Events, Event>(.add(Event(startedAt: Date(timeIntervalSince1970: 1))))
        try await events.lint(.call(call)).get()

        // The names of the parameters are those of the provider's encoder.
        let report = await events.lint(.case(.list(["a": [1]])), .case(.list(["a[]": 2])))
        #expect(kinds(report) == [])
        let other = await events.lint(.case(.list(["a": [1]])), .case(.add(Event(startedAt: .now, score: 1))))
        #expect(kinds(other) == [])
    }

    @Test func mistakesInARouteAreFound() async throws {
        let report = await Provider<Routed>().lint(
            .case(Routed("/items?id=\("a")")),
            .case(Routed("/items/\(raw: "a b")")),
            .case(Routed("/items/\("")")),
            .case(Routed("/items/\("..")")),
            .case(Routed("/items", sample: .status(404)))
        )

        #expect(
            kinds(report) == [
                "Routed: unescaped path", "Routed: invalid request", "Routed: invalid request",
            ]
        )
        #expect(report.findings.first?.text.hasSuffix("and write parameters with `query`.") == true)
        #expect(report.rows.map(\.error?.code) == [nil, nil, .invalidURL, .invalidURL, .unacceptableStatus])
    }

    @Test func membersBesideARouteAreFound() async {
        struct Declaring: RoutedTarget {
            var baseURL: URL { URL(string: "https://shop.example/v1")! }
            var path: String { "/other" }
            var method: HTTPMethod { .put }
            var task: HTTPTask { .json([1]) }
            var headers: HTTPHeaders { ["A": "1"] }
            var crossOriginHeaders: Set<String> { ["A"] }
            var validation: Validation { .none }
            var authorization: Authorization { .basic }
            var timeout: Duration? { .seconds(2) }
            var sampleData: Data { Data("[1]".utf8) }
            var common: HTTPRoute.Common { .init(headers: ["A": "2"], authorization: .bearer, timeout: .seconds(1)) }
            var route: HTTPRoute { .post("/items") }
        }

        let report = await Provider<MultiTarget>().lint(.case(.target(Declaring())))

        #expect(kinds(report) == Array(repeating: "Declaring: ignored member", count: 9))
        #expect(
            report.findings.map { String($0.text.prefix { $0 != " " }) } == [
                "`path`", "`method`", "`task`", "`headers`", "`crossOriginHeaders`", "`validation`", "`authorization`",
                "`timeout`", "`sampleData`",
            ]
        )
    }

    @Test func commonValuesAreNoIgnoredMembers() async {
        struct Common: RoutedTarget {
            var baseURL: URL { URL(string: "https://shop.example/v1")! }
            var common: HTTPRoute.Common { .init(headers: ["A": "2"], authorization: .bearer, timeout: .seconds(1)) }
            var route: HTTPRoute {
                .post("/items").multipart([.text("a", name: "b")]).validation(.none).sample(.json([1]))
            }
        }

        #expect(kinds(await Provider<Common>().lint(.case(Common()))) == [])
    }

    @Test func allCasesOfAnEnumAreChecked() async {
        let report = await Provider<Pages>().lintAllCases()
        #expect(report.rows.map(\.error?.code) == [nil, .missingSample, nil])
        #expect(kinds(report) == ["Pages.copied: duplicate route"])
    }

    @Test func findingNamesTheLineOfTheTest() async throws {
        let report = await Provider<Shop>().lint(
            .case(.item("a b"))
        )
        let text = try #require(report.findings.first).description
        #expect(text.hasPrefix("\(#filePath):\(#line - 3): Shop.item: unescaped path: "))
    }
}
