/// Makes a text that matches a pattern.
struct PatternText {
    private let extra: Int
    private let variation: Int
    private var scalars: [Unicode.Scalar] = []
    private var steps = 0

    /// A text. It may not match if the pattern looks ahead or has an anchor within.
    ///
    /// - Parameters:
    ///   - extra: How many times more than needed a part is repeated that may be.
    ///   - variation: Another number gives another text, if there is one. Not negative.
    /// - Returns: `nil` if the text gets too long, or if no character is allowed.
    static func text(of pattern: Pattern, extra: Int, variation: Int) -> String? {
        var maker = PatternText(extra: extra, variation: variation)
        guard maker.append(pattern.root) else { return nil }
        return String(String.UnicodeScalarView(maker.scalars))
    }

    // MARK: - Private

    private init(extra: Int, variation: Int) { (self.extra, self.variation) = (extra, variation) }

    private mutating func append(_ node: Pattern.Node) -> Bool {
        steps += 1
        guard steps < 5_000 else { return false }
        switch node {
        case .scalar(let allowed):
            let readable = allowed.readable
            guard !readable.isEmpty else { return false }
            scalars.append(readable[(scalars.count + variation) % readable.count])
            return true
        case .sequence(let nodes):
            for node in nodes where !append(node) { return false }
            return true
        case .choice(let nodes):
            return append(nodes[variation % nodes.count])
        case .repeated(let node, let range):
            let count = range.lowerBound + min(extra, range.upperBound - range.lowerBound)
            for _ in 0..<count where !append(node) { return false }
            return true
        case .start, .end, .wordBoundary, .ahead:
            return true
        }
    }
}
