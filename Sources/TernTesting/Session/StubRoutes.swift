import Foundation
import Tern

/// Finds the response to a request by method and URL.
struct StubRoutes: Sendable {
    private struct Entry: Sendable {
        let route: StubRoute
        let sample: SampleResponse
        let sequences: RecordedSequences
        let stub: Int?
    }

    private let routes: [Entry]
    private let journal: Journal?
    private let source: SourcePlace

    init(_ samples: KeyValuePairs<String, SampleResponse>, journal: Journal?, source: SourcePlace) {
        var routes: [Entry] = []
        for (rule, sample) in samples {
            guard let route = StubRoute(rule) else {
                let message = """
                    The rule `\(rule)` of the StubSession is not a method, one space and a URL or path, such as \
                    `GET https://api.example.com/users`. Correct the rule.
                    """
                journal?.report(Journal.Finding(.misuse, message, at: source))
                continue
            }
            if routes.contains(where: { $0.route == route }) {
                let message = "There are two rules for `\(route)` in the StubSession. Remove one of them."
                journal?.report(Journal.Finding(.misuse, message, at: source))
                continue
            }
            let stub = journal?.add(stub: "The rule `\(route)` of the StubSession", expectedUses: 1, at: source)
            routes.append(
                Entry(route: route, sample: sample, sequences: RecordedSequences(journal: journal), stub: stub)
            )
        }
        self.routes = routes
        self.journal = journal
        self.source = source
    }

    /// - Throws: ``StubSessionError`` with code `.unmatchedRequest`.
    @Sendable func answer(_ request: RecordedRequest) throws -> SampleResponse {
        let matching = routes.filter { $0.route.differences(from: request).isEmpty }
        // The first of the most specific rules.
        let most = matching.map(\.route.specificity).max()
        guard let found = matching.first(where: { $0.route.specificity == most }) else {
            let error = StubSessionError(code: .unmatchedRequest, message: message(for: request))
            journal?.report(Journal.Finding(.unmatchedRequest, error.message, at: source))
            throw error
        }
        if let stub = found.stub { journal?.use(stub) }
        return found.sequences.response(of: found.sample)
    }

    private func message(for request: RecordedRequest) -> String {
        let nearest =
            routes
            .map { (route: $0.route, differences: $0.route.differences(from: request)) }
            .sorted { $0.differences.weight < $1.differences.weight }
            .prefix(3)
            .map { "`\($0.route)`, where \($0.differences.map(\.text).joined(separator: " and "))" }
        guard !nearest.isEmpty else { return "There is no rule for \(request), because the StubSession has no rules." }
        return """
            The StubSession has no rule for \(request). The most similar rules are:
              \(nearest.joined(separator: "\n  "))
            Add a rule, or correct the request.
            """
    }
}

extension Array where Element == StubRoute.Difference {
    fileprivate var weight: Int { reduce(0) { $0 + $1.weight } }
}
