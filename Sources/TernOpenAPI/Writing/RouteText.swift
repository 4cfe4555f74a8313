/// The request of a call as source text.
struct RouteText {
    /// The lines of code before the route.
    var statements: [String] = []
    /// `.get("/users/\(id)")`, and what is added to it.
    var pieces: [RoutePiece] = []
    /// What adds the body if its argument isn't `nil`: `body` and `.json($0)`, and the name for the route without it.
    var optionalBody: (label: String, piece: String, route: String)?

    /// The call in one line, unless it needs statements: `.init(.get("/users"))`.
    func line(call arguments: [String]) -> String? {
        guard statements.isEmpty, optionalBody == nil else { return nil }
        return ".init(\(([pieces.map(\.text).joined()] + arguments).joined(separator: ", ")))"
    }

    /// Adds the statement that returns the route.
    ///
    /// - Parameter call: Whether the value is a call, not the route itself. `nil` for the route; else the further
    ///   arguments of the call, such as `using: .discord`.
    func write(to source: inout SourceText, call arguments: [String]?) {
        for statement in statements { source.line(statement) }
        if let (label, piece, route) = optionalBody {
            pieces.write(to: &source, prefix: "let \(route) = HTTPRoute")
            let value = "\(label).map { \(route)\(piece) } ?? \(route)"
            return source.line(
                arguments.map { "return .init(\(([value] + $0).joined(separator: ", ")))" } ?? "return \(value)"
            )
        }
        guard let arguments else { return pieces.write(to: &source, prefix: "return ") }
        let start = statements.isEmpty ? "" : "return "
        let tail = arguments.map { ", \($0)" }.joined() + ")"
        let line = start + ".init(" + pieces.map(\.text).joined() + tail
        if line.count < source.columns { return source.line(line) }
        source.line("\(start).init(")
        source.nested { source in
            pieces.write(to: &source, suffix: arguments.isEmpty ? "" : ",")
            for (index, argument) in arguments.enumerated() {
                source.line(argument + (index + 1 < arguments.count ? "," : ""))
            }
        }
        source.line(")")
    }
}
