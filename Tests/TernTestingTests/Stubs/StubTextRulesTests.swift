import Foundation
import Tern
import TernTesting
import TestDoubles
import Testing

/// The rules of a provider's configuration reach the texts of its stubs and of its journal.
@Suite(.timeLimit(.minutes(20)))
struct StubTextRulesTests {
    private struct Search: TargetType, Equatable {
        var customer = "blue7"
        var page = 1

        var baseURL: URL { URL(string: "https://shop.example.com")! }
        var path: String { "/search" }
        var method: HTTPMethod { .post }
        var headers: HTTPHeaders { ["X-Tenant": "green\(page)"] }
        var task: HTTPTask {
            .json(["customer": customer, "title": "red\(page)"]).query(["customer": customer, "page": page])
        }
    }

    private let journal = Journal()

    private func configured(_ provider: Provider<Search>, _ rules: Redaction) -> Provider<Search> {
        provider.configured { $0.redaction = rules }
    }

    /// The text of the finding, and that of the error, about a call without a rule.
    private func textsWithoutARule(_ rules: Redaction) async throws -> [String] {
        let provider = Provider<Search>.stub(.on(case: Search(customer: "gold7"), .status(200)), journal: journal)
        let error = try await #require(throws: TernError.self) {
            try await configured(provider, rules).request(Search(page: 2))
        }
        #expect(error.code == .missingSample)
        let finding = try #require(journal.findings(ignoring: [.unusedStub]).first)
        return [finding.message, error.description, error.reason]
    }

    @Test func differenceFromARuleHidesNamesOfTheUser() async throws {
        for text in try await textsWithoutARule(.default.hiding("customer", "title")) {
            #expect(
                !text.contains("blue7") && !text.contains("gold7") && !text.contains("red1") && !text.contains("red2"),
                "\(text)"
            )
            #expect(text.contains("/search?customer=<redacted>&page=2"), "\(text)")
            #expect(text.contains("query: page=1 expected, page=2 sent"), "\(text)")
        }
    }

    @Test func differenceFromARuleShowsEachValueToRulesForNothing() async throws {
        for text in try await textsWithoutARule(.nothing) {
            #expect(text.contains(#"field X-Tenant: "green1" expected, "green2" sent"#), "\(text)")
            #expect(text.contains("customer=gold7 expected, customer=blue7 sent"), "\(text)")
        }
    }

    @Test(arguments: [false, true]) func findingAboutAHandlerThatThrowsHidesNamesOfTheUser(hasRules: Bool) async throws
    {
        let provider: Provider<Search> =
            hasRules
            ? .stub(.on(case: Search(), response: { _ in throw Broken() }), journal: journal)
            : .stub(journal: journal) { _ in throw Broken() }
        _ = try? await configured(provider, .default.hiding("customer")).request(Search())

        let message = try #require(journal.findings().first).message

        #expect(message.contains("POST https://shop.example.com/search?customer=<redacted>&page=1"), "\(message)")
    }

    @Test func eventsOfAJournalHideNamesOfTheUser() async throws {
        let provider = Provider<Search>.stub(journal: journal) { _ in
            .status(302, headers: ["Location": "/other?customer=blue7"])
        }
        _ = try? await configured(provider, .default.hiding("customer")).request(Search())

        let texts = journal.events.map { "\($0)" }.filter { $0.hasPrefix("sent") || $0.hasPrefix("redirected") }

        #expect(texts.first == "sent POST https://shop.example.com/search?customer=<redacted>&page=1")
        #expect(!texts.joined().contains("blue7"))
    }
}
