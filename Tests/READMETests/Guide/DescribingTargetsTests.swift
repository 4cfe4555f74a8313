import Foundation
import Tern
import Testing

/// The snippets of the page about targets: structs in queries.
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
}
