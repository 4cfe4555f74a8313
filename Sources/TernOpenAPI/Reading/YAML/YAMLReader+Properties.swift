/// Anchors, aliases, and tags.
extension YAMLReader {
    struct Anchor {
        /// `nil` while the value is read.
        var node: DocumentNode?
        /// How many values the node has.
        var size = 0
        /// How many levels of lists and maps it has.
        var height = 0
    }

    /// What stands before a value.
    struct Properties {
        var anchor: String?
        var tag: YAMLTag?
        /// The index of the first property.
        var start: Int?
        /// The counts of the reader before the value.
        var nodes = 0
        var deepest = 0

        var isEmpty: Bool { start == nil }

        /// Adds the properties of a later line.
        mutating func add(_ other: Properties, in text: DocumentText) throws(DocumentProblem) {
            guard let otherStart = other.start else { return }
            if anchor != nil && other.anchor != nil || tag != nil && other.tag != nil {
                throw text.problem("A value can't have two anchors or two tags.", at: otherStart)
            }
            if other.anchor != nil { (anchor, nodes, deepest) = (other.anchor, other.nodes, other.deepest) }
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

    /// Begins a list or map, and returns what surrounds it.
    mutating func enter(indent: Int? = nil, isInFlow: Bool = false) throws(DocumentProblem) -> Context {
        let outer = context
        context = Context(indent: indent ?? outer.indent, depth: outer.depth + 1, isInFlow: isInFlow)
        deepest = max(deepest, context.depth)
        try text.checkDepth(context.depth, at: index)
        return outer
    }

    /// Reads an anchor or a tag. Returns whether there is one.
    mutating func property(into properties: inout Properties) throws(DocumentProblem) -> Bool {
        guard byte == UInt8(ascii: "&") || byte == UInt8(ascii: "!") else { return false }
        var new = Properties(start: index, nodes: text.nodes, deepest: deepest)
        if byte == UInt8(ascii: "&") {
            let name = try anchorName()
            new.anchor = name
            anchors[name] = Anchor()
            deepest = 0
        } else {
            new.tag = try tag()
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
        guard let node = anchor.node else { throw text.problem("The value of “&\(name)” contains itself.", at: start) }
        try text.count(anchor.size - 1, at: start)
        deepest = max(deepest, context.depth + anchor.height)
        try text.checkDepth(context.depth + anchor.height, at: start)
        return .alias(node)
    }

    /// Applies properties to a value.
    mutating func node(
        of atom: Atom,
        _ properties: Properties,
        at place: TextPlace
    ) throws(DocumentProblem) -> DocumentNode {
        let node: DocumentNode
        switch atom {
        case .alias(let value):
            guard properties.isEmpty else {
                throw DocumentProblem(file: text.file, place: place, "An alias can't have an anchor or a tag.")
            }
            return value
        case .text(let value, let isPlain):
            node = DocumentNode(try content(of: value, isPlain: isPlain, properties.tag, at: place), at: place)
        case .collection(let content):
            node = DocumentNode(content, at: place)
            let tag: YAMLTag = node.list == nil ? .map : .list
            if let found = properties.tag, found != tag, found != .nonSpecific {
                throw DocumentProblem(file: text.file, place: place, "The value isn't of the type of its tag.")
            }
        }
        if let name = properties.anchor {
            let size = text.nodes - properties.nodes + 1
            anchors[name] = Anchor(node: node, size: size, height: max(deepest - context.depth, 0))
            deepest = max(deepest, properties.deepest)
        }
        return node
    }

    /// The value of a key without one.
    func null() throws(DocumentProblem) -> DocumentNode {
        try text.count(at: index)
        return DocumentNode(.null, at: text.place(at: index))
    }

    mutating func key(
        of atom: Atom,
        _ properties: Properties,
        at place: TextPlace
    ) throws(DocumentProblem) -> YAMLMap.Key {
        let node = try node(of: atom, properties, at: place)
        guard case .text(let text, let isPlain) = atom else {
            return try key(of: DocumentNode(node.content, at: place))
        }
        if text.isEmpty { return try key(of: node) }
        return YAMLMap.Key(text: text, place: place, isMerge: isPlain && text == "<<" && properties.tag == nil)
    }

    func key(of node: DocumentNode) throws(DocumentProblem) -> YAMLMap.Key {
        let key = node.string ?? node.number ?? node.bool.map(String.init)
        guard let key else { throw DocumentProblem(file: text.file, place: node.place, "A key must be a text.") }
        return YAMLMap.Key(text: key, place: node.place, isMerge: false)
    }

    // MARK: - Private

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
