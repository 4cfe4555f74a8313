/// XML or HTML in its original order, complete or cut at any place.
struct MarkupTree {
    struct Attribute {
        let name: String
        let value: String
        /// The quote around the value. Empty for a value without quotes.
        let quote: String
    }

    indirect enum Node {
        case element(
            name: String,
            attributes: [Attribute],
            children: [Node],
            isTagCut: Bool,
            isCut: Bool,
            isEmpty: Bool
        )
        case text(String)
        /// A comment, a declaration or a processing instruction, with its brackets.
        case other(String)
    }

    let children: [Node]

    /// - Returns: `nil` unless the text begins with a tag.
    init?(parsing text: String) {
        var parser = MarkupTreeParser(text)
        guard let children = parser.parse() else { return nil }
        self.children = children
    }

    /// Whether a text begins with a tag. The text up to the second `<` is sufficient.
    static func begins(_ text: String) -> Bool {
        MarkupTreeParser(text).beginsWithTag
    }
}
