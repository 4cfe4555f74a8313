import Foundation

/// The path of an operation, to which paths of requests are compared.
struct RouteTemplate: Sendable {
    /// The names of parameters, in their order.
    let parameters: [String]
    /// The path with empty braces. Paths with the same form can't be told apart.
    let form: String
    private let segments: [[PathParts.Part]]

    init(_ path: String) {
        let path = String(path.prefix { $0 != "?" && $0 != "#" })
        let parts = PathParts(path)
        parameters = parts.names
        form = parts.parts.map { part in if case .text(let text) = part { text } else { "{}" } }.joined()
        segments = Self.segments(of: path[...]).map { PathParts($0).parts }
    }

    /// The arguments of parameters that are a whole segment. `nil` if the path has another form.
    ///
    /// - Parameter path: The decoded segments.
    func arguments(of path: [String]) -> [String: String]? {
        guard path.count == segments.count else { return nil }
        var arguments: [String: String] = [:]
        for (parts, text) in zip(segments, path) {
            switch (parts.first, parts.count) {
            case (.text(let literal), 1): if literal != text { return nil }
            case (.parameter(let name), 1):
                if text.isEmpty { return nil }
                arguments[name] = text
            default: if Self.pattern(of: parts).matches(text) != true { return nil }
            }
        }
        return arguments
    }

    /// Whether the template has literals further to the left than another one, which it then wins over.
    func isMoreLiteral(than other: RouteTemplate) -> Bool {
        other.weights.lexicographicallyPrecedes(weights)
    }

    /// For each segment, how much of it is literal.
    private var weights: [Int] {
        segments.map { parts in
            parts.contains { if case .parameter = $0 { true } else { false } } ? parts.count : .max
        }
    }

    /// The decoded segments of an escaped path.
    static func segments(of path: Substring) -> [String] {
        path.split(separator: "/", omittingEmptySubsequences: false).map { $0.removingPercentEncoding ?? String($0) }
    }

    /// The pattern of a segment with literals and parameters: `{id}.json`.
    private static func pattern(of parts: [PathParts.Part]) -> Pattern {
        let nodes = parts.flatMap { part -> [Pattern.Node] in
            switch part {
            case .text(let text): text.unicodeScalars.map { .scalar(.one($0)) }
            case .parameter: [.repeated(.scalar(ScalarClass(isNegated: true)), 1...Int.max)]
            }
        }
        return Pattern(root: .sequence([.start] + nodes + [.end]))
    }
}
