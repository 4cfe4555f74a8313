/// Plain and quoted texts.
extension YAMLReader {
    private static let escapes = Dictionary(
        uniqueKeysWithValues: zip(
            "0abt\tnvfre \"/\\N_LP".utf8,
            "\0\u{7}\u{8}\t\t\n\u{B}\u{C}\r\u{1B} \"/\\\u{85}\u{A0}\u{2028}\u{2029}".unicodeScalars
        )
    )
    private static let digits = [UInt8(ascii: "x"): 2, UInt8(ascii: "u"): 4, UInt8(ascii: "U"): 8]

    mutating func plain() throws(DocumentProblem) -> String {
        try checkPlainStart()
        var result = plainLine()
        while isAtBreak {
            let end = (index, lineStart, lineIndent)
            let breaks = skipLines()
            let isContinued = !isAtEnd && !isAtMarker && lineIndent > context.indent && byte != UInt8(ascii: "#")
            let line = isContinued ? plainLine() : ""
            if line.isEmpty {
                (index, lineStart, lineIndent) = end
                break
            }
            result += folded(breaks) + line
        }
        return result
    }

    mutating func quoted() throws(DocumentProblem) -> String {
        let open = index
        let quote = byte
        let isDouble = quote == UInt8(ascii: "\"")
        var result = ""
        index += 1
        var start = index
        while !isAtEnd, !isAtMarker {
            let isEscape = isDouble && byte == UInt8(ascii: "\\")
            if byte == quote {
                let isEnd = isDouble || text.bytes[index + 1] != quote
                result += text.string(start..<(isEnd ? index : index + 1))
                index += isEnd ? 1 : 2
                start = index
                if isEnd { return result }
            } else if isEscape, text.bytes[index + 1] != 0x0A, text.bytes[index + 1] != 0x0D {
                let (scalar, end) = try text.escape(at: index, names: Self.escapes, digits: Self.digits)
                result += text.string(start..<index)
                result.unicodeScalars.append(scalar)
                (index, start) = (end, end)
            } else if isEscape || isAtBreak {
                var end = index
                while !isEscape, end > start, isBlank(at: end - 1) { end -= 1 }
                result += text.string(start..<end)
                if isEscape { index += 1 }
                let breaks = skipLines()
                if !isAtEnd, !isAtMarker { try checkIndent(context.indent + 1) }
                result += isEscape ? String(repeating: "\n", count: breaks - 1) : folded(breaks)
                start = index
            } else {
                index += 1
            }
        }
        throw text.problem("The text has no closing quote.", at: open)
    }

    // MARK: - Private

    private func checkPlainStart() throws(DocumentProblem) {
        let isAlone = isBlank(at: index + 1) || context.isInFlow && isFlowIndicator(at: index + 1)
        if byte == UInt8(ascii: ":"), isAlone { throw text.problem("A colon needs a key before it.", at: index) }
        if "-?".utf8.contains(byte) && isAlone || "@`%|>#,]}!& \t\r\n\0".utf8.contains(byte) {
            throw expected("a value")
        }
    }

    /// Reads a plain text to its end, or the end of the line.
    private mutating func plainLine() -> String {
        let start = index
        var end = index
        loop: while !isAtBreak, !isAtEnd {
            switch byte {
            case 0x20, 0x09: break
            case UInt8(ascii: "#") where index > start && isBlank(at: index - 1): break loop
            case UInt8(ascii: ":") where isBlank(at: index + 1): break loop
            default:
                if context.isInFlow,
                    isFlowIndicator(at: index) || byte == UInt8(ascii: ":") && isFlowIndicator(at: index + 1)
                {
                    break loop
                }
                end = index + 1
            }
            index += 1
        }
        if !isAtBreak { index = end }
        return text.string(start..<end)
    }
}
