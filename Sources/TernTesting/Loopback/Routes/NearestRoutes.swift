import Tern

/// The routes that are most similar to a request, with the differences of each.
struct NearestRoutes: CustomStringConvertible {
    private static let maximumCount = 3

    private struct Candidate {
        let route: String
        let differences: [String]
        let distance: Int
    }

    private let request: LoopbackRequest
    private let nearest: [Candidate]
    private let count: Int

    init(to request: LoopbackRequest, among routes: [String]) {
        self.request = request
        count = routes.count
        nearest = routes.map { Self.compare($0, with: request) }
            .sorted { ($0.distance, $0.route) < ($1.distance, $1.route) }
            .prefix(Self.maximumCount).map(\.self)
    }

    /// The request, and then one line for each route.
    var description: String {
        if nearest.isEmpty { return "No route for `\(request)`: the server has none." }
        let lines = nearest.map { "\n  \($0.route): \($0.differences.joined(separator: "; "))" }.joined()
        return "No route for `\(request)`. The nearest of \(count):\(lines)"
    }

    // MARK: - Private

    private static func compare(_ route: String, with request: LoopbackRequest) -> Candidate {
        let parts = route.split(separator: " ", maxSplits: 1)
        let (method, target) = (parts.first.map(String.init) ?? "", parts.last.map(String.init) ?? "")
        let wanted = LoopbackRequest(method: HTTPMethod(rawValue: method), target: target)
        var differences: [String] = []
        var distance = 0
        if wanted.method != request.method {
            differences.append("the method is \(request.method), not \(method)")
            distance += 1
        }
        let (segments, own) = (Self.segments(of: wanted.path), Self.segments(of: request.path))
        let different = zip(segments, own).enumerated().filter { $0.element.0 != $0.element.1 }
        for (index, pair) in different.prefix(1) {
            // A segment may be a secret because of the segment before it.
            let isShown = Self.segments(of: Redaction.text(ofURL: request.path)).contains(pair.1)
            let segment = isShown ? String(pair.1) : "another"
            differences.append("segment \(index + 1) of the path is `\(segment)`, not `\(pair.0)`")
        }
        if segments.count != own.count {
            differences.append("the path has \(own.count) segments, not \(segments.count)")
        }
        distance += 2 * (different.count + abs(segments.count - own.count))
        if let query = wanted.query, query != request.query {
            let isThere = request.query.map { "is `\(text(of: $0))`" } ?? "is missing"
            differences.append("the query \(isThere), not `\(text(of: query))`")
            distance += 1
        }
        return Candidate(route: text(of: wanted), differences: differences, distance: distance)
    }

    private static func segments(of path: String) -> [Substring] {
        path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    }

    private static func text(of request: LoopbackRequest) -> String { "\(request)" }

    /// A query with its credentials redacted.
    private static func text(of query: String) -> String {
        String(Redaction.text(ofURL: "/?" + query).dropFirst(2))
    }
}
