/// Reads a regular expression of ECMA-262.
struct PatternParser {
    private var rest: ArraySlice<Unicode.Scalar>
    private var depth = 0

    init(_ text: String) { rest = Array(text.unicodeScalars)[...] }

    /// `nil` if the text isn't a regular expression, or has parts that aren't supported.
    mutating func pattern() -> Pattern.Node? {
        guard let node = choice(), rest.isEmpty else { return nil }
        return node
    }

    // MARK: - Private

    private mutating func take(_ text: String) -> Bool {
        guard rest.starts(with: text.unicodeScalars) else { return false }
        rest = rest.dropFirst(text.unicodeScalars.count)
        return true
    }

    /// The text up to a character, which is skipped. `nil` if it is missing.
    private mutating func text(until end: Unicode.Scalar) -> String? {
        guard let index = rest.firstIndex(of: end) else { return nil }
        defer { rest = rest[(index + 1)...] }
        return String(String.UnicodeScalarView(rest[..<index]))
    }

    private mutating func choice() -> Pattern.Node? {
        depth += 1
        defer { depth -= 1 }
        guard depth < 40 else { return nil }
        var alternatives: [Pattern.Node] = []
        repeat {
            var sequence: [Pattern.Node] = []
            while let next = rest.first, next != "|", next != ")" {
                guard let node = atom() else { return nil }
                sequence.append(repeated(node))
            }
            alternatives.append(.sequence(sequence))
        } while take("|")
        return .choice(alternatives)
    }

    private mutating func repeated(_ node: Pattern.Node) -> Pattern.Node {
        let range: ClosedRange<Int>? = take("*") ? 0...Int.max : take("+") ? 1...Int.max : take("?") ? 0...1 : braces()
        guard let range else { return node }
        // A lazy quantifier matches the same texts.
        _ = take("?")
        return .repeated(node, range)
    }

    /// Reads `{2}`, `{2,}` or `{2,3}`. Another brace stands for itself.
    private mutating func braces() -> ClosedRange<Int>? {
        let text = String(String.UnicodeScalarView(rest.prefix(48)))
        guard let braces = text.prefixMatch(of: /\{([0-9]+)(,([0-9]*))?\}/) else { return nil }
        let upper = braces.3.map { $0.isEmpty ? .max : Int($0) } ?? Int(braces.1)
        guard let lower = Int(braces.1), let upper, lower <= upper else { return nil }
        rest = rest.dropFirst(braces.0.count)
        return lower...upper
    }

    private mutating func atom() -> Pattern.Node? {
        guard let first = rest.popFirst() else { return nil }
        switch first {
        case "^": return .start
        case "$": return .end
        case ".": return .scalar(ScalarClass.lineEnd.negated)
        case "(": return group()
        case "[": return brackets().map(Pattern.Node.scalar)
        case "*", "+", "?": return nil
        case "\\" where take("b"): return .wordBoundary(isExpected: true)
        case "\\" where take("B"): return .wordBoundary(isExpected: false)
        case "\\" where take("A"): return .start
        case "\\" where take("z") || take("Z"): return .end
        case "\\": return escape().map(Pattern.Node.scalar)
        default: return .scalar(.one(first))
        }
    }

    private mutating func group() -> Pattern.Node? {
        let isAhead: Bool? = take("?=") ? true : take("?!") ? false : nil
        let isBehind = take("?<=") || take("?<!")
        let isNamed = take("?<") || take("?P<")
        if isBehind || isNamed && text(until: ">") == nil || !take("?:") && rest.first == "?" { return nil }
        guard let node = choice(), take(")") else { return nil }
        return isAhead.map { .ahead(node, isExpected: $0) } ?? node
    }

    private mutating func brackets() -> ScalarClass? {
        var scalars = ScalarClass(isNegated: take("^"))
        while let first = rest.popFirst() {
            if first == "]" { return scalars }
            guard let lower = first == "\\" ? escape() : .one(first) else { return nil }
            guard let from = lower.only, rest.first == "-", let next = rest.dropFirst().first, next != "]" else {
                scalars.ranges += lower.ranges
                scalars.complements += lower.complements
                continue
            }
            rest = rest.dropFirst(2)
            guard let to = (next == "\\" ? escape() : .one(next))?.only, from <= to else { return nil }
            scalars.ranges.append(from...to)
        }
        return nil
    }

    /// What stands behind a backslash.
    private mutating func escape() -> ScalarClass? {
        guard let letter = rest.popFirst() else { return nil }
        if let known = Self.escapes[letter] { return known }
        if letter == "x" { return hexadecimal(2) }
        if letter == "u" { return take("{") ? text(until: "}").flatMap(Self.scalar) : hexadecimal(4) }
        return letter.properties.isAlphabetic || ScalarClass.digit.contains(letter) ? nil : .one(letter)
    }

    private static let escapes: [Unicode.Scalar: ScalarClass] = [
        "d": .digit, "D": ScalarClass.digit.negated, "w": .word, "W": ScalarClass.word.negated, "s": .space,
        "S": ScalarClass.space.negated, "n": .one("\n"), "r": .one("\r"), "t": .one("\t"), "f": .one("\u{C}"),
        "v": .one("\u{B}"), "0": .one("\0"),
    ]

    private mutating func hexadecimal(_ digits: Int) -> ScalarClass? {
        defer { rest = rest.dropFirst(digits) }
        return rest.count < digits ? nil : Self.scalar(String(String.UnicodeScalarView(rest.prefix(digits))))
    }

    private static func scalar(_ digits: String) -> ScalarClass? {
        UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init).map(ScalarClass.one)
    }
}
