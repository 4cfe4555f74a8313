/// A set of characters in a pattern: `[a-z_]`, `\d`, or a single one.
struct ScalarClass: Sendable {
    var ranges: [ClosedRange<Unicode.Scalar>] = []
    /// Sets of which all other characters belong to this one: `\W` within brackets.
    var complements: [ScalarClass] = []
    var isNegated = false

    static let digit = ScalarClass(ranges: ["0"..."9"])
    static let word = ScalarClass(ranges: ["a"..."z", "A"..."Z", "0"..."9", "_"..."_"])
    static let space = ScalarClass(
        ranges: [
            "\t"..."\r", " "..." ", "\u{A0}"..."\u{A0}", "\u{2000}"..."\u{200A}", "\u{2028}"..."\u{2029}",
            "\u{202F}"..."\u{202F}", "\u{205F}"..."\u{205F}", "\u{3000}"..."\u{3000}", "\u{FEFF}"..."\u{FEFF}",
        ]
    )
    static let lineEnd = ScalarClass(ranges: ["\n"..."\n", "\r"..."\r", "\u{2028}"..."\u{2029}"])

    static func one(_ scalar: Unicode.Scalar) -> ScalarClass { ScalarClass(ranges: [scalar...scalar]) }

    var negated: ScalarClass { ScalarClass(complements: [self]) }

    /// The character of a set with one.
    var only: Unicode.Scalar? {
        guard complements.isEmpty, ranges.count == 1, ranges[0].lowerBound == ranges[0].upperBound else { return nil }
        return ranges[0].lowerBound
    }

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        isNegated != (ranges.contains { $0.contains(scalar) } || complements.contains { !$0.contains(scalar) })
    }

    /// Characters of the set that are easy to read: letters and digits, or else a single other one.
    var readable: [Unicode.Scalar] {
        let words = Self.words.filter(contains)
        if !words.isEmpty { return words }
        return (Self.signs + ranges.map(\.lowerBound)).first(where: contains).map { [$0] } ?? []
    }

    private static let words = Array("abcdefghijklmnopqrstuvwxyz1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ".unicodeScalars)
    private static let signs = Array("-_. /:@+#!$%&()*,;<=>?[]^{|}~'\"\\`".unicodeScalars)
}
