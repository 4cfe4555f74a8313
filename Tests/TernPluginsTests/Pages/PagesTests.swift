import Foundation
import Tern
import TernPlugins
import TernTesting
import TestDoubles
import Testing

@Suite(.timeLimit(.minutes(20)))
struct PagesTests {
    let journal = Journal()

    var urls: [String] { journal.requests.map(\.url) }

    func provider(
        _ samples: SampleResponse...,
        plugins: [any Plugin] = []
    ) -> Provider<PageAPI> {
        .stub(plugins: plugins, journal: journal) { _ in .inOrder(samples) }
    }

    static let base = "https://api.example.com/v1/numbers"

    // MARK: - Links

    @Test(arguments: [false, true]) func linksAreFollowed(prefetch: Bool) async throws {
        let provider = provider(
            .page([1, 2], next: "https://api.example.com/v1/numbers?page=2&k=a%20b"),
            .page([3], next: "?page=3#part"),
            .page([4, 5])
        )
        var pages: [Page<[Int]>] = []
        for try await page in provider.pages(.links(from: .numbers(page: 1)), prefetch: prefetch) { pages.append(page) }

        #expect(pages.map(\.value) == [[1, 2], [3], [4, 5]])
        #expect(pages.map(\.number) == [1, 2, 3])
        #expect(pages.map(\.response.statusCode) == [200, 200, 200])
        #expect(urls == [Self.base + "?page=1", Self.base + "?page=2&k=a%20b", Self.base + "?page=3"])
        #expect(pages.map(\.cursor?.rawValue) == [nil, urls[1], urls[2]])
        #expect(pages.map(\.nextCursor?.rawValue) == [urls[1], urls[2], nil])
        #expect(journal.requests.allSatisfy { $0.headers["X-Api-Key"] == "hunter2" })
    }

    @Test func nextLinkIsFoundAmongOthersInAnyCase() async throws {
        let links: HTTPHeaders = [
            "Link": #"<?page=0>; rel=prev, <?page=9>; anchor="/other"; rel=next"#,
            "LINK": #"<?page=2>; REL="Last NEXT", <?page=3>; rel=next"#,
        ]
        let items = provider(.json(text: "[1]", headers: links), .page([2])).pages(.links(from: .numbers())).items
        #expect(await items.collected().elements == [1, 2])
        #expect(urls == [Self.base, Self.base + "?page=2"])
    }

    @Test func otherRelationIsFollowed() async throws {
        let links: HTTPHeaders = ["Link": "<?page=2>; rel=next, <?page=0>; rel=Prev"]
        let provider = provider(.json(text: "[1]", headers: links), .page([2]))
        _ = await provider.pages(.links(from: .numbers(page: 1), relation: "PREV")).collected()
        #expect(urls.last == Self.base + "?page=0")
    }

    @Test(
        arguments: [
            "https://evil.example/v1/numbers?page=2", "//evil.example/v1", "http://api.example.com/v1/numbers?page=2",
            "https://api.example.com:8443/v1", "ftp://api.example.com/v1", "mailto:a@b.example", "https:///v1",
            "javascript:1",
        ]
    )
    func linkToAnotherOriginIsRefused(link: String) async throws {
        let provider = provider(.page([1], next: link), .page([2]))
        let result = await provider.pages(.links(from: .numbers()), prefetch: true).collected()
        #expect(result.elements.map(\.value) == [[1]])
        let error = try #require(result.error as? TernError)
        #expect([.invalidURL, .invalidNextPage].contains(error.code), "\(error)")
        #expect(urls == [Self.base])
    }

    @Test func errorOfAnotherOriginNamesBothAndNoSecret() async throws {
        let provider = provider(.page([1], next: "https://evil.example/?access_token=hunter2"))
        let result = await provider.pages(.links(from: .numbers()), prefetch: true).collected()
        let error = try #require(result.error as? TernError)
        #expect(result.elements.count == 1)
        #expect(error.code == .invalidURL)
        #expect(error.reason.contains("https://evil.example/") && error.reason.contains("https://api.example.com/"))
        #expect(!"\(error)".contains("hunter2"))
        #expect(error.target is PageAPI)
        #expect(journal.requests.count == 1)
    }

    @Test func unusableLinkFailsAfterItsPage() async throws {
        let result = await provider(.page([1], next: "http://[x")).pages(.links(from: .numbers())).collected()
        #expect(result.elements.map(\.value) == [[1]])
        #expect((result.error as? TernError)?.code == .invalidNextPage)
        #expect((result.error as? TernError)?.response?.statusCode == 200)
    }

    // MARK: - Loops

