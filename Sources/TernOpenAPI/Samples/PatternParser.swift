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

    private mutating func choice() -> Pattern.Node? {
        depth += 1
        defer { depth -= 1 }
        guard depth < 40 else { return nil }
        var alternatives: [Pattern.Node] = []
        repeat {
            var sequence: [Pattern.Node] = []
            while let next = rest.first, next != "|", next != ")" {
                guard let node = repeatedAtom() else { return nil }
                sequence.append(node)
            }
            alternatives.append(sequence.count == 1 ? sequence[0] : .sequence(sequence))
        } while take("|")
        return alternatives.count == 1 ? alternatives[0] : .choice(alternatives)
    }

    private mutating func repeatedAtom() -> Pattern.Node? {
        guard let node = atom() else { return nil }
        var range: ClosedRange<Int>?
        if take("*") {
            range = 0...Int.max
        } else if take("+") {
            range = 1...Int.max
        } else if take("?") {
            range = 0...1
        } else {
            range = braces()
        }
        guard let range else { return node }
        // A lazy quantifier matches the same texts.
        _ = take("?")
        return .repeated(node, range)
    }

    /// Reads `{2}`, `{2,}` or `{2,3}`. Another brace stands for itself.
    private mutating func braces() -> ClosedRange<Int>? {
        guard rest.first == "{", let end = rest.firstIndex(of: "}") else { return nil }
        let inner = String(String.UnicodeScalarView(rest[rest.index(after: rest.startIndex)..<end]))
        let bounds = inner.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard bounds.count <= 2, let lower = Int(bounds[0]), lower >= 0 else { return nil }
        let upper = bounds.count == 1 ? lower : bounds[1].isEmpty ? Int.max : Int(bounds[1])
        guard let upper, upper >= lower else { return nil }
        rest = rest[rest.index(after: end)...]
        return lower...upper
    }

    private mutating func atom() -> Pattern.Node? {
        guard let first = rest.popFirst() else { return nil }
        switch first {
        case "^": return .start
        case "$": return .end
        case ".": return .scalar(.notLineEnd)
        case "(": return group()
        case "[": return brackets().map(Pattern.Node.scalar)
        case "\\":
            switch rest.first {
            case "b", "B": return .wordBoundary(isExpected: rest.popFirst() == "b")
            case "A": return rest.popFirst().map { _ in .start }
            case "z", "Z": return rest.popFirst().map { _ in .end }
            default: return escape().map(Pattern.Node.scalar)
            }
        case "*", "+", "?": return nil
        default: return .scalar(.one(first))
        }
    }

    private mutating func group() -> Pattern.Node? {
        var isAhead: Bool?
        if take("?=") {
            isAhead = true
        } else if take("?!") {
            isAhead = false
        } else if take("?<=") || take("?<!") {
            return nil
        } else if take("?<") || take("?P<") {
            guard let end = rest.firstIndex(of: ">") else { return nil }
            rest = rest[rest.index(after: end)...]
        } else if !take("?:"), rest.first == "?" {
            return nil
        }
        guard let node = choice(), take(")") else { return nil }
        return isAhead.map { .ahead(node, isExpected: $0) } ?? node
    }

    private mutating func brackets() -> ScalarClass? {
        var scalars = ScalarClass(items: [], isNegated: take("^"))
        while let first = rest.popFirst() {
            if first == "]" { return scalars }
            guard let lower = first == "\\" ? escape() : .one(first) else { return nil }
            guard let from = lower.only, rest.first == "-", let next = rest.dropFirst().first, next != "]" else {
                scalars.items.append(.nested(lower))
                continue
            }
            rest = rest.dropFirst(2)
            guard let to = (next == "\\" ? escape() : .one(next))?.only, from <= to else { return nil }
            scalars.items.append(.range(from...to))
        }
        return nil
    }

    /// What stands behind a backslash.
    private mutating func escape() -> ScalarClass? {
        guard let letter = rest.popFirst() else { return nil }
        switch letter {
        case "d": return .digit
        case "D": return ScalarClass.digit.negated
        case "w": return .word
        case "W": return ScalarClass.word.negated
        case "s": return .space
        case "S": return ScalarClass.space.negated
        case "n": return .one("\n")
        case "r": return .one("\r")
        case "t": return .one("\t")
        case "f": return .one("\u{C}")
        case "v": return .one("\u{B}")
        case "0": return .one("\0")
        case "x": return hexadecimal(digits: 2)
        case "u": return rest.first == "{" ? hexadecimalInBraces() : hexadecimal(digits: 4)
        case "p", "P":
            guard let name = textInBraces() else { return nil }
            // Only general categories are known, by their short names.
            guard name.count <= 2, name.first?.isUppercase == true else { return nil }
            return ScalarClass(items: [.category(name)], isNegated: letter == "P")
        default: return letter.properties.isAlphabetic || ScalarClass.digit.contains(letter) ? nil : .one(letter)
        }
    }

    private mutating func hexadecimal(digits: Int) -> ScalarClass? {
        let text = String(String.UnicodeScalarView(rest.prefix(digits)))
        rest = rest.dropFirst(digits)
        guard text.unicodeScalars.count == digits else { return nil }
        return UInt32(text, radix: 16).flatMap(Unicode.Scalar.init).map(ScalarClass.one)
    }

    private mutating func hexadecimalInBraces() -> ScalarClass? {
        textInBraces().flatMap { UInt32($0, radix: 16) }.flatMap(Unicode.Scalar.init).map(ScalarClass.one)
    }

    private mutating func textInBraces() -> String? {
        guard rest.first == "{", let end = rest.firstIndex(of: "}") else { return nil }
        defer { rest = rest[rest.index(after: end)...] }
        return String(String.UnicodeScalarView(rest[rest.index(after: rest.startIndex)..<end]))
    }
}

extension ScalarClass {
    /// The character of a set with one.
    fileprivate var only: Unicode.Scalar? {
        guard items.count == 1, case .range(let range) = items[0], range.lowerBound == range.upperBound, !isNegated
        else { return nil }
        return range.lowerBound
    }
}
