/// Lists and maps in brackets, as JSON has them.
extension YAMLReader {
    func isFlowIndicator(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]")
            || byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}")
    }

    /// Reads a value without properties that isn't a list or map in block notation.
    mutating func atom(below indent: Int, isInFlow: Bool, depth: Int) throws(DocumentProblem) -> Atom {
        switch byte {
        case UInt8(ascii: "*"): return try alias(depth: depth)
        case UInt8(ascii: "["): return .collection(.list(try flowList(below: indent, depth: depth + 1)))
        case UInt8(ascii: "{"): return .collection(.map(try flowMap(below: indent, depth: depth + 1)))
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return .text(try quoted(below: indent), isPlain: false)
        default: return .text(try plain(below: indent, isInFlow: isInFlow), isPlain: true)
        }
    }

    // MARK: - Private

    private mutating func flowList(below indent: Int, depth: Int) throws(DocumentProblem) -> [DocumentNode] {
        try enter(depth)
        var list: [DocumentNode] = []
        index += 1
        try flowSpace(below: indent)
        while byte != UInt8(ascii: "]") {
            list.append(try flowItem(below: indent, depth: depth))
            try flowComma(orEnd: "]", below: indent)
        }
        index += 1
        return list
    }

    private mutating func flowMap(below indent: Int, depth: Int) throws(DocumentProblem) -> [DocumentNode.Entry] {
        try enter(depth)
        var map = YAMLMap()
        index += 1
        try flowSpace(below: indent)
        while byte != UInt8(ascii: "}") {
            if isIndicator("?") {
                index += 1
                try flowSpace(below: indent)
            }
            let place = text.place(at: index)
            let (atom, properties) = try flowAtom(below: indent, depth: depth)
            let key = try key(of: atom, properties, at: place, depth: depth)
            try flowSpace(below: indent)
            try map.add(key, try flowValue(after: atom, below: indent, depth: depth), in: text)
            try flowComma(orEnd: "}", below: indent)
        }
        index += 1
        return try map.entries(in: text)
    }

    /// Reads an item of a list: a value, or a pair of a key and a value, which is a map.
    private mutating func flowItem(below indent: Int, depth: Int) throws(DocumentProblem) -> DocumentNode {
        try count()
        let place = text.place(at: index)
        let isExplicit = isIndicator("?")
        if isExplicit {
            index += 1
            try flowSpace(below: indent)
        }
        let line = lineStart
        let (atom, properties) = try flowAtom(below: indent, depth: isExplicit ? depth + 1 : depth)
        if isExplicit { try flowSpace(below: indent) } else { skipBlanks() }
        guard isExplicit || lineStart == line && isColon(after: atom) else {
            return try node(of: atom, properties, at: place, depth: depth)
        }
        try enter(depth + 1)
        var map = YAMLMap()
        let key = try key(of: atom, properties, at: place, depth: depth)
        try map.add(key, try flowValue(after: atom, below: indent, depth: depth + 1), in: text)
        return DocumentNode(.map(try map.entries(in: text)), at: place)
    }

    /// Reads the colon and the value after a key. Returns null if there is no colon.
    private mutating func flowValue(
        after key: Atom,
        below indent: Int,
        depth: Int
    ) throws(DocumentProblem) -> DocumentNode {
        try count()
        let place = text.place(at: index)
        guard isColon(after: key) else { return DocumentNode(.null, at: place) }
        index += 1
        try flowSpace(below: indent)
        if isFlowEnd { return DocumentNode(.null, at: place) }
        let valuePlace = text.place(at: index)
        let (atom, properties) = try flowAtom(below: indent, depth: depth)
        return try node(of: atom, properties, at: valuePlace, depth: depth)
    }

    private mutating func flowAtom(
        below indent: Int,
        depth: Int
    ) throws(DocumentProblem) -> (Atom, Properties) {
        var properties = Properties()
        while try property(into: &properties, isInFlow: true) { try flowSpace(below: indent) }
        let isMissing = isFlowEnd || isColon(after: .text("", isPlain: true))
        if isMissing, !properties.isEmpty { return (.text("", isPlain: true), properties) }
        return (try atom(below: indent, isInFlow: true, depth: depth), properties)
    }

    private var isFlowEnd: Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}")
    }

    /// Whether the colon after a key is here. After quotes and brackets it needs no space.
    private func isColon(after key: Atom) -> Bool {
        guard byte == UInt8(ascii: ":") else { return false }
        if isBlank(at: index + 1) || isFlowIndicator(text.bytes[index + 1]) { return true }
        switch key {
        case .text(_, let isPlain): return !isPlain
        case .collection: return true
        case .alias: return false
        }
    }

    private mutating func flowSpace(below indent: Int) throws(DocumentProblem) {
        guard try separate() else { return }
        if isMarker { throw text.problem("The document ends within brackets.", at: index) }
        // A closing bracket may stand below the key of its list or map, as all writers of YAML have it.
        let needed = byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") ? indent : indent + 1
        guard lineIndent >= needed || isAtEnd else { throw indentProblem(below: indent) }
    }

    private mutating func flowComma(orEnd end: Unicode.Scalar, below indent: Int) throws(DocumentProblem) {
        try flowSpace(below: indent)
        if byte == UInt8(ascii: ",") {
            index += 1
            try flowSpace(below: indent)
        } else if byte != UInt8(ascii: end) {
            throw expected("a comma or “\(end)”")
        }
    }
}
