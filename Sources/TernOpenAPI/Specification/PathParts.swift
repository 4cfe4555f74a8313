/// The path of an operation, with parameters in braces.
struct PathParts {
    enum Part {
        case text(String)
        case parameter(String)
    }

    private(set) var parts: [Part] = []

    /// - Parameter path: `/users/{login}`. A fragment, which some documents have to tell operations apart, isn't part of
    ///   the path.
    init(_ path: String) {
        var rest = path.prefix { $0 != "#" }
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
            parts.append(.parameter(String(rest[rest.index(after: open)..<close])))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { parts.append(.text(String(rest))) }
    }

    var names: [String] {
        parts.compactMap { part in if case .parameter(let name) = part { name } else { nil } }
    }
}
