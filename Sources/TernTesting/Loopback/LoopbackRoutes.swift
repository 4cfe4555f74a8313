import Foundation
import Tern

/// The routes of a server.
struct LoopbackRoutes: Sendable {
    struct Rule: Sendable {
        let route: StubRoute
        /// The case that the route serves. `nil` if the route isn't made from a case.
        var target: (any TargetType)?
        /// Whether an unused route is a finding.
        var isExpected = true
        let handler: LoopbackServer.Handler
    }

    private struct Value: Sendable {
        let rule: Rule
        let samples: RecordedSamples
    }

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
        table = RouteTable(entries, of: "LoopbackServer", at: url, journal: journal, source: source)
        self.report = report
    }

    /// The response of the route for a request. A request without a route receives status 501 with a body that names the
    /// most similar routes, and is a finding.
    func respond(to request: RecordedRequest) async throws -> SampleResponse {
        guard let match = table.match(request) else {
            let message = table.message(forUnmatched: request)
            report?.unmatched(message)
            return .text(message + "\n", status: 501)
        }
        table.use(match)
        return match.value.samples.response(of: try await match.value.rule.handler(request))
    }

    /// The request with the case and the parameters of its route.
    func matched(_ request: RecordedRequest) -> RecordedRequest {
        guard let match = table.match(request) else { return request }
        var request = request
        request.target = match.value.rule.target
        request.parameters = match.parameters
        return request
    }
}
