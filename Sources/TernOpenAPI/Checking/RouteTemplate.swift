import Foundation

/// A path with parameters in braces: `/users/{login}`.
struct RouteTemplate: Sendable {
    private enum Segment: Sendable {
        case literal(String)
        case parameter(String)
        /// Literals and parameters: `{id}.json`.
        case mixed(Pattern, literals: Int)
    }

    /// The names of parameters, in their order.
    private(set) var parameters: [String] = []
    /// The path without the names of parameters. Paths with the same form can't be told apart.
    private(set) var form = ""
    private var segments: [Segment] = []

    init(_ path: String) {
        let path = path.prefix { $0 != "?" && $0 != "#" }
        for part in path.split(separator: "/", omittingEmptySubsequences: false) {
            segments.append(segment(part))
        }
    }

    /// The arguments of parameters that are a whole segment. `nil` if the path has another form.
    func arguments(of path: [String]) -> [String: String]? {
        guard path.count == segments.count else { return nil }
        var arguments: [String: String] = [:]
        for (segment, text) in zip(segments, path) {
            switch segment {
            case .literal(let literal): if literal != text { return nil }
            case .parameter(let name):
                if text.isEmpty { return nil }
                arguments[name] = text
            case .mixed(let pattern, _): if pattern.matches(text) != true { return nil }
            }
        }
        return arguments
    }

    /// Whether the template has literals further to the left than another one, which it then wins over.
    func isMoreLiteral(than other: RouteTemplate) -> Bool {
        other.segments.map(Self.weight).lexicographicallyPrecedes(segments.map(Self.weight))
    }

    /// The decoded segments of an escaped path.
    static func segments(of path: Substring) -> [String] {
        path.split(separator: "/", omittingEmptySubsequences: false).map { $0.removingPercentEncoding ?? String($0) }
    }

    // MARK: - Private

    private mutating func segment(_ text: Substring) -> Segment {
        form += "/"
        var nodes: [Pattern.Node] = [.start]
        var rest = text
        var literals = 0
        while let first = rest.first {
            if first == "{", let end = rest.firstIndex(of: "}") {
                let name = String(rest[rest.index(after: rest.startIndex)..<end])
                parameters.append(name)
                rest = rest[rest.index(after: end)...]
                if nodes.count == 1, rest.isEmpty {
                    form += "{}"
                    return .parameter(name)
                }
                nodes.append(.repeated(.scalar(ScalarClass(items: [], isNegated: true)), 1...Int.max))
                form += "{}"
            } else {
                nodes += first.unicodeScalars.map { .scalar(.one($0)) }
                literals += 1
                form.append(first)
                rest = rest.dropFirst()
            }
        }
        if literals == text.count { return .literal(text.removingPercentEncoding ?? String(text)) }
        return .mixed(Pattern(root: .sequence(nodes + [.end])), literals: literals)
    }

    private static func weight(_ segment: Segment) -> Int {
        switch segment {
        case .literal: .max
        case .parameter: 0
        case .mixed(_, let literals): literals
        }
    }
}
