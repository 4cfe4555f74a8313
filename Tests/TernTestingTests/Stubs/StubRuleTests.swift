import Foundation
import Tern
import TernTesting
import TestDoubles
import Testing

@Suite(.timeLimit(.minutes(20)))
struct StubRuleTests {
    private let journal = Journal()
    private let latte = Coffee(name: "Latte", price: 4)

    @Test func valueIsEncodedAtTheKeyPathOfTheCall() async throws {
        let shop = Provider<Shop>.stub(.on(.coffees, .json([latte])), journal: journal)

        let response = try await shop.request(.coffees)

        #expect(try response.string().hasPrefix(#"{"data":{"items":[{""#))
        #expect(try await shop.value(.coffees) == [latte])
        #expect(journal.findings().isEmpty)
    }

    @Test func rulesMatchArguments() async throws {
        let shop = Provider<Shop>.stub(
            .on(.coffee(1), .json(latte)),
            .on(.coffee(2), .status(404)),
            .on(case: .order(1), .status(201)),
            journal: journal
        )

        #expect(try await shop.value(.coffee(1)) == latte)
        let error = await #expect(throws: TernError.self) { try await shop.value(.coffee(2)) }
        #expect(error?.response?.statusCode == 404)
        try await shop.value(.order(1))
        #expect(journal.findings().isEmpty)
    }

    @Test func rulesComeFromAnArray() async throws {
        let rules = (1...2).map { StubRule<Shop>.on(.coffee($0), .json(Coffee(name: "\($0)", price: 4))) }
        let shops = [
            Provider<Shop>.stub(.all(rules), journal: journal), Provider<Shop>().stubbed(.all(rules), journal: journal),
        ]
        for shop in shops {
            #expect(try await shop.value(.coffee(1)).name == "1")
            #expect(try await shop.value(.coffee(2)).name == "2")
        }
        #expect(journal.findings().isEmpty)
    }

    @Test func rulesComeFromADictionaryLiteral() async throws {
        let line = #line + 2
        let shop = Provider<Shop>.stub(
            .all([
                .coffee(id: 1): .json(["name": "Latte", "price": 4]), .coffee(id: 2): .status(404),
                .order(1): .status(201),
            ]),
            journal: journal
        )

        #expect(try await shop.value(.coffee(1)) == latte)
        let error = await #expect(throws: TernError.self) { try await shop.value(.coffee(2)) }
        #expect(error?.response?.statusCode == 404)
        let findings = journal.findings()
        #expect(findings.map(\.kind) == [.unusedStub])
        #expect(findings.first?.source.line == line)
    }

    @Test func caseThatADictionaryLiteralRepeatsIsAFinding() async throws {
        let shop = Provider<Shop>().stubbed(
            .all([.order(1): .status(201), .order(1): .status(202)]),
            journal: journal
        )

        #expect(try await shop.request(.order(1)).statusCode == 201)
        #expect(journal.findings().map(\.kind).contains(.misuse))
    }

    @Test func rulesComeFromADictionary() async throws {
        let responses: [Shop: SampleResponse] = Dictionary(
            uniqueKeysWithValues: (1...20).map { (.order($0), .status(200 + $0)) }
        )
        let rules = responses.map { StubRule.on(case: $0, $1) }
        let shops = [
            Provider<Shop>.stub(.all(rules), journal: journal), Provider<Shop>().stubbed(.all(rules), journal: journal),
        ]
        for shop in shops {
            #expect(try await shop.request(.order(7)).statusCode == 207)
        }
        let unused = journal.findings().map(\.message)
        #expect(unused.count == 38)
    }

    @Test func responsesOfARuleAreUsedInOrder() async throws {
        let shop = Provider<Shop>.stub(
            .on(
                .coffee(1),
                .inOrder(.status(401), .networkError(URLError(.timedOut)), thenForever: .json(latte))
            ),
            journal: journal
        )

        var codes: [TernError.Code?] = []
        for _ in 0..<4 {
            do throws(TernError) {
                _ = try await shop.value(.coffee(1))
                codes.append(nil)
            } catch { codes.append(error.code) }
        }

        #expect(codes == [.unacceptableStatus, .timedOut, nil, nil])
        #expect(journal.findings().isEmpty)
    }

