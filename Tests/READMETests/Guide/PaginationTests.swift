import Foundation
import Tern
import TernPlugins
import TernTestSupport
import TernTesting
import Testing

/// The snippets of the guide's page on lists in pages.
@Suite(.timeLimit(.minutes(20)))
struct PaginationTests {
    struct Issue: Codable, Equatable, Sendable {
        let title: String
    }

    struct Events: Codable, Sendable {
        let events: [Event]
        let next: String?
    }

    struct Event: Codable, Equatable, Sendable {
        let name: String
    }

    struct Stops: Codable, Sendable {
        let next: String?
        let results: [String]
    }

    enum Tracker: TargetType {
        case issues(page: Int)
        case stops
        case events(after: String?)

        var baseURL: URL { URL(string: "https://tracker.example.com")! }

        var path: String {
            switch self {
            case .issues: "/issues"
            case .stops: "/stops"
            case .events: "/events"
            }
        }

        var task: HTTPTask {
            switch self {
            case .issues(let page): .query(["page": page])
            case .stops: .plain
            case .events(let cursor): .query(["after": cursor])
            }
        }
    }

    private func titles(_ tracker: any ProviderType<Tracker>) async throws -> [String] {
        var titles: [String] = []
        for try await issue in tracker.pages(.links(from: .issues())).items {
            titles.append(issue.title)
        }
        return titles
    }

    private func message(_ tracker: any ProviderType<Tracker>) async -> String? {
        var titles: [String] = []
        var message: String?
        do {
            for try await issue in tracker.pages(.links(from: .issues())).items { titles.append(issue.title) }
        } catch {
            message = error.localizedDescription
        }
        return message.map { "\($0) \(titles)" }
    }

    private func names(_ tracker: any ProviderType<Tracker>) async throws -> [String] {
        var names: [String] = []
        let pages = tracker.pages(.cursors(at: \.next) { .events(after: $0) })
        for try await event in pages.items(\.events) {
            names.append(event.name)
        }
        return names
    }

    private func stops(_ tracker: any ProviderType<Tracker>) async throws -> [String] {
        var names: [String] = []
        for try await stop in tracker.pages(.links(from: .stops(), at: \.next)).items(\.results) {
            names.append(stop)
        }
        return names
    }

    private func scrolled(_ tracker: any ProviderType<Tracker>) async throws -> Int {
        var count = 0
        let scroll = tracker.pages(.cursors(at: \.next, ending: .when(\.events.isEmpty)) { .events(after: $0) })
        for try await _ in scroll { count += 1 }
        return count
    }

    private func counts(_ tracker: any ProviderType<Tracker>) async throws -> Int {
        var count = 0
        for try await page in tracker.pages(.numbers { .issues(page: $0) }, prefetch: true) {
            count += page.value.count
        }
        return count
    }

    final class Store {
        var saved: [Issue] = []
        var cursor: PageCursor?

        func save(_ issues: [Issue], next: PageCursor?) {
            saved += issues
            cursor = next
        }
    }

    private func synchronize(_ tracker: any ProviderType<Tracker>, _ store: Store) async throws {
        for try await page in tracker.pages(.links(from: .issues()), from: store.cursor, limit: 2) {
            store.save(page.value, next: page.nextCursor)
        }
    }

    @Test(.network) func everyPageIsLoaded() async throws {
        let tracker = Provider<Tracker>.stub { _ in
            .inOrder(
                .json([Issue(title: "Crash")], headers: ["Link": #"</issues?page=2>; rel="next""#]),
                .json([Issue(title: "Typo")])
            )
        }

        #expect(try await titles(tracker) == ["Crash", "Typo"])
        #expect(Journal.current?.requests.map(\.url.last) == ["1", "2"])
    }

    @Test(.network) func errorOfALoopIsTyped() async throws {
        let tracker = Provider<Tracker>.stub { _ in
            .inOrder(.json([Issue(title: "Crash")], headers: ["Link": #"</issues?page=2>; rel="next""#]), .status(500))
        }

        let sentence = TernError(.unacceptableStatus, response: Response(statusCode: 500)).localizedDescription
        #expect(await message(tracker) == "\(sentence) [\"Crash\"]")
    }

    @Test(.network) func linksInBodiesLeadToTheEnd() async throws {
        let tracker = Provider<Tracker>.stub { _ in
            .inOrder(
                .json(Stops(next: "https://tracker.example.com/stops?cursor=b", results: ["Harbour"])),
                .json(Stops(next: nil, results: ["Market"]))
            )
        }

        #expect(try await stops(tracker) == ["Harbour", "Market"])
        #expect(Journal.current?.requests.map(\.query) == [nil, "cursor=b"])
    }

    @Test(.network) func constantCursorsLeadToAnEmptyPage() async throws {
        let tracker = Provider<Tracker>.stub { _ in
            .inOrder(
                .json(Events(events: [Event(name: "opened")], next: "scroll")),
                .json(Events(events: [Event(name: "closed")], next: "scroll")),
                .json(Events(events: [], next: "scroll"))
            )
        }

        #expect(try await scrolled(tracker) == 3)
    }

    @Test(.network) func cursorsAndNumbersLeadToTheEnd() async throws {
        let tracker = Provider<Tracker>.stub { target in
            switch target {
            case .issues(let page): .json(page < 3 ? [Issue(title: "\(page)")] : [])
            case .stops: .json(Stops(next: nil, results: []))
            case .events(nil): .json(Events(events: [Event(name: "opened")], next: "b"))
            case .events: .json(Events(events: [Event(name: "closed")], next: nil))
            }
        }
        #expect(try await names(tracker) == ["opened", "closed"])
        #expect(try await counts(tracker) == 2)
    }

    @Test(.network) func loopContinuesFromTheStoredCursor() async throws {
        let tracker = Provider<Tracker>.stub { _ in
            .inOrder(
                .json([Issue(title: "1")], headers: ["Link": #"</issues?page=2>; rel="next""#]),
                .json([Issue(title: "2")], headers: ["Link": #"</issues?page=3>; rel="next""#]),
                .json([Issue(title: "3")])
            )
        }
        let store = Store()
        try await synchronize(tracker, store)
        try await synchronize(tracker, store)
        #expect(store.saved.map(\.title) == ["1", "2", "3"])
    }
}

extension Call<PaginationTests.Tracker, [PaginationTests.Issue]> {
    static func issues(page: Int = 1) -> Self { .init(.issues(page: page)) }
}

extension Call<PaginationTests.Tracker, PaginationTests.Stops> {
    static func stops() -> Self { .init(.stops) }
}

extension Call<PaginationTests.Tracker, PaginationTests.Events> {
    static func events(after cursor: String?) -> Self { .init(.events(after: cursor)) }
}
