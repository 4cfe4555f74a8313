/// XML or HTML as it stands, whole or cut anywhere.
struct MarkupTree {
    struct Attribute {
        let name: String
        let value: String
        /// The quote around the value; empty without one.
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
        /// A comment, a declaration or an instruction, with its brackets.
        case other(String)
    }

    let children: [Node]

    /// - Returns: `nil` for what doesn't begin with a tag.
    init?(parsing text: String) {
        var parser = MarkupTreeParser(text)
        guard let children = parser.parse() else { return nil }
        self.children = children
    }
}
