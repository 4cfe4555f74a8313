/// A set of characters in a pattern: `[a-z_]`, `\d`, or a single one.
struct ScalarClass: Sendable {
    indirect enum Item: Sendable {
        case range(ClosedRange<Unicode.Scalar>)
        case nested(ScalarClass)
        case categories([Unicode.GeneralCategory])
    }

    var items: [Item]
    var isNegated = false

    static let digit = ScalarClass(items: [.range("0"..."9")])
    static let word = ScalarClass(items: [.range("a"..."z"), .range("A"..."Z"), .range("0"..."9"), .range("_"..."_")])
    static let space = ScalarClass(items: [.range("\t"..."\r"), .range("\u{FEFF}"..."\u{FEFF}"), .categories(spaces)])
    static let notLineEnd = ScalarClass(
        items: [.range("\n"..."\n"), .range("\r"..."\r"), .range("\u{2028}"..."\u{2029}")],
        isNegated: true
    )
    static let any = ScalarClass(items: [], isNegated: true)

    /// The general categories of Unicode that patterns name, as in `\p{L}`.
    static let categories: [String: [Unicode.GeneralCategory]] = [
        "L": [.uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter],
        "Lu": [.uppercaseLetter], "Ll": [.lowercaseLetter], "Nd": [.decimalNumber], "Z": spaces,
        "M": [.nonspacingMark, .spacingMark, .enclosingMark], "N": [.decimalNumber, .letterNumber, .otherNumber],
        "P": [
            .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation,
        ],
        "S": [.mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol],
        "C": [.control, .format, .surrogate, .privateUse, .unassigned],
    ]

    static func one(_ scalar: Unicode.Scalar) -> ScalarClass { ScalarClass(items: [.range(scalar...scalar)]) }

    var negated: ScalarClass { ScalarClass(items: items, isNegated: !isNegated) }

    /// The character of a set with one.
    var only: Unicode.Scalar? {
        guard items.count == 1, case .range(let range) = items[0], range.lowerBound == range.upperBound else {
            return nil
        }
        return range.lowerBound
    }

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        isNegated
            != items.contains { item in
                switch item {
                case .range(let range): range.contains(scalar)
                case .nested(let scalars): scalars.contains(scalar)
                case .categories(let categories): categories.contains(scalar.properties.generalCategory)
                }
            }
    }

    /// Characters of the set that are easy to read: letters and digits, or else a single other one.
    var readable: [Unicode.Scalar] {
        let words = Self.words.filter(contains)
        if !words.isEmpty { return words }
        let others = Self.signs + items.compactMap { if case .range(let range) = $0 { range.lowerBound } else { nil } }
        return others.first(where: contains).map { [$0] } ?? []
    }

    // MARK: - Private

    private static let spaces: [Unicode.GeneralCategory] = [.spaceSeparator, .lineSeparator, .paragraphSeparator]
    private static let words = Array("abcdefghijklmnopqrstuvwxyz1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ".unicodeScalars)
    private static let signs = Array("-_. /:@+#!$%&()*,;<=>?[]^{|}~'\"\\`".unicodeScalars)
}
