/// Lines, indentation, and the space between tokens.
extension YAMLReader {
    var byte: UInt8 { text.bytes[index] }
    var isAtEnd: Bool { index == text.count }
    var column: Int { index - lineStart }
    var isAtBreak: Bool { byte == 0x0A || byte == 0x0D }
    /// Whether `---` or `...` begins here.
    var isAtMarker: Bool { isMarker("-") || isMarker(".") }

    func isMarker(_ character: Unicode.Scalar) -> Bool {
        index == lineStart && text.bytes[index..<index + 3].allSatisfy { $0 == UInt8(ascii: character) }
            && isBlank(at: index + 3)
    }

    /// Whether a space, a tab, or the end of the line or of the text is there.
    func isBlank(at index: Int) -> Bool {
        let byte = text.bytes[index]
        return byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D || index == text.count
    }

    /// Whether a character followed by a blank is here, as `-` of a list is.
    func isIndicator(_ character: Unicode.Scalar) -> Bool {
        byte == UInt8(ascii: character) && isBlank(at: index + 1)
    }

    func expected(_ what: String) -> DocumentProblem { text.expected(what, at: index) }

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

    /// Skips what is left of a line.
    mutating func skipLine() {
        while !isAtBreak, !isAtEnd { index += 1 }
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
                skipLine()
            }
            guard isAtBreak else { return lineStart != line }
            nextLine()
        }
    }

    /// Skips line ends and the white space around them, and returns how many there are.
    mutating func skipLines() -> Int {
        var breaks = 0
        while isAtBreak {
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

    func checkIndent(_ needed: Int) throws(DocumentProblem) {
        if lineIndent >= needed { return }
        let problem = hasTab ? "A tab can't indent a line." : "Expected at least \(needed) spaces before this."
        throw text.problem(problem, at: index)
    }
}
