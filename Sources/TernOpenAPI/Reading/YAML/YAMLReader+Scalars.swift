/// Plain and quoted texts.
extension YAMLReader {
    mutating func plain(below indent: Int, isInFlow: Bool) throws(DocumentProblem) -> String {
        try checkPlainStart(isInFlow: isInFlow)
        var result = plainLine(isInFlow: isInFlow)
        while isBreak(byte) {
            let end = (index, lineStart, lineIndent)
            let breaks = skipLines()
            let start = index
            if !isAtEnd, !isMarker, lineIndent > indent, byte != UInt8(ascii: "#") {
                let line = plainLine(isInFlow: isInFlow)
                if index > start {
                    result += folded(breaks) + line
                    continue
                }
            }
            (index, lineStart, lineIndent) = end
            break
        }
        return result
    }

    mutating func quoted(below indent: Int) throws(DocumentProblem) -> String {
        let open = index
        let quote = byte
        let isDouble = quote == UInt8(ascii: "\"")
        var result = ""
        index += 1
        var start = index
        while true {
            if byte == quote {
                if isDouble || text.bytes[index + 1] != quote { break }
                result += text.string(start..<index + 1)
                index += 2
                start = index
            } else if isDouble, byte == UInt8(ascii: "\\") {
                result += text.string(start..<index)
                if isBreak(text.bytes[index + 1]) {
                    index += 1
                    let breaks = try quotedBreaks(below: indent, open: open)
                    result += String(repeating: "\n", count: breaks - 1)
                } else {
                    result.unicodeScalars.append(try escape())
                }
                start = index
            } else if isBreak(byte) {
                var end = index
                while end > start, isBlank(at: end - 1) { end -= 1 }
                result += text.string(start..<end)
                result += folded(try quotedBreaks(below: indent, open: open))
                start = index
            } else if isAtEnd {
                throw quoteProblem(open)
            } else {
                index += 1
            }
        }
        index += 1
        return result + text.string(start..<index - 1)
    }

    // MARK: - Private

    private func checkPlainStart(isInFlow: Bool) throws(DocumentProblem) {
        let next = text.bytes[index + 1]
        switch byte {
        case UInt8(ascii: "-"), UInt8(ascii: "?"), UInt8(ascii: ":"):
            if !isBlank(at: index + 1), !(isInFlow && isFlowIndicator(next)) { return }
            if byte != UInt8(ascii: ":") { throw expected("a value") }
            throw text.problem("A colon needs a key before it.", at: index)
        case UInt8(ascii: "@"), UInt8(ascii: "`"), UInt8(ascii: "%"), UInt8(ascii: "|"), UInt8(ascii: ">"),
            UInt8(ascii: "#"), UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "!"),
            UInt8(ascii: "&"), 0x00, 0x09, 0x0A, 0x0D, 0x20:
            throw expected("a value")
        default: return
        }
    }

    /// Reads a plain text to its end, or the end of the line.
    private mutating func plainLine(isInFlow: Bool) -> String {
        let start = index
        var end = index
        loop: while true {
            switch byte {
            case 0x0A, 0x0D: break loop
            case 0x20, 0x09:
                index += 1
                continue loop
            case UInt8(ascii: ":"):
                if isBlank(at: index + 1) || isInFlow && isFlowIndicator(text.bytes[index + 1]) { break loop }
            case UInt8(ascii: "#"): if index > start, isBlank(at: index - 1) { break loop }
            case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"):
                if isInFlow { break loop }
            case 0x00: break loop
            default: break
            }
            index += 1
            end = index
        }
        if !isBreak(byte) { index = end }
        return text.string(start..<end)
    }

    private func quoteProblem(_ open: Int) -> DocumentProblem {
        text.problem("The text has no closing quote.", at: open)
    }

    private mutating func quotedBreaks(below indent: Int, open: Int) throws(DocumentProblem) -> Int {
        let breaks = skipLines()
        if isAtEnd || isMarker { throw quoteProblem(open) }
        guard lineIndent > indent else { throw indentProblem(below: indent) }
        return breaks
    }

    private mutating func escape() throws(DocumentProblem) -> Unicode.Scalar {
        let start = index
        index += 2
        switch text.bytes[start + 1] {
        case UInt8(ascii: "0"): return "\0"
        case UInt8(ascii: "a"): return "\u{7}"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "t"), 0x09: return "\t"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "v"): return "\u{B}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "e"): return "\u{1B}"
        case UInt8(ascii: " "): return " "
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "N"): return "\u{85}"
        case UInt8(ascii: "_"): return "\u{A0}"
        case UInt8(ascii: "L"): return "\u{2028}"
        case UInt8(ascii: "P"): return "\u{2029}"
        case UInt8(ascii: "x"), UInt8(ascii: "u"), UInt8(ascii: "U"):
            guard let (scalar, end) = text.codeEscape(at: start) else {
                throw text.problem("The escape isn't the code of a character.", at: start)
            }
            index = end
            return scalar
        default: throw text.problem("YAML has no such escape.", at: start)
        }
    }
}