    @Test func requestWithoutARuleNamesTheNearest() async throws {
        let shop = Provider<Shop>.stub(
            .on(.coffee(1), .json(latte)),
            .on(.coffees, .json([])),
            journal: journal,
            line: 41
        )

        let error = await #expect(throws: TernError.self) { try await shop.value(.coffee(3)) }

        #expect(error?.code == .missingSample)
        let finding = try #require(journal.findings(ignoring: [.unusedStub]).first)
        #expect(finding.kind == .unmatchedRequest)
        #expect(finding.source.line == 41)
        #expect(
            finding.message.hasPrefix(
                "The provider of Shop has no rule for `GET https://shop.example.com/coffees/3`. The nearest of its rules is "
            )
        )
        #expect(finding.message.contains("`GET https://shop.example.com/coffees/1` (StubRuleTests.swift:"))
        #expect(!finding.message.contains("/coffees` ("))
        #expect(
            finding.message.hasSuffix(
                "): path: /coffees/1 expected, /coffees/3 sent. Add a rule for it at StubRuleTests.swift:41, or .otherwise "
                    + "for all other requests."
            )
        )
        #expect(error?.description.hasSuffix(finding.message) == true)
        #expect(error?.description.contains("sampleData") == false)
    }

    private enum Orders: RoutedTarget, Equatable {
        case add([String: String])
        case note(Int, String)

        var baseURL: URL { URL(string: "https://shop.example.com")! }
        var route: HTTPRoute {
            switch self {
            case .add(let order): .post("/orders").json(order)
            case .note(let id, let text): .put("/orders/\(id)/note").multipart([.text(text, name: "text")])
            }
        }
    }

    /// The finding about the request names the rule and the difference already.
    @Test func ruleMissedByItsBodyIsOneFinding() async throws {
        let orders = Provider<Orders>.stub(
            .on(case: .add(["a": "1"]), .status(201)),
            .on(case: .note(1, "a"), .status(204)),
            journal: journal
        )

        for order in [Orders.add(["a": "2"]), .note(1, "b")] {
            await #expect(throws: TernError.self) { try await orders.request(order) }
        }

        let findings = journal.findings()
        #expect(findings.map(\.kind) == [.unmatchedRequest, .unmatchedRequest])
        #expect(findings[0].message.contains("): body at a: \"1\" expected, \"2\" sent."))
    }

    @Test func ruleThatDiffersInMoreThanItsBodyIsStillUnused() async throws {
        let orders = Provider<Orders>.stub(
            .on(case: .note(1, "a"), .status(204)),
            .on(case: .note(2, "b"), .status(204)),
            journal: journal
        )

        await #expect(throws: TernError.self) { try await orders.request(.note(3, "b")) }
        await #expect(throws: TernError.self) { try await orders.request(.add([:])) }

        let kinds = journal.findings().map(\.kind)
        #expect(kinds == [.unmatchedRequest, .unmatchedRequest, .unusedStub, .unusedStub])
    }

    @Test func unusedRuleIsAFindingAtItsLine() async throws {
        let shop = Provider<Shop>.stub(
            .on(.coffee(1), .json(latte), line: 12),
            .on(.coffee(2), .json(latte), line: 13),
            journal: journal
        )

        _ = try await shop.value(.coffee(1))

        #expect(journal.findings().map(\.kind) == [.unusedStub])
        #expect(journal.findings().map(\.source.line) == [13])
    }

    @Test func twoRulesForOneCaseAreAFinding() async throws {
        let shop = Provider<Shop>.stub(
            .on(.coffee(1), .json(latte), line: 12),
            .on(case: .coffee(id: 1), .status(500), line: 13),
            journal: journal
        )

        #expect(try await shop.value(.coffee(1)) == latte)
        let finding = try #require(journal.findings(ignoring: [.unusedStub]).first)
        #expect(finding.kind == .misuse)
        #expect(finding.source.line == 13)
        #expect(finding.message.contains("` at StubRuleTests.swift:12"))
    }

    @Test func casesWithoutEqualityAreComparedByTheirRequests() async throws {
        struct Page: TargetType {
            var number: Int
            var baseURL: URL { URL(string: "https://shop.example.com")! }
            var path: String { "/pages/\(number)" }
        }
        let pages = Provider<Page>.stub(
            .on(case: Page(number: 1), .text("one")),
            .on(case: Page(number: 2), .text("two")),
            journal: journal
        )

        #expect(try await pages.request(Page(number: 2)).string() == "two")
        #expect(try await pages.request(Page(number: 1)).string() == "one")
        #expect(journal.findings().isEmpty)
    }

    // MARK: - Differences

    /// A case whose request can have each part.
    struct Open: TargetType {
        var path = "/issues"
        var method: HTTPMethod = .post
        var task: HTTPTask = .plain
        var headers: HTTPHeaders = [:]
        var note = ""

        var baseURL: URL { URL(string: "https://shop.example.com")! }
    }

    private static let differences: [(expected: Open, sent: Open, text: String)] = [
        (
            Open(task: .json(["title": "Crash", "count": 1])), Open(task: .json(["title": "Crash!", "count": 1])),
            #"body at title: "Crash" expected, "Crash!" sent"#
        ),
        (
            Open(task: .json(text: #"{"a":[{"b":1},{"b":2}]}"#)),
            Open(task: .json(text: #"{"a":[{"b":1},{"b":true}],"c":null}"#)),
            "body at a[1].b: 2 expected, true sent; body at c: none expected, null sent"
        ),
        (Open(task: .json(["a": 1])), Open(task: .json([1])), #"body: {"a":"<number>"} expected, ["<number>"] sent"#),
        (
            Open(task: .json(["a": 1])), Open(),
            #"field Content-Type: "application/json" expected, none sent; body: {"a":"<number>"} expected, none sent"#
        ),
        (
            Open(task: .json(["user": ["password": "hunter1"]])), Open(task: .json(["user": ["password": "hunter2"]])),
            "body at user.password: another value sent"
        ),
        (
            Open(task: .json(["code": "a8F3"])), Open(task: .json([:])),
            "body at code: <redacted> expected, none sent"
        ),
        (
            Open(task: .form(["q": "x", "p": 1])), Open(task: .form(["q": "y", "p": 1])), "body: q=x expected, q=y sent"
        ),
        (
            Open(task: .form(["token": "hunter1"])), Open(task: .form(["token": "hunter2"])),
            "body: another value sent"
        ),
        (
            Open(task: .query(["q": "x", "page": 1])), Open(task: .query(["q": "x", "page": 2, "z": true])),
            "query: page=1 expected, page=2 sent; query: none expected, z=true sent"
        ),
        (Open(headers: ["X-A": "a"]), Open(headers: ["X-A": "b"]), "field X-A: another value sent"),
        (
            Open(headers: ["Authorization": "Bearer hunter1"]), Open(headers: ["Authorization": "Bearer hunter2"]),
            "field Authorization: another value sent"
        ),
        (Open(), Open(method: .put), "method: POST expected, PUT sent"),
        (Open(path: "/token/a8F3"), Open(path: "/token/b9G4"), "path: another value sent"),
        (
            Open(task: .query(["a": 1, "b": 1, "c": 1, "d": 1, "e": 1, "f": 1])), Open(),
            "query: a=1 expected, none sent; query: b=1 expected, none sent; query: c=1 expected, none sent; "
                + "query: d=1 expected, none sent; and 2 more"
        ),
        (Open(note: "a"), Open(note: "b"), "its request is equal, but the arguments of the case are not"),
    ]

    @Test(arguments: differences)
    func callWithoutARuleNamesWhatDiffers(_ difference: (expected: Open, sent: Open, text: String)) async throws {
        let issues = Provider<Open>.stub(.on(case: difference.expected, .status(201)), journal: journal)

        let error = await #expect(throws: TernError.self) { try await issues.request(difference.sent) }

        let finding = try #require(journal.findings(ignoring: [.unusedStub]).first)
        #expect(finding.message.contains("): \(difference.text). Add a rule"), "\(finding)")
        #expect(error?.description.contains(difference.text) == true, "\(error?.description ?? "")")
        let texts = "\(finding) \(error?.description ?? "")"
        #expect(["hunter", "a8F3", "b9G4"].allSatisfy { !texts.contains($0) })
    }

    @Test func nearestRuleIsTheOneWithTheFewestDifferences() async throws {
        let shop = Provider<Open>.stub(
            .on(case: Open(task: .json(["a": 1, "b": 1])), .status(201)),
            .on(case: Open(task: .json(["a": 2, "b": 1])), .status(201), line: 77),
            journal: journal
        )

        _ = try? await shop.request(Open(task: .json(["a": 2, "b": 2])))

        let message = try #require(journal.findings(ignoring: [.unusedStub]).first?.message)
        #expect(message.contains("(StubRuleTests.swift:77): body at b: 1 expected, 2 sent."), "\(message)")
    }

    @Test func caseWithAFormMatchesItsRule() async throws {
        let form = Open(task: .multipart([.text("a", name: "file")]))
        let shop = Provider<Open>.stub(.on(case: form, .status(201)), journal: journal)

        _ = try await shop.request(form)

        #expect(journal.findings() == [])
    }

    // MARK: - Rules of other kinds

    @Test func rulesCanBeAnArray() async throws {
        let shop = Provider<Shop>().stubbed(.all((1...3).map { .on(.coffee($0), .json(latte)) }), journal: journal)

        for id in 1...3 { #expect(try await shop.value(.coffee(id)) == latte) }
        #expect(journal.findings() == [])
    }

    @Test func otherwiseRespondsToAllOtherCases() async throws {
        let shop = Provider<Shop>.stub(
            .otherwise(.status(404)),
            .on(.coffee(1), .json(latte)),
            journal: journal
        )

        #expect(try await shop.value(.coffee(1)) == latte)
        #expect(journal.findings() == [])
        let error = await #expect(throws: TernError.self) { try await shop.request(.order(7)) }
        #expect(error?.response?.statusCode == 404)
        #expect(journal.findings() == [])
    }

    @Test func secondOtherwiseIsAFinding() throws {
        let shop = Provider<Shop>.stub(.otherwise(.status(404)), .otherwise(.status(405)), journal: journal)

        #expect(journal.findings().map(\.kind) == [.misuse])
        withExtendedLifetime(shop) {}
    }

    @Test func closureOfARuleReadsTheRequestThatIsSent() async throws {
        let tokens = StubState(["old", "new"])
        let latte = latte
        let shop = Provider<Shop>.stub(
            .on(.coffee(1)) { $0.headers["Authorization"] == "Bearer new" ? .json(latte) : .status(401) },
            .on(case: .order(1)) { .status($0.headers["Authorization"] == nil ? 401 : 201) },
            .otherwise { .text("\($0.path) \(($0.target as? Shop) == .coffees)") },
            plugins: [Bearer(tokens: tokens)],
            journal: journal
        )

        let error = await #expect(throws: TernError.self) { try await shop.value(.coffee(1)) }
        #expect(error?.response?.statusCode == 401)
        #expect(try await shop.value(.coffee(1)) == latte)
        #expect(try await shop.request(.order(1)).statusCode == 201)
        #expect(try await shop.request(.coffees).string() == "/coffees true")
        #expect(journal.findings() == [])
    }

    @Test func responsesInOrderOfAClosureAreUsedInOrder() async throws {
        let shop = Provider<Shop>.stub(.on(.order(1)) { _ in .inOrder(.status(503), .status(201)) }, journal: journal)

        let error = await #expect(throws: TernError.self) { try await shop.value(.order(1)) }
        #expect(error?.response?.statusCode == 503)
        try await shop.value(.order(1))
        #expect(journal.findings() == [])
    }

    @Test func closureOfARuleThatThrowsIsAFinding() async throws {
        let shop = Provider<Shop>.stub(.on(case: .order(1)) { _ in throw Broken() }, journal: journal)

        let error = await #expect(throws: TernError.self) { try await shop.request(.order(1)) }

        #expect(error?.underlying is Broken)
        #expect(journal.findings().map(\.kind) == [.misuse])
    }

    /// Sets a token for each attempt.
    private struct Bearer: Plugin {
        let tokens: StubState<[String]>

        func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
            var request = request
            request.headers["Authorization"] = "Bearer \(tokens.update { $0.count > 1 ? $0.removeFirst() : $0[0] })"
            return try await next(request)
        }
    }
}