    @Test(arguments: ["", "?", "?page=1", "https://api.example.com/v1/numbers?page=1", "#x"])
    func pageThatPointsAtItselfEndsTheSequence(link: String) async throws {
        let sample = SampleResponse.page([1], next: link)
        let provider = Provider<PageAPI>.stub(journal: journal) { _ in sample }
        let result = await provider.pages(.links(from: .numbers(page: 1)), prefetch: true).items.collected()
        #expect(result.error == nil)
        // "?" is the URL without its query, which is another page once.
        #expect(result.elements == (link == "?" ? [1, 1] : [1]))
    }

    @Test func pageThatPointsAtAnEarlierOneEndsTheSequence() async throws {
        let provider = provider(.page([1], next: "?page=2"), .page([2], next: "?page=3"), .page([3], next: "?page=2"))
        let pages = provider.pages(.links(from: .numbers()))
        var iterator = pages.makeAsyncIterator()
        for number in 1...3 { #expect(try await iterator.next()?.value == [number]) }
        #expect(try await iterator.next() == nil)
        #expect(journal.requests.count == 3)
    }

    @Test func repeatedCursorEndsTheSequence() async throws {
        let sample = SampleResponse.json(Numbers(items: [1], next: "a"))
        let provider = Provider<PageAPI>.stub(journal: journal) { _ in sample }
        let result = await provider.pages(.cursors(at: \.next) { .numbers(after: $0) }).collected()
        #expect(result.elements.count == 2)
        #expect((result.error as? TernError)?.code == .invalidNextPage)
        #expect((result.error as? TernError)?.target is PageAPI)
        #expect((result.error as? TernError)?.reason.contains("leads to itself or to an earlier page") == true)
    }

    @Test func earlierPageIsFoundAfterManyOthers() async throws {
        let pages = (1...200).map { SampleResponse.json(Numbers(items: [$0], next: $0 == 200 ? "7" : "\($0 + 1)")) }
        let provider = Provider<PageAPI>.stub(journal: nil) { _ in .inOrder(pages) }
        let result = await provider.pages(.cursors(at: \.next) { .numbers(after: $0) }).collected()
        #expect(result.elements.count == 200)
        #expect((result.error as? TernError)?.code == .invalidNextPage)
    }

    @Test func linkCanSayThatNoPageFollows() async throws {
        let provider = provider(
            .json([1], headers: ["Link": "<?page=2>; rel=\"next\"; results=\"true\""]),
            .json([2], headers: ["Link": "<?page=3>; rel=\"next\"; results=\"false\""])
        )
        let result = await provider.pages(.links(from: .numbers()) { $0["results"] != "false" }).items.collected()
        #expect(result.elements == [1, 2] && result.error == nil)
        #expect(journal.requests.count == 2)
    }

    /// A provider that ignores the URL of the options returns the first page again and again.
    @Test func providerThatIgnoresTheURLEndsTheSequence() async throws {
        struct Ignoring: ProviderType {
            let inner: Provider<PageAPI>

            func response(to target: PageAPI, options: CallOptions) async throws(TernError) -> Response {
                try await inner.response(to: target, options: CallOptions())
            }
        }
        let sample = SampleResponse.page([1], next: "?page=2")
        let provider = Ignoring(inner: .stub(journal: nil) { _ in sample })
        let result = await provider.pages(.links(from: .numbers())).collected()
        #expect(result.elements.count == 2 && result.error == nil)
    }

    // MARK: - Cursors and numbers

    @Test func cursorsAreFollowed() async throws {
        let provider = provider(
            .json(Numbers(items: [1], next: "a b")),
            .json(Numbers(items: [], next: "c")),
            .json(Numbers(items: [2], next: ""))
        )
        let items = provider.pages(.cursors(at: \.next) { .numbers(after: $0) }).items(\.items)
        #expect(await items.collected().elements == [1, 2])
        #expect(urls == [Self.base, Self.base + "?after=a%20b", Self.base + "?after=c"])
    }

    @Test func cursorOfTheResponseIsFollowed() async throws {
        let provider = provider(.json(text: "[1]", headers: ["X-Next": "7"]), .page([2]))
        let paging = Paging<PageAPI, [Int]>.cursors { _, response in
            response.headers["X-Next"].flatMap { Int($0) }
        } call: {
            .numbers(from: $0 ?? 0)
        }
        #expect(await provider.pages(paging).items.collected().elements == [1, 2])
        #expect(urls == [Self.base + "?offset=0", Self.base + "?offset=7"])
    }

    @Test func numbersEndWithAnEmptyPage() async throws {
        let provider = provider(.page([1, 2]), .page([3]), .page([]))
        #expect(await provider.pages(.numbers { .numbers(page: $0) }).items.collected().elements == [1, 2, 3])
        #expect(urls == (1...3).map { Self.base + "?page=\($0)" })
    }

    @Test func offsetsGrowByTheNumberOfItems() async throws {
        let provider = provider(.page([1, 2]), .page([3]), .page([]))
        #expect(await provider.pages(.offsets { .numbers(from: $0) }).items.collected().elements == [1, 2, 3])
        #expect(urls == [0, 2, 3].map { Self.base + "?offset=\($0)" })
    }

    @Test func numberThatIsTooLargeIsAnError() async throws {
        let sample = SampleResponse.page([1])
        let provider = Provider<PageAPI>.stub(journal: nil) { _ in sample }
        let numbers = await provider.pages(.numbers(from: .max) { .numbers(page: $0) }).collected()
        let offsets = await provider.pages(.offsets(from: 1, count: { _ in .max }) { .numbers(from: $0) }).collected()
        let ended = await provider.pages(.offsets(count: { _ in .min }) { .numbers(from: $0) }).collected()
        for result in [numbers, offsets] {
            #expect(result.elements.count == 1)
            #expect((result.error as? TernError)?.code == .invalidNextPage)
        }
        #expect(ended.elements.count == 1 && ended.error == nil)
    }

    @Test func emptyFirstPageHasNoItems() async throws {
        let result = await provider(.page([])).pages(.links(from: .numbers())).items.collected()
        #expect(result.elements.isEmpty && result.error == nil)
    }

    // MARK: - Limits, cursors, errors

    @Test(arguments: [false, true]) func limitEndsTheSequenceWithoutAFurtherRequest(prefetch: Bool) async throws {
        let provider = provider(.page([1], next: "?page=2"), .page([2], next: "?page=3"), .page([3]))
        var last: Page<[Int]>?
        for try await page in provider.pages(.links(from: .numbers()), limit: 2, prefetch: prefetch) { last = page }
        #expect(journal.requests.count == 2)

        let rest = provider.pages(.links(from: .numbers()), from: last?.nextCursor).items
        #expect(await rest.collected().elements == [3])
        #expect(urls.last == Self.base + "?page=3")
        #expect(await provider.pages(.links(from: .numbers()), limit: 0).collected().elements.isEmpty)
        #expect(await provider.pages(.links(from: .numbers()), limit: -1).collected().elements.isEmpty)
    }

    @Test func cursorCanBeStored() async throws {
        let provider = provider(.page([1]), .page([2]), .page([]))
        var iterator = provider.pages(.numbers { .numbers(page: $0) }).makeAsyncIterator()
        let stored = try JSONEncoder().encode(try #require(try await iterator.next()?.nextCursor))
        let cursor = try JSONDecoder().decode(PageCursor.self, from: stored)
        let rest = provider.pages(.numbers { .numbers(page: $0) }, from: cursor)
        #expect(await rest.items.collected().elements == [2])
        #expect(urls.last == Self.base + "?page=3")
    }

    @Test func cursorOfAnotherKindIsAnError() async throws {
        let cursor = PageCursor(rawValue: "x")
        let pages = [
            provider().pages(.numbers { .numbers(page: $0) }, from: cursor),
            provider().pages(.links(from: .numbers()), from: cursor),
        ]
        for pages in pages { #expect((await pages.collected().error as? TernError)?.code == .invalidNextPage) }
        let foreign = PageCursor(rawValue: "https://evil.example/")
        let result = await provider().pages(.links(from: .numbers()), from: foreign).collected()
        #expect((result.error as? TernError)?.code == .invalidURL)
        #expect(journal.requests.isEmpty)
        #expect(!"\(foreign)".contains("evil"))
    }

    @Test(arguments: [false, true]) func errorOfACallEndsTheSequence(prefetch: Bool) async throws {
        let provider = provider(.page([1], next: "?page=2"), .status(500))
        var iterator = provider.pages(.links(from: .numbers()), prefetch: prefetch).makeAsyncIterator()
        #expect(try await iterator.next()?.value == [1])
        let error = await #expect(throws: TernError.self) { try await iterator.next() }
        #expect(error?.code == .unacceptableStatus)
        #expect(try await iterator.next() == nil)

        let invalid = await self.provider(.json(text: "{}")).pages(.links(from: .numbers())).collected()
        #expect((invalid.error as? TernError)?.code == .decodingFailed)
    }

    @Test func pagesPassThePluginsOfAnyProvider() async throws {
        let log = Watched<[String]>([])
        let provider: any ProviderType<PageAPI> = provider(
            .page([1], next: "?page=2"),
            .page([2]),
            plugins: [RecordingPlugin("A", log)]
        )
        #expect(await provider.pages(.links(from: .numbers())).items.collected().elements == [1, 2])
        #expect(log.value.filter { $0 == "A didReceive 200 1" }.count == 2)
    }

    // MARK: - URLs of options

    @Test func urlOfOptionsReplacesURLAndQuery() async throws {
        let url = try #require(URL(string: "https://API.example.com:443/other?x=%2F#f"))
        _ = try await provider(.page([])).request(.numbers(page: 7), options: CallOptions(url: url))
        #expect(urls == ["https://API.example.com:443/other?x=%2F"])
    }
}
