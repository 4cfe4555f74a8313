/// How requests show who sends them.
struct SecurityPlan {
    let schemes: [String: SecurityScheme]

    /// The scheme of the field `Authorization`, as a Swift expression: `.bearer`. `.none` if the operation needs none, or
    /// a key in another place.
    func authorization(of operation: Operation) -> String {
        // Any list suffices. One without credentials says that they are optional.
        for name in (operation.security ?? []).flatMap(\.self) {
            guard case .http(let scheme)? = schemes[name] else { continue }
            switch scheme {
            case "bearer", "basic": return ".\(scheme)"
            default: return ".custom(\(SwiftLiteral.string(scheme.prefix(1).uppercased() + scheme.dropFirst())))"
            }
        }
        return ".none"
    }

    /// How an app adds the keys that aren't credentials of a scheme, for the documentation comment of the target.
    func advice(for operations: [Operation]) -> [String] {
        let used = operations.flatMap { $0.security ?? [] }.flatMap(\.self).compactMap { schemes[$0] }
        return used.grouped(by: \.self).compactMap { scheme, _ in
            switch scheme {
            case .header(let field):
                "The key in the field `\(field)` comes from a plugin: "
                    + "`Hooks(prepare: { request, _ in request.headers[\(SwiftLiteral.string(field))] = key })`."
            case .query(let field): "The key in the query, `\(field)`, comes from a plugin that changes the URL."
            case .cookie(let field):
                "The key in the cookie `\(field)` comes from a plugin that sets the field `Cookie`."
            case .http, .other: nil
            }
        }
    }
}
