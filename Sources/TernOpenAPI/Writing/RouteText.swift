/// The request of a call as source text.
struct RouteText {
    /// The lines of code before the route.
    var statements: [String] = []
    /// `.get("/users/\(id)")`, with the calls that add to it.
    var route: SourceItem
    /// What adds the body if its argument isn't `nil`: `body` and `.json($0)`, and the name for the route without it.
    var optionalBody: (label: String, call: String, route: String)?

    /// The call in one line, unless it needs statements: `.init(.get("/users"))`.
    func line(call arguments: [String]) -> String? {
        statements.isEmpty && optionalBody == nil ? Self.value(route, arguments).text : nil
    }

    /// Adds the statement that returns the route.
    ///
    /// - Parameter call: Whether the value is a call, not the route itself. `nil` for the route; else the further
    ///   arguments of the call, such as `using: .discord`.
    func write(to source: inout SourceText, call arguments: [String]?) {
        for statement in statements { source.line(statement) }
        var result = route
        if let (label, call, name) = optionalBody {
            route.write(to: &source, prefix: "let \(name) = HTTPRoute")
            result = SourceItem("\(label).map { \(name)\(call) } ?? \(name)")
        }
        let isOnly = arguments != nil && statements.isEmpty && optionalBody == nil
        Self.value(result, arguments).write(to: &source, prefix: isOnly ? "" : "return ")
    }

    // MARK: - Private

    private static func value(_ route: SourceItem, _ arguments: [String]?) -> SourceItem {
        arguments.map { .call(".init", [route] + $0.map(SourceItem.init)) } ?? route
    }
}
