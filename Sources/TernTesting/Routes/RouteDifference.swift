import Tern

/// The differences between a route and a request that doesn't match it.
struct RouteDifference {
    /// One text for each difference.
    private(set) var texts: [String] = []
    /// The weight of all differences.
    private(set) var distance = 0

    init(between route: RoutePattern, and request: RecordedRequest) {
        let other = RoutePattern(request)
        if let origin = route.origin, origin != other.origin {
            add("the host is \(other.origin ?? "missing"), not \(origin)", weight: 4)
        }
        if route.method != other.method {
            add("the method is \(other.method), not \(route.method)", weight: 1)
        }
        comparePaths(route, other, of: request)
        if let query = route.query, route.queryDifference(to: other) != ([], []) {
            let found = request.query.map { "is `\(Self.redacted(query: $0))`" } ?? "is missing"
            let items = query + (route.allowsMoreItems ? ["*"] : [])
            add("the query \(found), not `\(Self.redacted(query: items.joined(separator: "&")))`", weight: 1)
        }
    }

    private mutating func comparePaths(_ route: RoutePattern, _ other: RoutePattern, of request: RecordedRequest) {
        var differences = 0
        for (index, pair) in zip(route.segments, other.segments).enumerated() {
            guard case (.literal(let expected), .literal(let actual)) = pair, expected != actual else { continue }
            differences += 1
            guard differences == 1 else { continue }
            let found = Self.isPublic(request.path) ? "`\(actual)`" : "another"
            let wanted = Self.isPublic(route.path) ? ", not `\(expected)`" : ""
            texts.append("segment \(index + 1) of the path is \(found)\(wanted)")
        }
        if route.segments.count != other.segments.count {
            texts.append("the path has \(other.segments.count) segments, not \(route.segments.count)")
        }
        distance += 2 * (differences + abs(route.segments.count - other.segments.count))
    }

    private mutating func add(_ text: String, weight: Int) {
        texts.append(text)
        distance += weight
    }

    /// Whether the path contains no credentials. A segment may be a secret because of the segment before it.
    private static func isPublic(_ path: String) -> Bool { Redaction.default.text(ofURL: path) == path }

    /// A query with its credentials redacted.
    private static func redacted(query: String) -> String {
        String(Redaction.default.text(ofURL: "/?" + query).dropFirst(2))
    }
}
