/// Lines, indentation, and the space between tokens.
extension YAMLReader {
    var byte: UInt8 { text.bytes[index] }
    var isAtEnd: Bool { index == text.count }
    var column: Int { index - lineStart }
    /// Whether only spaces stand before the current token in its line.
    var isFirstInLine: Bool { column == lineIndent }

    /// Whether `---` or `...` begins here.
    var isMarker: Bool {
        guard index == lineStart, byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") else { return false }
        return text.bytes[index + 1] == byte && text.bytes[index + 2] == byte && isBlank(at: index + 3)
    }

    func isBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

    /// Whether a space, a tab, or the end of the line or of the text is there.
    func isBlank(at index: Int) -> Bool {
        let byte = text.bytes[index]
        return byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D || index == text.count
    }

    /// Whether a character followed by a blank is here, as `-` of a list is.
    func isIndicator(_ character: Unicode.Scalar) -> Bool {
        byte == UInt8(ascii: character) && isBlank(at: index + 1)
    }

    func expected(_ what: String) -> DocumentProblem {
        text.problem("Expected \(what), but found \(text.found(at: index)).", at: index)
    }

    /// Skips a line end, and the spaces after it.
    mutating func nextLine() {
        index += byte == 0x0D && text.bytes[index + 1] == 0x0A ? 2 : 1
        lineStart = index
        skipIndent()
    }

    mutating func skipIndent() {
        while byte == 0x20 { index += 1 }
        lineIndent = column
        hasTab = false
    }

    mutating func skipBlanks() {
        while byte == 0x20 || byte == 0x09 {
            if byte == 0x09 { hasTab = true }
            index += 1
        }
    }

    /// Skips white space, comments, and line ends. Returns whether a line ended.
    @discardableResult mutating func separate() throws(DocumentProblem) -> Bool {
        let line = lineStart
        hasTab = false
        while true {
            skipBlanks()
            if byte == UInt8(ascii: "#") {
                guard index == lineStart || isBlank(at: index - 1) else {
                    throw text.problem("A comment needs a space before it.", at: index)
                }
                while !isBreak(byte), !isAtEnd { index += 1 }
            }
            guard isBreak(byte) else { return lineStart != line }
            nextLine()
        }
    }

    /// Skips line ends and the white space around them, and returns how many there are.
    mutating func skipLines() -> Int {
        var breaks = 0
        while isBreak(byte) {
            nextLine()
            skipBlanks()
            breaks += 1
        }
        return breaks
    }

    /// What line ends within a text mean.
    func folded(_ breaks: Int) -> String {
        breaks == 1 ? " " : String(repeating: "\n", count: max(breaks - 1, 0))
    }

    func indentProblem(below indent: Int) -> DocumentProblem {
        if hasTab { return text.problem("A tab can't indent a line.", at: index) }
        return text.problem("Expected at least \(indent + 1) spaces before this.", at: index)
    }

    // MARK: - Limits

    mutating func count(_ size: Int = 1) throws(DocumentProblem) {
        guard size <= text.limits.maximumNodes - nodes else {
            throw text.problem("The document has more than \(text.limits.maximumNodes) values.", at: index)
        }
        nodes += size
    }

    /// Notes that a list or map has a depth, from 1.
    mutating func enter(_ depth: Int) throws(DocumentProblem) {
        guard depth <= text.limits.maximumDepth else {
            throw text.problem("The document is nested deeper than \(text.limits.maximumDepth) levels.", at: index)
        }
        deepest = max(deepest, depth)
    }
}
