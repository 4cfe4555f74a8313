import Foundation
import Tern

/// The routes of a server.
struct LoopbackRoutes: Sendable {
    struct Rule: Sendable {
        let route: StubRoute
        /// Whether an unused route is a finding.
        var isExpected = true
        /// Whether the handler depends on the request, so that its sequences are counted for each method and path.
        var dependsOnRequest = false
        let handler: LoopbackServer.Handler
    }

    private struct Value: Sendable {
        let rule: Rule
        let samples: RecordedSamples
    }

    /// The texts of the routes.
    let texts: [String]
    private let table: RouteTable<Value>
    private let report: ServerReport?

    init(_ rules: [Rule], at url: URL, journal: Journal?, at source: SourcePosition, report: ServerReport?) {
        let entries = rules.map { rule in
            RouteTable.Entry(
                route: rule.route,
                value: Value(rule: rule, samples: RecordedSamples(journal: journal, at: source, isServer: true)),
                isExpected: rule.isExpected
            )
        }
        texts = rules.map { $0.route.text(at: url) }
        table = RouteTable(entries, of: "LoopbackServer", at: url, journal: journal, source: source)
        self.report = report
    }

    /// The handler of the route for a request, and the request with the case and the parameters of the route. A request
    /// without a route receives status 501 with a body that lists the most similar routes, and is reported as a
    /// finding.
    func route(_ request: RecordedRequest) -> (request: RecordedRequest, handler: LoopbackServer.Handler) {
        guard let match = table.match(request) else {
            return (request, { request in unmatchedResponse(to: request) })
        }
        table.use(match)
        let (rule, samples) = (match.value.rule, match.value.samples)
        return (
            match.request,
            { request in
                let sample = try await rule.handler(request)
                return samples.response(of: sample, for: rule.dependsOnRequest ? request.methodAndPath : "")
            }
        )
    }

    private func unmatchedResponse(to request: RecordedRequest) -> SampleResponse {
        let message = table.message(forUnmatched: request)
        report?.unmatched(message)
        return .text(message + "\n", status: 501)
    }
}
