import Tern

/// Finds the response to a request by method and target, and reports problems to the journal.
struct LoopbackRoutes: Sendable {
    struct Rule: Sendable {
        /// A method, one space and a target.
        let route: String
        /// The case that the route serves. `nil` if the route isn't made from a case.
        var target: (any TargetType)?
        /// Whether an unused route is a finding.
        var isExpected = true
        let handler: LoopbackServer.Handler
    }

    private struct Route: Sendable {
        let name: String
        let handler: LoopbackServer.Handler
        let sequences: RecordedSequences
        let target: (any TargetType)?
        /// The number of the stub in the journal.
        let stub: Int?
    }

    /// The routes by ``key(of:)``.
    private let routes: [String: Route]
    private let report: ServerReport?

    /// - Throws: `LoopbackServerError` with code `.invalidRoute` if a route isn't a method, one space and a target, or
    ///   if it has two rules.
    init(_ rules: [Rule], report: ServerReport?) throws(LoopbackServerError) {
        var seen: Set<String> = []
        for rule in rules {
            if let mistake = Self.mistake(in: rule, after: seen) {
                throw LoopbackServerError(code: .invalidRoute, message: mistake)
            }
            seen.insert(Self.key(of: rule.route))
        }
        var routes: [String: Route] = [:]
        for rule in rules {
            // After the validation: invalid rules must not leave unused routes in the journal.
            let stub = rule.isExpected ? report?.add(route: rule.route) : nil
            routes[Self.key(of: rule.route)] = Route(
                name: rule.route,
                handler: rule.handler,
                sequences: RecordedSequences(journal: report?.journal),
                target: rule.target,
                stub: stub
            )
        }
        self.routes = routes
        self.report = report
    }

    /// The response of the route for the method and the complete target, with the items of the query in any order;
    /// otherwise that of the route for the method and the path. HEAD uses the route of GET if it has no route of its
    /// own. A request without a response receives status 501 with a body that gives the reason, and is a finding.
    func respond(to request: LoopbackRequest) async throws -> SampleResponse {
        guard let route = route(of: request) else {
            return unanswered(NearestRoutes(to: request, among: routes.values.map(\.name)).description)
        }
        report?.use(route.stub)
        return route.sequences.response(of: try await route.handler(request))
    }

    /// The case whose route matches the request. `nil` if there is none.
    func target(of request: LoopbackRequest) -> (any TargetType)? {
        route(of: request)?.target
    }

    // MARK: - Private

    /// HEAD receives the response of GET, unless it has its own route (RFC 9110, section 9.3.2).
    private func route(of request: LoopbackRequest) -> Route? {
        route(of: request, as: request.method) ?? (request.method == .head ? route(of: request, as: .get) : nil)
    }

    private func route(of request: LoopbackRequest, as method: HTTPMethod) -> Route? {
        routes[Self.key(of: "\(method) \(request.target)")] ?? routes["\(method) \(request.path)"]
    }

    /// The lookup key of a route, with the items of the query in sorted order.
    private static func key(of route: String) -> String {
        guard let mark = route.firstIndex(of: "?") else { return route }
        let items = route[route.index(after: mark)...].split(separator: "&", omittingEmptySubsequences: false)
        return route[...mark] + items.sorted().joined(separator: "&")
    }

    private func unanswered(_ message: String) -> SampleResponse {
        report?.unmatched(message)
        return .text(message + "\n", status: 501)
    }

    private static func mistake(in rule: Rule, after seen: Set<String>) -> String? {
        if seen.contains(key(of: rule.route)) { return "There are two rules for the route `\(rule.route)`. Keep one." }
        let parts = rule.route.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else {
            return "The route `\(rule.route)` is not a method, one space and a target, such as `GET /users`."
        }
        return nil
    }
}
