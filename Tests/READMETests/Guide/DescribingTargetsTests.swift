import Foundation
import Tern
import Testing

/// The snippets of the page about targets: changes, open enums, structs in queries and dates.
@Suite(.timeLimit(.minutes(20)))
struct DescribingTargetsTests {
    struct IssueChanges: Codable, Sendable {
        var title: Change<String> = .unchanged
        var assignee: Change<String> = .unchanged
        var due: Change<Date> = .unchanged
    }

    private struct One: RoutedTarget {
        let route: HTTPRoute
        var baseURL: URL { Issues.base }
    }

    private func request(_ route: HTTPRoute) throws -> Request { try Endpoint(One(route: route)).request() }

    @Test func propertiesOfAPatchAreOmittedOrNull() throws {
        let route = HTTPRoute.patch("/issues/7").json(IssueChanges(title: .value("Crash at start"), assignee: .null))

        let body = #"{"assignee":null,"title":"Crash at start"}"#
        #expect(try request(route).body?.data == Data(body.utf8))
        #expect(try README(path: README.page("DescribingTargets")).lines.joined().contains("`\(body)`"))
    }

    enum Status: String { case open, closed }

    struct Ticket: Codable {
        let id: Int
        let status: OpenEnum<Status>
    }

    func label(of ticket: Ticket) -> String {
        switch ticket.status {
        case .known(.open): "Open"
        case .known(.closed): "Closed"
        case .unknown(let text): text
        }
    }

    @Test func casesOfANewerServerAreKept() async throws {
        let tickets = Provider<Issues>(
            endpointClosure: {
                Endpoint($0).responding(
                    .json([Ticket(id: 7, status: .known(.open)), Ticket(id: 8, status: .unknown("merged"))])
                )
            },
            stubClosure: Provider.immediatelyStub
        )
        let read = try await tickets.request(.close(number: 7), as: [Ticket].self)
        #expect(read.map(label) == ["Open", "merged"])
    }

    struct Filter: Encodable, Sendable {
        var labels: [String] = []
        var perPage = 50
        var since: Date?
    }

    @Test func propertiesOfAStructAreParameters() throws {
        let filter = Filter(labels: ["bug"])

        let route = HTTPRoute.get("/issues").query(filter, encoder: QueryEncoder(arrays: .brackets, keys: .snakeCase))

        #expect(try request(route).url.query == "labels%5B%5D=bug&per_page=50")
    }

    @Test func datesAreWrittenAsInTheTable() throws {
        let formats: [String: DateFormat] = [
            ".iso8601": .iso8601, ".iso8601WithMilliseconds": .iso8601WithMilliseconds, ".day": .day,
            ".secondsSince1970": .secondsSince1970, ".millisecondsSince1970": .millisecondsSince1970,
        ]
        let rows = try README(path: README.page("DescribingTargets"))
            .table(under: "Date format and other settings of a provider")
        #expect(rows.count == formats.count)
        for row in rows {
            let encoder = QueryEncoder(dates: try #require(formats[row[0]]))
            let text = try encoder.encode(["": Date(timeIntervalSince1970: 1_769_860_800.25)])
            #expect(text.removingPercentEncoding == "=\(row[1])")
        }
    }
}
