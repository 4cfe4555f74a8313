/// Anchors, aliases, and tags.
extension YAMLReader {
    /// What stands before a value.
    struct Properties {
        var anchor: String?
        var tag: YAMLTag?
        /// The index of the first property.
        var start: Int?

        var isEmpty: Bool { start == nil }

        /// Adds the properties of a later line.
        mutating func add(_ other: Properties, in text: DocumentText) throws(DocumentProblem) {
            guard let otherStart = other.start else { return }
            if anchor != nil && other.anchor != nil || tag != nil && other.tag != nil {
                throw text.problem("A value can't have two anchors or two tags.", at: otherStart)
            }
            anchor = anchor ?? other.anchor
            tag = tag ?? other.tag
            start = start ?? otherStart
        }
    }

    /// A value without its properties.
    enum Atom {
        case text(String, isPlain: Bool)
        case collection(DocumentNode.Content)
        case alias(DocumentNode)
    }

    /// A value with its properties. Its place is behind them.
    struct Token {
        var properties = Properties()
        var place: TextPlace
        var atom = Atom.text("", isPlain: true)
    }

    /// Begins a list or map, and returns what surrounds it.
    mutating func enter(indent: Int? = nil, isInFlow: Bool = false) throws(DocumentProblem) -> Context {
        let outer = context
        context = Context(indent: indent ?? outer.indent, depth: outer.depth + 1, isInFlow: isInFlow)
        try text.checkDepth(context.depth, at: index)
        return outer
    }

    /// Reads an anchor or a tag. Returns whether there is one.
    mutating func property(into properties: inout Properties) throws(DocumentProblem) -> Bool {
        var new = Properties(start: index)
        switch byte {
        case UInt8(ascii: "&"):
            let name = try anchorName()
            new.anchor = name
            anchors.updateValue(nil, forKey: name)
        case UInt8(ascii: "!"): new.tag = try tag()
        default: return false
        }
        guard isBlank(at: index) || context.isInFlow && isFlowIndicator(at: index) else {
            throw expected("a space after the anchor or tag")
        }
        try properties.add(new, in: text)
        return true
    }

    mutating func alias() throws(DocumentProblem) -> Atom {
        let start = index
        let name = try anchorName()
        guard let anchor = anchors[name] else { throw text.problem("No anchor “&\(name)” is before this.", at: start) }
        guard let node = anchor else { throw text.problem("The value of “&\(name)” contains itself.", at: start) }
        try countParts(of: node, depth: context.depth, at: start)
        return .alias(node)
    }

    /// Applies properties to a value.
    mutating func node(of token: Token) throws(DocumentProblem) -> DocumentNode {
        let (tag, content): (YAMLTag?, DocumentNode.Content)
        switch token.atom {
        case .alias(let value):
            if token.properties.isEmpty { return value }
            throw text.problem("An alias can't have an anchor or a tag.", at: token.place)
        case .text(let value, let isPlain):
            tag = token.properties.tag
            content = try self.content(of: value, isPlain: isPlain, token)
        case .collection(let collection):
            content = collection
            tag = if case .list = collection { .list } else { .map }
        }
        if let expected = token.properties.tag, expected != tag, expected != .nonSpecific {
            throw text.problem("The value isn't of the type of its tag.", at: token.place)
        }
        let node = DocumentNode(content, at: token.place)
        if let name = token.properties.anchor { anchors[name] = node }
        return node
    }

    /// The value of a key without one.
    func null() throws(DocumentProblem) -> DocumentNode {
        try text.count(at: index)
        return DocumentNode(.null, at: text.place(at: index))
    }

    mutating func key(of token: Token) throws(DocumentProblem) -> YAMLMap.Key {
        let node = try node(of: token)
        guard case .text(let text, let isPlain) = token.atom, !text.isEmpty else {
            return try key(of: DocumentNode(node.content, at: token.place))
        }
        let isMerge = isPlain && text == "<<" && token.properties.tag == nil
        return YAMLMap.Key(text: text, place: token.place, isMerge: isMerge)
    }

    func key(of node: DocumentNode) throws(DocumentProblem) -> YAMLMap.Key {
        let key = node.string ?? node.number ?? node.bool.map(String.init)
        guard let key else { throw text.problem("A key must be a text.", at: node.place) }
        return YAMLMap.Key(text: key, place: node.place, isMerge: false)
    }

    // MARK: - Private

    /// Counts the values within one that an alias repeats.
    private func countParts(of node: DocumentNode, depth: Int, at index: Int) throws(DocumentProblem) {
        guard let parts = node.list ?? node.entries?.map(\.value) else { return }
        try text.count(parts.count, at: index)
        try text.checkDepth(depth + 1, at: index)
        for part in parts { try countParts(of: part, depth: depth + 1, at: index) }
    }

    private mutating func anchorName() throws(DocumentProblem) -> String {
        let start = index + 1
        repeat { index += 1 } while !isBlank(at: index) && !isFlowIndicator(at: index)
        guard start < index else { throw expected("the name of an anchor") }
        return text.string(start..<index)
    }

    private mutating func tag() throws(DocumentProblem) -> YAMLTag {
        let start = index
        let isVerbatim = text.bytes[index + 1] == UInt8(ascii: "<")
        while !isBlank(at: index), isVerbatim || !isFlowIndicator(at: index) { index += 1 }
        let word = text.string(start..<index)
        guard let tag = YAMLTag(word) else {
            throw text.problem("The tag “\(word)” isn't known: only those of the core schema are.", at: start)
        }
        return tag
    }
}
