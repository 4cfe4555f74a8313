import Foundation

/// Parses XML and HTML that may be cut at any place.
struct MarkupTreeParser {
    private static let maximumDepth = 100
    private static let emptyElements: Set<String> = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
    ]

    private var remaining: Substring
    /// Whether the text ends within a tag.
    private var isCut = false

    init(_ text: String) {
        remaining = text[...]
    }

    mutating func parse() -> [MarkupTree.Node]? {
        let start = remaining.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        guard start.first == "<", let second = start.dropFirst().first, second.isLetter || "!?/".contains(second) else {
            return nil
        }
        let name = start.dropFirst().prefix { Self.isPartOfName($0) }
        guard let next = start.dropFirst(name.count + 1).first,
            name.isEmpty || next.isWhitespace || "/>".contains(next)
        else { return nil }
        // `<https://example.com>` is not a tag.
        guard
            !start.dropFirst(name.count + 1).hasPrefix("/") || start.dropFirst(name.count + 1).hasPrefix("/>")
                || name.isEmpty
        else { return nil }
        var nodes: [MarkupTree.Node] = []
        while !remaining.isEmpty {
            nodes += children(of: nil, depth: 0)
            // An end tag without a start tag.
            if remaining.hasPrefix("</") { nodes.append(.other(through(">"))) }
        }
        return nodes
    }

    // MARK: - Private

    private static func isPartOfName(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || "_-:.".contains(character)
    }

    /// The nodes up to the end tag of their parent.
    private mutating func children(of parent: String?, depth: Int) -> [MarkupTree.Node] {
        var nodes: [MarkupTree.Node] = []
        while !remaining.isEmpty, !remaining.hasPrefix("</") {
            if remaining.hasPrefix("<![CDATA[") {
                remaining = remaining.dropFirst(9)
                nodes.append(.text(upTo("]]>")))
                remaining = remaining.dropFirst(3)
            } else if remaining.hasPrefix("<!--") {
                nodes.append(.other(through("-->")))
            } else if remaining.hasPrefix("<!") || remaining.hasPrefix("<?") {
                nodes.append(.other(through(">")))
            } else if remaining.first == "<", remaining.dropFirst().first?.isLetter == true, depth < Self.maximumDepth {
                nodes.append(element(depth: depth))
            } else {
                let first = remaining.prefix(1)
                remaining = remaining.dropFirst()
                nodes.append(.text(first + upTo("<")))
            }
        }
        return nodes
    }

    private mutating func element(depth: Int) -> MarkupTree.Node {
        remaining = remaining.dropFirst()
        let name = String(take { Self.isPartOfName($0) })
        var attributes: [MarkupTree.Attribute] = []
        while true {
            _ = take { $0.isWhitespace }
            guard let next = remaining.first, next != ">", next != "<", !remaining.hasPrefix("/>") else { break }
            attributes.append(attribute())
        }
        let isTagCut = remaining.isEmpty || remaining.first == "<"
        let isEmpty = remaining.hasPrefix("/>") || Self.emptyElements.contains(name.lowercased())
        remaining =
            remaining.hasPrefix("/>")
            ? remaining.dropFirst(2) : remaining.first == ">" ? remaining.dropFirst() : remaining
        guard !isEmpty, !isTagCut else {
            return .element(
                name: name,
                attributes: attributes,
                children: [],
                isTagCut: isTagCut,
                isCut: isTagCut,
                isEmpty: true
            )
        }
        let inside =
            ["script", "style"].contains(name.lowercased())
            ? [.text(upTo("</"))] : children(of: name, depth: depth + 1)
        // Any other end tag belongs to an enclosing element.
        let isClosed = remaining.prefix(name.count + 2).lowercased() == "</\(name.lowercased())"
        if isClosed { _ = through(">") }
        return .element(
            name: name,
            attributes: attributes,
            children: inside,
            isTagCut: false,
            isCut: !isClosed,
            isEmpty: false
        )
    }

    private mutating func attribute() -> MarkupTree.Attribute {
        let name = take { !$0.isWhitespace && !"=></".contains($0) }
        if name.isEmpty, remaining.first == "/" { remaining = remaining.dropFirst() }
        _ = take { $0.isWhitespace }
        guard remaining.first == "=" else { return .init(name: String(name), value: "", quote: "") }
        remaining = remaining.dropFirst()
        _ = take { $0.isWhitespace }
        guard let quote = remaining.first, quote == "\"" || quote == "'" else {
            return .init(name: String(name), value: String(take { !$0.isWhitespace && $0 != ">" }), quote: "")
        }
        remaining = remaining.dropFirst()
        let value = take { $0 != quote }
        if remaining.isEmpty { isCut = true }
        remaining = remaining.dropFirst()
        return .init(name: String(name), value: String(value), quote: String(quote))
    }

    private mutating func take(while isTaken: (Character) -> Bool) -> Substring {
        let taken = remaining.prefix(while: isTaken)
        remaining = remaining.dropFirst(taken.count)
        return taken
    }

    private mutating func upTo(_ end: String) -> String {
        let stop = remaining.range(of: end)?.lowerBound ?? remaining.endIndex
        defer { remaining = remaining[stop...] }
        return String(remaining[..<stop])
    }

    private mutating func through(_ end: String) -> String {
        let stop = remaining.range(of: end)?.upperBound ?? remaining.endIndex
        defer { remaining = remaining[stop...] }
        return String(remaining[..<stop])
    }
}
