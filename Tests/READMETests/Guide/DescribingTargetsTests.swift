import Foundation
import Tern
import Testing

/// The snippets of the page about targets: structs in queries and dates.
@Suite(.timeLimit(.minutes(20)))
struct DescribingTargetsTests {
    private struct One: RoutedTarget {
        let route: HTTPRoute
        var baseURL: URL { Issues.base }
    }

    private func request(_ route: HTTPRoute) throws -> Request { try Endpoint(One(route: route)).request() }

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
