import Foundation

/// Parses XML and HTML up to its end, wherever that is.
struct MarkupTreeParser {
    private static let maximumDepth = 100
    private static let emptyElements: Set<String> = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
    ]

    private var rest: Substring
    /// Whether the end has come inside a tag.
    private var isCut = false

    init(_ text: String) {
        rest = text[...]
    }

    mutating func parse() -> [MarkupTree.Node]? {
        let start = rest.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        guard start.first == "<", let second = start.dropFirst().first, second.isLetter || "!?/".contains(second) else {
            return nil
        }
        let name = start.dropFirst().prefix { Self.isPartOfName($0) }
        guard let behind = start.dropFirst(name.count + 1).first,
            name.isEmpty || behind.isWhitespace || "/>".contains(behind)
        else { return nil }
        // `<https://example.com>` is no tag.
        guard
            !start.dropFirst(name.count + 1).hasPrefix("/") || start.dropFirst(name.count + 1).hasPrefix("/>")
                || name.isEmpty
        else { return nil }
        var nodes: [MarkupTree.Node] = []
        while !rest.isEmpty {
            nodes += children(of: nil, depth: 0)
            // The end of an element that didn't begin.
            if rest.hasPrefix("</") { nodes.append(.other(through(">"))) }
        }
        return nodes
    }

    // MARK: - Private

    private static func isPartOfName(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || "_-:.".contains(character)
    }

    /// The nodes up to the end of the element around them.
    private mutating func children(of parent: String?, depth: Int) -> [MarkupTree.Node] {
        var nodes: [MarkupTree.Node] = []
        while !rest.isEmpty, !rest.hasPrefix("</") {
            if rest.hasPrefix("<![CDATA[") {
                rest = rest.dropFirst(9)
                nodes.append(.text(upTo("]]>")))
                rest = rest.dropFirst(3)
            } else if rest.hasPrefix("<!--") {
                nodes.append(.other(through("-->")))
            } else if rest.hasPrefix("<!") || rest.hasPrefix("<?") {
                nodes.append(.other(through(">")))
            } else if rest.first == "<", rest.dropFirst().first?.isLetter == true, depth < Self.maximumDepth {
                nodes.append(element(depth: depth))
            } else {
                let first = rest.prefix(1)
                rest = rest.dropFirst()
                nodes.append(.text(first + upTo("<")))
            }
        }
        return nodes
    }

    private mutating func element(depth: Int) -> MarkupTree.Node {
        rest = rest.dropFirst()
        let name = String(take { Self.isPartOfName($0) })
        var attributes: [MarkupTree.Attribute] = []
        while true {
            _ = take { $0.isWhitespace }
            guard let next = rest.first, next != ">", next != "<", !rest.hasPrefix("/>") else { break }
            attributes.append(attribute())
        }
        let isTagCut = rest.isEmpty || rest.first == "<"
        let isEmpty = rest.hasPrefix("/>") || Self.emptyElements.contains(name.lowercased())
        rest = rest.hasPrefix("/>") ? rest.dropFirst(2) : rest.first == ">" ? rest.dropFirst() : rest
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
        // An end that isn't this element's is that of one around it.
        let isClosed = rest.prefix(name.count + 2).lowercased() == "</\(name.lowercased())"
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
        if name.isEmpty, rest.first == "/" { rest = rest.dropFirst() }
        _ = take { $0.isWhitespace }
        guard rest.first == "=" else { return .init(name: String(name), value: "", quote: "") }
        rest = rest.dropFirst()
        _ = take { $0.isWhitespace }
        guard let quote = rest.first, quote == "\"" || quote == "'" else {
            return .init(name: String(name), value: String(take { !$0.isWhitespace && $0 != ">" }), quote: "")
        }
        rest = rest.dropFirst()
        let value = take { $0 != quote }
        if rest.isEmpty { isCut = true }
        rest = rest.dropFirst()
        return .init(name: String(name), value: String(value), quote: String(quote))
    }

    private mutating func take(while isTaken: (Character) -> Bool) -> Substring {
        let taken = rest.prefix(while: isTaken)
        rest = rest.dropFirst(taken.count)
        return taken
    }

    private mutating func upTo(_ end: String) -> String {
        let stop = rest.range(of: end)?.lowerBound ?? rest.endIndex
        defer { rest = rest[stop...] }
        return String(rest[..<stop])
    }

    private mutating func through(_ end: String) -> String {
        let stop = rest.range(of: end)?.upperBound ?? rest.endIndex
        defer { rest = rest[stop...] }
        return String(rest[..<stop])
    }
}
