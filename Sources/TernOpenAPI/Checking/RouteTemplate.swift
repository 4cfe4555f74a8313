import Foundation

/// The path of an operation, to which paths of requests are compared.
struct RouteTemplate: Sendable {
    /// The names of parameters, in their order.
    let parameters: [String]
    /// The path with empty braces. Paths with the same form can't be told apart.
    let form: String
    private let segments: [String]
    private let pattern: Pattern

    init(_ path: String) {
        let path = String(path.prefix { $0 != "?" && $0 != "#" })
        let parts = PathParts(path)
        let segment = ScalarClass(ranges: ["/"..."/"], isNegated: true)
        var nodes: [Pattern.Node] = []
        var form = ""
        for part in parts.parts {
            switch part {
            case .text(let text):
                form += text
                nodes += (text.removingPercentEncoding ?? text).unicodeScalars.map { .scalar(.one($0)) }
            case .parameter:
                form += "{}"
                nodes.append(.repeated(.scalar(segment), 1...Int.max))
            }
        }
        parameters = parts.names
        segments = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        pattern = Pattern(root: .sequence([.start] + nodes + [.end]))
        self.form = form
    }

    /// The arguments of parameters that are a whole segment. `nil` if the path has another form.
    ///
    /// - Parameter path: The decoded segments.
    func arguments(of path: [String]) -> [String: String]? {
        guard path.count == segments.count else { return nil }
        // A slash within a segment is part of an argument.
        let text = path.map { $0.replacing("/", with: "_") }.joined(separator: "/")
        guard pattern.matches(text) == true else { return nil }
        return zip(segments, path).reduce(into: [:]) { arguments, segment in
            let parts = PathParts(segment.0).parts
            if parts.count == 1, case .parameter(let name) = parts[0] { arguments[name] = segment.1 }
        }
    }

    /// Whether the template has literals further to the left than another one, which it then wins over.
    func isMoreLiteral(than other: RouteTemplate) -> Bool {
        func weights(_ template: RouteTemplate) -> [Int] {
            template.segments.map { $0.contains("{") ? PathParts($0).parts.count : .max }
        }
        return weights(other).lexicographicallyPrecedes(weights(self))
    }

    /// The decoded segments of an escaped path.
    static func segments(of path: Substring) -> [String] {
        path.split(separator: "/", omittingEmptySubsequences: false).map { $0.removingPercentEncoding ?? String($0) }
    }
}
