/// Lists and maps in brackets, as JSON has them.
extension YAMLReader {
    /// Reads a value that isn't in block notation, without its properties.
    mutating func atom() throws(DocumentProblem) -> Atom {
        switch byte {
        case UInt8(ascii: "*"): return try alias()
        case UInt8(ascii: "["): return .collection(.list(try flowList()))
        case UInt8(ascii: "{"): return .collection(.map(try flowMap()))
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return .text(try quoted(), isPlain: false)
        default: return .text(try plain(), isPlain: true)
        }
    }

    func isFlowIndicator(at index: Int) -> Bool { ",[]{}".utf8.contains(text.bytes[index]) }

    // MARK: - Private

    private mutating func flowList() throws(DocumentProblem) -> [DocumentNode] {
        var list: [DocumentNode] = []
        try flowParts(until: "]") { reader throws(DocumentProblem) in list.append(try reader.flowItem()) }
        return list
    }

    private mutating func flowMap() throws(DocumentProblem) -> [DocumentNode.Entry] {
        var map = YAMLMap()
        try flowParts(until: "}") { reader throws(DocumentProblem) in
            _ = try reader.skipExplicitKey()
            let token = try reader.flowToken()
            let key = try reader.key(of: token)
            try reader.flowSpace()
            try map.add(key, try reader.flowValue(after: token.atom), in: reader.text)
        }
        return try map.entries(in: text)
    }

    /// Reads the parts between brackets, and the commas after them.
    private mutating func flowParts(
        until end: Unicode.Scalar,
        _ read: (inout YAMLReader) throws(DocumentProblem) -> Void
    ) throws(DocumentProblem) {
        let outer = try enter(isInFlow: true)
        defer { context = outer }
        repeat {
            index += 1
            try flowSpace()
            if byte == UInt8(ascii: end) { break }
            try read(&self)
            try flowSpace()
        } while byte == UInt8(ascii: ",")
        guard byte == UInt8(ascii: end) else { throw expected("a comma or “\(end)”") }
        index += 1
    }

    /// Reads an item of a list: a value, or a pair of a key and a value, which is a map.
    private mutating func flowItem() throws(DocumentProblem) -> DocumentNode {
        try text.count(at: index)
        let line = lineStart
        let isExplicit = try skipExplicitKey()
        let token = try flowToken()
        if isExplicit { try flowSpace() } else { skipBlanks() }
        guard isExplicit || lineStart == line && isColon(after: token.atom) else { return try node(of: token) }
        let key = try key(of: token)
        let outer = try enter(isInFlow: true)
        defer { context = outer }
        var map = YAMLMap()
        try map.add(key, try flowValue(after: token.atom), in: text)
        return DocumentNode(.map(try map.entries(in: text)), at: token.place)
    }

    /// Reads the colon and the value after a key. Returns null if there is no colon.
    private mutating func flowValue(after key: Atom) throws(DocumentProblem) -> DocumentNode {
        guard isColon(after: key) else { return try null() }
        index += 1
        try flowSpace()
        if isFlowEnd { return try null() }
        try text.count(at: index)
        return try node(of: try flowToken())
    }

    private mutating func flowToken() throws(DocumentProblem) -> Token {
        var properties = Properties()
        while try property(into: &properties) { try flowSpace() }
        let place = text.place(at: index)
        let isMissing = isFlowEnd || isColon(after: .text("", isPlain: true))
        if !properties.isEmpty, isMissing { return Token(properties: properties, place: place) }
        return Token(properties: properties, place: place, atom: try atom())
    }

    private mutating func skipExplicitKey() throws(DocumentProblem) -> Bool {
        guard isIndicator("?") else { return false }
        index += 1
        try flowSpace()
        return true
    }

    private var isFlowEnd: Bool { ",]}".utf8.contains(byte) }

    /// Whether the colon after a key is here. After quotes and brackets it needs no space.
    private func isColon(after key: Atom) -> Bool {
        guard byte == UInt8(ascii: ":") else { return false }
        if isBlank(at: index + 1) || isFlowIndicator(at: index + 1) { return true }
        return switch key {
        case .text(_, let isPlain): !isPlain
        case .collection: true
        case .alias: false
        }
    }

    private mutating func flowSpace() throws(DocumentProblem) {
        guard try separate(), !isAtEnd else { return }
        if isAtMarker { throw text.problem("The document ends within brackets.", at: index) }
        // A closing bracket may stand below the key of its list or map. YAML wants a space more, but libyaml reads it, too.
        try checkIndent(byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") ? context.indent : context.indent + 1)
    }
}
