/// Literal and folded texts: `|` and `>`.
extension YAMLReader {
    /// Reads a text from its header to the line after it.
    mutating func blockScalar() throws(DocumentProblem) -> String {
        let isFolded = byte == UInt8(ascii: ">")
        let line = lineStart
        var (indent, chomping) = try blockScalarHeader()
        if lineStart == line { return "" }
        var result = ""
        var hasContent = false
        var isIndented = false
        var breaks = 0
        var blankIndent = 0
        // A last line without a line end counts as if it had one.
        while !isAtEnd || column > 0 {
            if isAtBreak || isAtEnd, lineIndent <= indent ?? lineIndent {
                blankIndent = max(blankIndent, lineIndent)
                breaks += 1
                if isAtEnd { break }
                nextLine()
                continue
            }
            guard lineIndent > context.indent, lineIndent >= indent ?? 0, !isAtMarker else { break }
            if indent == nil, blankIndent > lineIndent {
                throw text.problem("An empty line before this has more spaces.", at: index)
            }
            let start = lineStart + (indent ?? lineIndent)
            indent = indent ?? lineIndent
            skipLine()
            let wasIndented = isIndented
            isIndented = isBlank(at: start)
            let isPlain = isFolded && hasContent && !wasIndented && !isIndented
            result += isPlain ? folded(breaks) : String(repeating: "\n", count: breaks)
            result += text.string(start..<index)
            hasContent = true
            breaks = 1
            if isAtEnd { break }
            nextLine()
        }
        if byte == 0x09 { throw text.problem("A tab can't indent a line.", at: index) }
        if chomping == "+" { return result + String(repeating: "\n", count: breaks) }
        return hasContent && chomping.isEmpty ? result + "\n" : result
    }

    // MARK: - Private

    /// Reads the indicators of indentation and chomping, and goes to the next line.
    private mutating func blockScalarHeader() throws(DocumentProblem) -> (indent: Int?, chomping: String) {
        let start = index + 1
        while !isBlank(at: index) { index += 1 }
        let indicators = text.string(start..<index)
        let digits = indicators.filter { ("1"..."9").contains($0) }
        let signs = indicators.filter { "+-".contains($0) }
        skipBlanks()
        if byte == UInt8(ascii: "#") { skipLine() }
        guard digits.count < 2, signs.count < 2, digits.count + signs.count == indicators.count, isAtBreak || isAtEnd
        else {
            throw text.problem("Expected a digit, “+” or “-”, and then the end of the line.", at: start)
        }
        if isAtBreak { nextLine() }
        return (Int(digits).map { max(context.indent, 0) + $0 }, signs)
    }
}
