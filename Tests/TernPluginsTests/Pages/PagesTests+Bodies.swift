import Foundation
import Tern
import TernPlugins
import TernTesting
import TestDoubles
import Testing

/// Links and cursors in bodies.
extension PagesTests {
    // MARK: - Links
    @Test(arguments: [nil, ""]) func linksInTheBodyAreFollowed(end: String?) async throws {
        let provider = provider(
            .json(Numbers(items: [1, 2], next: "https://api.example.com/v1/numbers?cursor=cD0y&k=a%20b")),
            .json(Numbers(items: [3], next: "?page=3#part")),
            .json(Numbers(items: [4], next: end))
        )
        let pages = provider.pages(.links(from: .first, at: \.next))
        #expect(await pages.items(\.items).collected().elements == [1, 2, 3, 4])
        #expect(urls == [Self.base, Self.base + "?cursor=cD0y&k=a%20b", Self.base + "?page=3"])
        #expect(journal.requests.allSatisfy { $0.headers["X-Api-Key"] == "hunter2" })
    }

    @Test func linkInTheBodyCanBeAURL() async throws {
        let provider = provider(
            .json(text: #"{"items":[1],"next":"/v1/numbers?page=2"}"#),
            .json(text: #"{"items":[2],"next":null}"#)
        )
        let pages = provider.pages(.links(from: .linked, at: \.next), prefetch: true)
        #expect(await pages.items(\.items).collected().elements == [1, 2])
        #expect(urls == [Self.base, Self.base + "?page=2"])
    }

    @Test(arguments: ["https://evil.example/?token=hunter2", "http://api.example.com/v1/numbers?token=hunter2"])
    func linkInTheBodyToAnotherOriginIsRefused(link: String) async throws {
        let provider = provider(.json(Numbers(items: [1], next: link)))
        let result = await provider.pages(.links(from: .first, at: \.next)).collected()
        #expect(result.elements.count == 1)
        #expect((result.error as? TernError)?.code == .invalidURL)
        #expect(urls == [Self.base])
        #expect((result.error as? TernError)?.description.contains("hunter2") == false)
    }

    @Test(arguments: ["http://[x", ":", "a\u{7}", "mailto:a@b.example"])
    func unusableLinkInTheBodyFailsAfterItsPage(link: String) async throws {
        let provider = provider(.json(Numbers(items: [1], next: link)))
        let result = await provider.pages(.links(from: .first, at: \.next)).collected()
        #expect(result.elements.count == 1)
        #expect((result.error as? TernError)?.code == .invalidNextPage)
        #expect(urls == [Self.base])
    }

    @Test func errorOfALinkQuotesOneShortLine() async throws {
        let link = "http://[x\nadmin signed in\u{2028}" + String(repeating: "y", count: 1_000)
        let provider = provider(.json(Numbers(items: [1], next: link)))
        let result = await provider.pages(.links(from: .first, at: \.next)).collected()
        let reason = try #require(result.error as? TernError).reason
        #expect(reason.split(whereSeparator: \.isNewline).count == 1)
        #expect(reason.contains("<http://[x admin signed in yyy"))
        #expect(reason.hasSuffix("y…>, is not a URL.") && reason.count < 500)
    }

    @Test func linkInTheBodyToAnEarlierPageEndsTheSequence() async throws {
        let provider = provider(
            .json(Numbers(items: [1], next: "?page=2")),
            .json(Numbers(items: [2], next: Self.base))
        )
        let result = await provider.pages(.links(from: .first, at: \.next)).items(\.items).collected()
        #expect(result.error == nil)
        #expect(result.elements == [1, 2])
    }

    // MARK: - The last page

    /// Some servers repeat the last cursor on the last page.
    @Test func repeatedCursorCanBeTheEnd() async throws {
        let provider = provider(
            .json(Numbers(items: [1], next: "a")),
            .json(Numbers(items: [2], next: "b")),
            .json(Numbers(items: [3], next: "b"))
        )
        let pages = provider.pages(.cursors(at: \.next, ending: .atRepeatedCursor) { .numbers(after: $0) })
        let result = await pages.items(\.items).collected()
        #expect(result.error == nil)
        #expect(result.elements == [1, 2, 3])
    }

    /// Other servers keep the position themselves: the cursor is always the same, or empty.
    @Test(arguments: ["scroll", ""]) func constantCursorLeadsToThePageThatTheCallerNames(cursor: String) async throws {
        let provider = provider(
            .json(Numbers(items: [1], next: cursor)),
            .json(Numbers(items: [2], next: cursor)),
            .json(Numbers(items: [], next: cursor))
        )
        let paging = Paging<PageAPI, Numbers>.cursors(at: \.next, ending: .when(\.items.isEmpty)) {
            .numbers(after: $0)
        }
        let result = await provider.pages(paging, prefetch: true).items(\.items).collected()
        #expect(result.error == nil)
        #expect(result.elements == [1, 2])
        #expect(urls == [Self.base] + Array(repeating: Self.base + "?after=" + cursor, count: 2))
    }

    @Test func pageWithoutACursorEndsEveryList() async throws {
        let provider = provider(.json(Numbers(items: [1], next: nil)))
        let pages = provider.pages(.cursors(at: \.next, ending: .when { _ in false }) { .numbers(after: $0) })
        #expect(await pages.collected().elements.count == 1)
        #expect(urls.count == 1)
    }
}
