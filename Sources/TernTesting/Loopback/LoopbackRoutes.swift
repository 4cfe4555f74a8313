/// Finds the handler of a request by method and target.
struct LoopbackRoutes: Sendable {
    private let handlers: [String: LoopbackServer.Handler]

    /// - Throws: Code `.invalidRoute` if a key isn't a method, one space and a target, or is in both dictionaries.
    init(
        responses: [String: LoopbackResponse],
        handlers: [String: LoopbackServer.Handler]
    ) throws(LoopbackServerError) {
        var all = handlers
        for (route, response) in responses {
            guard all[route] == nil else {
                throw LoopbackServerError(
                    code: .invalidRoute,
                    message: "The route `\(route)` has both a response and a handler. Keep one."
                )
            }
            all[route] = { _ in response }
        }
        for route in all.keys {
            let parts = route.split(separator: " ", omittingEmptySubsequences: false)
            guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else {
                throw LoopbackServerError(
                    code: .invalidRoute,
                    message: "The route `\(route)` is not a method, one space and a target, such as `GET /users`."
                )
            }
        }
        self.handlers = all
    }

    /// The answer of the route for method and whole target if there is one, or else for method and path. A request
    /// without a route is answered with 501 and a body that names it and the routes there are.
    func respond(to request: LoopbackRequest) async throws -> LoopbackResponse {
        let handler = handlers["\(request.method) \(request.target)"] ?? handlers["\(request.method) \(request.path)"]
        guard let handler else {
            let routes = handlers.keys.sorted().joined(separator: "\n  ")
            return .text("No route for `\(request)`. There are:\n  \(routes)\n", status: 501)
        }
        return try await handler(request)
    }
}
