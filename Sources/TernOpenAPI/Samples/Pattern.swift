/// A regular expression of ECMA-262, as far as the patterns of schemas use it.
struct Pattern: Sendable {
    indirect enum Node: Sendable {
        case scalar(ScalarClass)
        case sequence([Node])
        case choice([Node])
        /// `Int.max` stands for no maximum.
        case repeated(Node, ClosedRange<Int>)
        case start, end
        case wordBoundary(isExpected: Bool)
        case ahead(Node, isExpected: Bool)
    }

    let root: Node

    /// Whether a part of a text matches. `nil` if that takes too long to find out.
    ///
    /// The time is bounded: the matcher follows all ways at once, and gives up after a number of steps.
    func matches(_ text: String) -> Bool? {
        var matcher = PatternMatcher(text)
        let ends = matcher.ends(of: root, from: Set(0...matcher.text.count))
        return matcher.hasGivenUp ? nil : !ends.isEmpty
    }
}

extension Pattern {
    /// `nil` for a text that isn't a regular expression, or that has back references, look-behind or flags.
    init?(_ text: String) {
        var parser = PatternParser(text)
        guard let root = parser.pattern() else { return nil }
        self.init(root: root)
    }
}

/// Follows a pattern through a text: from each set of positions to the set of positions behind a node.
private struct PatternMatcher {
    let text: [Unicode.Scalar]
    private var steps = 0

    init(_ text: String) { self.text = Array(text.unicodeScalars) }

    var hasGivenUp: Bool { steps > 300_000 }

    mutating func ends(of node: Pattern.Node, from starts: Set<Int>) -> Set<Int> {
        steps += starts.count + 1
        if hasGivenUp || starts.isEmpty { return [] }
        switch node {
        case .scalar(let scalars):
            return Set(starts.compactMap { $0 < text.count && scalars.contains(text[$0]) ? $0 + 1 : nil })
        case .sequence(let nodes):
            return nodes.reduce(starts) { ends(of: $1, from: $0) }
        case .choice(let nodes):
            return nodes.reduce(into: []) { $0.formUnion(ends(of: $1, from: starts)) }
        case .repeated(let node, let range):
            return ends(of: node, range, from: starts)
        case .start: return starts.intersection([0])
        case .end: return starts.intersection([text.count])
        case .wordBoundary(let isExpected):
            return starts.filter { (isWord($0 - 1) != isWord($0)) == isExpected }
        case .ahead(let node, let isExpected):
            return starts.filter { ends(of: node, from: [$0]).isEmpty != isExpected }
        }
    }

    private mutating func ends(of node: Pattern.Node, _ range: ClosedRange<Int>, from starts: Set<Int>) -> Set<Int> {
        var (current, count) = (starts, 0)
        while count < range.lowerBound, !current.isEmpty {
            let next = ends(of: node, from: current)
            // A node that may be empty changes nothing any more.
            if next == current { break }
            (current, count) = (next, count + 1)
        }
        var (all, new) = (current, current)
        count = range.lowerBound
        while count < range.upperBound, !new.isEmpty {
            new = ends(of: node, from: new).subtracting(all)
            all.formUnion(new)
            count += 1
        }
        return all
    }

    private func isWord(_ index: Int) -> Bool { text.indices.contains(index) && ScalarClass.word.contains(text[index]) }
}
