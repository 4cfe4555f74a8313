import Foundation
import Tern
import TernTesting
import Testing

@Suite(.timeLimit(.minutes(5)))
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
            finding.message.hasPrefix("There is no rule for GET https://shop.example.com/coffees/3. Rules for the same")
        )
        #expect(finding.message.contains("GET https://shop.example.com/coffees/1 (StubRuleTests.swift:"))
        #expect(!finding.message.contains("/coffees ("))
        #expect(finding.message.hasSuffix(" Add a rule for it to Provider.stub at StubRuleTests.swift:41: .on(…, …)."))
        #expect(error?.description.hasSuffix(finding.message) == true)
        #expect(error?.description.contains("sampleData") == false)
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
}
