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

    mutating func blockNode(after start: BlockStart) throws(DocumentProblem) -> DocumentNode {
        try text.count(at: index)
        let place = text.place(at: index)
        var outer = Properties()
        var inner = Properties()
        var isOnOwnLine = start == .lineStart
        var mayBeginCollection = start != .key
        repeat {
            let crossed = try separate()
            if crossed {
                try outer.add(inner, in: text)
                inner = Properties()
            }
            isOnOwnLine = isOnOwnLine || crossed
            if crossed || inner.isEmpty { mayBeginCollection = (crossed || mayBeginCollection) && !hasTab }
            let isList = start != .item && isIndicator("-") && column == context.indent
            if isAtEnd || isAtMarker || isOnOwnLine && lineIndent <= context.indent && !isList {
                try outer.add(inner, in: text)
                return try node(of: .text("", isPlain: true), outer, at: place)
            }
        } while try property(into: &inner)
        return try blockContent(outer, inner, mayBeginCollection)
    }

    // MARK: - Private

    /// Reads a value after its properties.
    ///
    /// - Parameters:
    ///   - outer: The properties in the lines before: those of the value.
    ///   - inner: The properties in its line: those of the first key, if the value is a map.
    private mutating func blockContent(
        _ outer: Properties,
        _ inner: Properties,
        _ mayBeginCollection: Bool
    ) throws(DocumentProblem) -> DocumentNode {
        let (start, line, place) = (index, lineStart, text.place(at: index))
        let startProblem = "A list or map can't begin here, but in a line of its own."
        if isIndicator("-") || isIndicator("?") {
            guard mayBeginCollection, inner.isEmpty else { throw text.problem(startProblem, at: start) }
            let content: DocumentNode.Content =
                isIndicator("-") ? .list(try blockList()) : .map(try blockMap(at: column))
            return try node(of: .collection(content), outer, at: place)
        }
        var properties = outer
        if byte == UInt8(ascii: "|") || byte == UInt8(ascii: ">") {
            try properties.add(inner, in: text)
            return try node(of: .text(try blockScalar(), isPlain: false), properties, at: place)
        }
        let atom = try atom()
        skipBlanks()
        guard isIndicator(":") else {
            try properties.add(inner, in: text)
            return try node(of: atom, properties, at: place)
        }
        guard lineStart == line else { throw text.problem("The key before this colon isn't in one line.", at: index) }
        guard mayBeginCollection else { throw text.problem(startProblem, at: start) }
        let first = try key(of: atom, inner, at: place)
        let entries = try blockMap(at: (inner.start ?? start) - lineStart, first: first)
        return try node(of: .collection(.map(entries)), outer, at: place)
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
        first: YAMLMap.Key? = nil
    ) throws(DocumentProblem) -> [DocumentNode.Entry] {
        let outer = try enter(indent: column)
        defer { context = outer }
        var map = YAMLMap()
        var next = first
        repeat {
            let isExplicit = next == nil && isIndicator("?")
            let key = if let next { next } else { try isExplicit ? explicitKey() : implicitKey() }
            next = nil
            if isExplicit, try !continues() || !isIndicator(":") {
                try text.count(at: index)
                try map.add(key, DocumentNode(.null, at: key.place), in: text)
                continue
            }
            index += 1
            try map.add(key, try blockNode(after: isExplicit ? .explicitKey : .key), in: text)
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
        let place = text.place(at: index)
        let atom = try atom()
        skipBlanks()
        guard isIndicator(":"), lineStart == line else {
            throw text.problem("Expected a key that has a colon in its line.", at: start)
        }
        return try key(of: atom, properties, at: place)
    }
}
