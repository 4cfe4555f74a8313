/// Writes JSON in its original order, up to a length, by default with its secrets redacted.
struct JSONTreeWriter {
    /// The number of levels around this JSON, which may be nested in a string of other JSON.
    let depth: Int
    /// The length of the text in bytes at which writing stops.
    let maximumLength: Int
    var isRedacted = true
    /// Whether the JSON is the body of a request.
    var isRequest = false
    /// Whether each member and each element is written on a separate line.
    var isPretty = false

    private(set) var text = ""
    private var level = 0

    init(depth: Int = 0, maximumLength: Int) {
        self.depth = depth
        self.maximumLength = maximumLength
    }

    mutating func write(_ roots: [JSONTree.Node]) {
        for (index, root) in roots.enumerated() {
            if index > 0 { text += isPretty ? "\n" : " " }
            write(root)
        }
    }

    mutating func write(_ node: JSONTree.Node) {
        guard text.utf8.count < maximumLength else { return }
        switch node {
        case .object(let members, let isCut, _):
            let secrets = JSONTree.Node.secrets(among: members, isCut: isCut, isRequest: isRequest)
            write("{", "}", members.indices, isCut: isCut) { writer, index in
                let (key, value) = members[index]
                writer.write(string: writer.isRedacted && !Redaction.isHarmless(key: key) ? Redaction.mark : key)
                writer.text += writer.isPretty ? ": " : ":"
                writer.write(value, isSecret: secrets[index])
            }
        case .array(let elements, let isCut, _):
            let secrets = JSONTree.Node.secrets(among: elements, isCut: isCut)
            write("[", "]", elements.indices, isCut: isCut) { writer, index in
                writer.write(elements[index], isSecret: secrets[index])
            }
        case .string(let string):
            // The whole text is cut at this length anyway.
            let piece = String(string.prefix(maximumLength))
            write(string: isRedacted ? Redaction.text(ofAny: piece, depth: depth + 1) : piece)
        case .literal(let literal):
            text += literal
        }
    }

    // MARK: - Private

    private mutating func write(_ node: JSONTree.Node, isSecret: Bool) {
        if isSecret, isRedacted { write(string: Redaction.mark) } else { write(node) }
    }

    private mutating func write(
        _ open: String,
        _ close: String,
        _ indices: Range<Int>,
        isCut: Bool,
        _ item: (inout JSONTreeWriter, Int) -> Void
    ) {
        text += open
        level += 1
        for index in indices {
            if index > indices.lowerBound { text += "," }
            if text.utf8.count < maximumLength { breakLine() }
            item(&self, index)
        }
        level -= 1
        if !indices.isEmpty, !isCut { breakLine() }
        text += isCut ? "" : close
    }

    private mutating func breakLine() {
        guard isPretty else { return }
        text += "\n"
        for _ in 0..<level { text += "  " }
    }

    private mutating func write(string: String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\0"..."\u{1F}": text += " "
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
