/// A set of characters in a pattern: `[a-z_]`, `\d`, or a single one.
struct ScalarClass: Sendable {
    indirect enum Item: Sendable {
        case range(ClosedRange<Unicode.Scalar>)
        case nested(ScalarClass)
        /// The beginning of a general category of Unicode: `L`, `Lu`, `Nd`.
        case category(String)
    }

    var items: [Item]
    var isNegated = false

    static let digit = ScalarClass(items: [.range("0"..."9")])
    static let word = ScalarClass(items: [.range("a"..."z"), .range("A"..."Z"), .range("0"..."9"), .range("_"..."_")])
    static let space = ScalarClass(
        items: [.range("\t"..."\r"), .category("Z"), .range("\u{FEFF}"..."\u{FEFF}")]
    )
    static let notLineEnd = ScalarClass(
        items: [.range("\n"..."\n"), .range("\r"..."\r"), .range("\u{2028}"..."\u{2029}")],
        isNegated: true
    )

    static func one(_ scalar: Unicode.Scalar) -> ScalarClass { ScalarClass(items: [.range(scalar...scalar)]) }

    var negated: ScalarClass { ScalarClass(items: items, isNegated: !isNegated) }

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        isNegated
            != items.contains { item in
                switch item {
                case .range(let range): range.contains(scalar)
                case .nested(let scalars): scalars.contains(scalar)
                case .category(let prefix): scalar.properties.generalCategory.abbreviation.hasPrefix(prefix)
                }
            }
    }

    /// Characters of the set that are easy to read. If possible, letters and digits only.
    var readable: [Unicode.Scalar] {
        let words = Self.wordsOfASCII.filter(contains)
        if !words.isEmpty { return words }
        if let sign = "-_. /:@+".unicodeScalars.first(where: contains) { return [sign] }
        let visible = (0x20...0x7E as ClosedRange<UInt8>).map(Unicode.Scalar.init).first(where: contains)
        return [visible ?? firstOfRanges].compactMap { $0 }
    }

    private var firstOfRanges: Unicode.Scalar? {
        for item in items {
            switch item {
            case .range(let range): if contains(range.lowerBound) { return range.lowerBound }
            case .nested(let scalars): if let scalar = scalars.firstOfRanges, contains(scalar) { return scalar }
            case .category: continue
            }
        }
        return nil
    }

    private static let wordsOfASCII = Array(
        "abcdefghijklmnopqrstuvwxyz".unicodeScalars + "1234567890".unicodeScalars
            + "ABCDEFGHIJKLMNOPQRSTUVWXYZ".unicodeScalars
    )
}

extension Unicode.GeneralCategory {
    fileprivate var abbreviation: String {
        switch self {
        case .uppercaseLetter: "Lu"
        case .lowercaseLetter: "Ll"
        case .titlecaseLetter: "Lt"
        case .modifierLetter: "Lm"
        case .otherLetter: "Lo"
        case .nonspacingMark: "Mn"
        case .spacingMark: "Mc"
        case .enclosingMark: "Me"
        case .decimalNumber: "Nd"
        case .letterNumber: "Nl"
        case .otherNumber: "No"
        case .connectorPunctuation: "Pc"
        case .dashPunctuation: "Pd"
        case .openPunctuation: "Ps"
        case .closePunctuation: "Pe"
        case .initialPunctuation: "Pi"
        case .finalPunctuation: "Pf"
        case .otherPunctuation: "Po"
        case .mathSymbol: "Sm"
        case .currencySymbol: "Sc"
        case .modifierSymbol: "Sk"
        case .otherSymbol: "So"
        case .spaceSeparator: "Zs"
        case .lineSeparator: "Zl"
        case .paragraphSeparator: "Zp"
        default: "C"
        }
    }
}
