/// Lists and maps whose structure is their indentation.
extension YAMLReader {
    /// What stands before a value.
    enum BlockStart {
        case lineStart
        /// The `-` of a list: a list or map may begin in the same line.
        case item
        /// A `?`, or the `:` after it: as for an item, and a list needs no more spaces than the map.
        case explicitKey
        /// The `:` after a key, or `---`: a list or map begins in a line of its own.
        case key
    }

    /// What a value turns out to be.
    private enum BlockKind {
        case atom
        case list
        /// - Parameter first: The first key, if it is read already.
        case map(column: Int, first: YAMLMap.Key?)
    }

    /// The functions that call each other are small: their frames bound how deep a document may be.
    mutating func blockNode(after start: BlockStart) throws(DocumentProblem) -> DocumentNode {
        var token = Token(place: text.place(at: index))
        switch try kind(after: start, &token) {
        case .atom: break
        case .list: token.atom = .collection(.list(try blockList()))
        case .map(let column, let first): token.atom = .collection(.map(try blockMap(at: column, first: first)))
        }
        return try node(of: token)
    }

    // MARK: - Private

    /// Reads the properties of a value, and the value itself if it isn't a list or map in block notation.
    private mutating func kind(after start: BlockStart, _ token: inout Token) throws(DocumentProblem) -> BlockKind {
        try text.count(at: index)
        // The properties in the line of the value: those of the first key, if the value is a map.
        var inner = Properties()
        var isOnOwnLine = start == .lineStart
        var mayBeginCollection = start != .key
        repeat {
            let crossed = try separate()
            if crossed {
                try token.properties.add(inner, in: text)
                inner = Properties()
            }
            isOnOwnLine = isOnOwnLine || crossed
            if crossed || inner.isEmpty { mayBeginCollection = (crossed || mayBeginCollection) && !hasTab }
            let isList = start != .item && isIndicator("-") && column == context.indent
            if isAtEnd || isAtMarker || isOnOwnLine && lineIndent <= context.indent && !isList {
                try token.properties.add(inner, in: text)
                return .atom
            }
        } while try property(into: &inner)
        token.place = text.place(at: index)
        let startProblem = "A list or map can't begin here, but in a line of its own."
        if isIndicator("-") || isIndicator("?") {
            guard mayBeginCollection, inner.isEmpty else { throw text.problem(startProblem, at: index) }
            return isIndicator("-") ? .list : .map(column: column, first: nil)
        }
        let (start, line) = (index, lineStart)
        let isBlockScalar = byte == UInt8(ascii: "|") || byte == UInt8(ascii: ">")
        let atom = isBlockScalar ? .text(try blockScalar(), isPlain: false) : try atom()
        if !isBlockScalar { skipBlanks() }
        guard !isBlockScalar, isIndicator(":") else {
            try token.properties.add(inner, in: text)
            token.atom = atom
            return .atom
        }
        guard lineStart == line else { throw text.problem("The key before this colon isn't in one line.", at: index) }
        guard mayBeginCollection else { throw text.problem(startProblem, at: start) }
        let key = try key(of: Token(properties: inner, place: token.place, atom: atom))
        return .map(column: (inner.start ?? start) - line, first: key)
    }

    /// Skips to the next token. Returns whether it belongs to the current list or map.
    private mutating func continues() throws(DocumentProblem) -> Bool {
        try separate()
        if isAtEnd || isAtMarker { return false }
        guard column == lineIndent else {
            let isIndented = (lineStart..<index).allSatisfy { isBlank(at: $0) }
            throw isIndented ? text.problem("A tab can't indent a line.", at: index) : expected("the end of the line")
        }
        if column > context.indent {
            throw text.problem("Expected \(context.indent) spaces before this, but found \(column).", at: index)
        }
        return column == context.indent
    }

    private mutating func blockList() throws(DocumentProblem) -> [DocumentNode] {
        let outer = try enter(indent: column)
        defer { context = outer }
        var list: [DocumentNode] = []
        repeat {
            index += 1
            list.append(try blockNode(after: .item))
        } while try continues() && isIndicator("-")
        return list
    }

    /// - Parameter first: A key that is read already, whose colon is the next token.
    private mutating func blockMap(
        at column: Int,
        first: YAMLMap.Key?
    ) throws(DocumentProblem) -> [DocumentNode.Entry] {
        let outer = try enter(indent: column)
        defer { context = outer }
        var map = YAMLMap()
        var first = first
        repeat {
            let isExplicit = first == nil && isIndicator("?")
            let key = if let first { first } else { try isExplicit ? explicitKey() : implicitKey() }
            first = nil
            let hasValue = isExplicit ? try continues() && isIndicator(":") : true
            index += hasValue ? 1 : 0
            let value = hasValue ? try blockNode(after: isExplicit ? .explicitKey : .key) : try null()
            try map.add(key, value, in: text)
        } while try continues()
        return try map.entries(in: text)
    }

    private mutating func explicitKey() throws(DocumentProblem) -> YAMLMap.Key {
        index += 1
        return try key(of: try blockNode(after: .explicitKey))
    }

    private mutating func implicitKey() throws(DocumentProblem) -> YAMLMap.Key {
        let (start, line) = (index, lineStart)
        var properties = Properties()
        while try property(into: &properties) { skipBlanks() }
        let token = Token(properties: properties, place: text.place(at: index), atom: try atom())
        skipBlanks()
        guard isIndicator(":"), lineStart == line else {
            throw text.problem("Expected a key that has a colon in its line.", at: start)
        }
        return try key(of: token)
    }
}
