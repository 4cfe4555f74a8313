/// Lists and maps whose structure is their indentation.
extension YAMLReader {
    /// Where a value begins.
    enum BlockStart {
        /// At the beginning of a line.
        case line
        /// After `-`, `?`, or the `:` of an explicit key: a list or map may begin in the same line.
        case indicator
        /// After the `:` of a key, or `---`: a list or map begins in a line of its own.
        case value
    }

    /// Reads a value.
    ///
    /// - Parameter indent: The column of the list or map that contains the value. Its lines are indented by more.
    mutating func blockNode(
        below indent: Int,
        start: BlockStart,
        allowsListAtIndent: Bool = false,
        depth: Int
    ) throws(DocumentProblem) -> DocumentNode {
        try count()
        let place = text.place(at: index)
        var outer = Properties()
        var inner = Properties()
        var isOnOwnLine = start == .line
        var mayBeginCollection = start != .value
        while true {
            let crossed = try separate()
            if crossed {
                try outer.add(inner, in: text)
                inner = Properties()
            }
            isOnOwnLine = isOnOwnLine || crossed
            if crossed || inner.isEmpty { mayBeginCollection = (crossed || mayBeginCollection) && !hasTab }
            let isList = allowsListAtIndent && isIndicator("-") && isFirstInLine && lineIndent == indent
            if isAtEnd || isMarker || isOnOwnLine && lineIndent <= indent && !isList {
                try outer.add(inner, in: text)
                return try node(of: .text("", isPlain: true), outer, at: place, depth: depth)
            }
            guard try property(into: &inner, isInFlow: false) else { break }
        }
        return try content(below: indent, outer, inner, mayBeginCollection, depth: depth)
    }

    // MARK: - Private

    /// Reads a value after its properties.
    ///
    /// - Parameters:
    ///   - outer: The properties in the lines before: those of the value.
    ///   - inner: The properties in its line: those of the first key, if the value is a map.
    private mutating func content(
        below indent: Int,
        _ outer: Properties,
        _ inner: Properties,
        _ mayBeginCollection: Bool,
        depth: Int
    ) throws(DocumentProblem) -> DocumentNode {
        let start = index
        let line = lineStart
        let place = text.place(at: index)
        if isIndicator("-") || isIndicator("?") {
            guard mayBeginCollection, inner.isEmpty else { throw lineProblem(at: start) }
            let content =
                isIndicator("-")
                ? DocumentNode.Content.list(try blockList(at: column, depth: depth + 1))
                : DocumentNode.Content.map(try blockMap(at: column, depth: depth + 1))
            return try node(of: .collection(content), outer, at: place, depth: depth)
        }
        let isBlockScalar = byte == UInt8(ascii: "|") || byte == UInt8(ascii: ">")
        let atom =
            isBlockScalar
            ? Atom.text(try blockScalar(below: indent), isPlain: false)
            : try self.atom(below: indent, isInFlow: false, depth: depth)
        if !isBlockScalar { skipBlanks() }
        guard !isBlockScalar, isIndicator(":") else {
            var properties = outer
            try properties.add(inner, in: text)
            return try node(of: atom, properties, at: place, depth: depth)
        }
        guard mayBeginCollection, lineStart == line else { throw lineProblem(at: start) }
        let column = (inner.start ?? start) - lineStart
        let first = try key(of: atom, inner, at: place, depth: depth)
        let content = DocumentNode.Content.map(try blockMap(at: column, first: first, depth: depth + 1))
        return try node(of: .collection(content), outer, at: place, depth: depth)
    }

    private func lineProblem(at index: Int) -> DocumentProblem {
        text.problem("A list or map must begin in a line of its own, and a key must end in its line.", at: index)
    }

    /// Skips to the next token. Returns whether it belongs to the list or map at a column.
    private mutating func continues(at column: Int) throws(DocumentProblem) -> Bool {
        try separate()
        if isAtEnd || isMarker { return false }
        guard isFirstInLine else {
            let isOnlyBlank = (lineStart..<index).allSatisfy { isBlank(at: $0) }
            throw isOnlyBlank ? text.problem("A tab can't indent a line.", at: index) : expected("the end of the line")
        }
        if lineIndent > column {
            throw text.problem("Expected \(column) spaces before this, but found \(lineIndent).", at: index)
        }
        return lineIndent == column
    }

    private mutating func blockList(at column: Int, depth: Int) throws(DocumentProblem) -> [DocumentNode] {
        try enter(depth)
        var list: [DocumentNode] = []
        repeat {
            guard isIndicator("-") else { break }
            index += 1
            list.append(try blockNode(below: column, start: .indicator, depth: depth))
        } while try continues(at: column)
        return list
    }

    /// - Parameter first: A key that is read already, whose colon is the next token.
    private mutating func blockMap(
        at column: Int,
        first: YAMLMap.Key? = nil,
        depth: Int
    ) throws(DocumentProblem) -> [DocumentNode.Entry] {
        try enter(depth)
        var map = YAMLMap()
        var first = first
        repeat {
            let key: YAMLMap.Key
            var start = BlockStart.value
            if let given = first {
                key = given
                first = nil
            } else if isIndicator("?") {
                start = .indicator
                key = try explicitKey(at: column, depth: depth)
                guard try continues(at: column), isIndicator(":") else {
                    try count()
                    try map.add(key, DocumentNode(.null, at: key.place), in: text)
                    continue
                }
            } else {
                key = try implicitKey(at: column, depth: depth)
            }
            index += 1
            let value = try blockNode(below: column, start: start, allowsListAtIndent: true, depth: depth)
            try map.add(key, value, in: text)
        } while try continues(at: column)
        return try map.entries(in: text)
    }

    private mutating func explicitKey(at column: Int, depth: Int) throws(DocumentProblem) -> YAMLMap.Key {
        index += 1
        let node = try blockNode(below: column, start: .indicator, allowsListAtIndent: true, depth: depth)
        nodes -= 1
        return try key(of: node)
    }

    private mutating func implicitKey(at column: Int, depth: Int) throws(DocumentProblem) -> YAMLMap.Key {
        let start = index
        let line = lineStart
        var properties = Properties()
        while try property(into: &properties, isInFlow: false) { skipBlanks() }
        let place = text.place(at: index)
        let atom = try atom(below: column, isInFlow: false, depth: depth)
        skipBlanks()
        guard isIndicator(":"), lineStart == line else {
            throw text.problem("Expected a key that has a colon in its line.", at: start)
        }
        return try key(of: atom, properties, at: place, depth: depth)
    }
}
