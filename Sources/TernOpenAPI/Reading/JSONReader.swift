import Foundation

/// Reads a JSON text (RFC 8259) as it is: without comments, trailing commas, or other liberties.
package struct JSONReader {
    private let text: DocumentText
    private var index: Int
    private var nodes = 0

    /// - Parameters:
    ///   - bytes: The text in UTF-8, with or without a byte order mark.
    ///   - file: The name for errors.
    /// - Throws: the first problem, with its place.
    package static func read(
        _ bytes: Data,
        file: String,
        limits: ReadingLimits = ReadingLimits()
    ) throws(DocumentProblem) -> DocumentNode {
        var reader = JSONReader(text: try DocumentText(bytes, file: file, limits: limits))
        let node = try reader.value(depth: 0)
        reader.skipSpace()
        guard reader.index == reader.text.count else { throw reader.expected("the end of the file") }
        return node
    }

    private init(text: DocumentText) {
        self.text = text
        index = text.start
    }

    // MARK: - Private

    private var byte: UInt8 { text.bytes[index] }

    private func expected(_ what: String) -> DocumentProblem {
        text.problem("Expected \(what), but found \(text.found(at: index)).", at: index)
    }

    private mutating func skipSpace() {
        while true {
            switch byte {
            case 0x20, 0x0A, 0x0D, 0x09: index += 1
            default: return
            }
        }
    }

    /// Skips a character, and the space before it. Returns whether it is there.
    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard byte == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    private mutating func value(depth: Int) throws(DocumentProblem) -> DocumentNode {
        skipSpace()
        nodes += 1
        guard nodes <= text.limits.maximumNodes else {
            throw text.problem("The document has more than \(text.limits.maximumNodes) values.", at: index)
        }
        let place = text.place(at: index)
        switch byte {
        case UInt8(ascii: "{"): return DocumentNode(.map(try map(depth: depth + 1)), at: place)
        case UInt8(ascii: "["): return DocumentNode(.list(try list(depth: depth + 1)), at: place)
        case UInt8(ascii: "\""): return DocumentNode(.string(try string()), at: place)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return DocumentNode(.number(try number()), at: place)
        default:
            if skipWord("null") { return DocumentNode(.null, at: place) }
            if skipWord("true") { return DocumentNode(.bool(true), at: place) }
            if skipWord("false") { return DocumentNode(.bool(false), at: place) }
            throw expected("a value")
        }
    }

    private mutating func skipWord(_ word: StaticString) -> Bool {
        let end = index + word.utf8CodeUnitCount
        guard end <= text.count, text.string(index..<end) == word.description else { return false }
        index = end
        return true
    }

    private func checkDepth(_ depth: Int) throws(DocumentProblem) {
        guard depth <= text.limits.maximumDepth else {
            throw text.problem("The document is nested deeper than \(text.limits.maximumDepth) levels.", at: index)
        }
    }

    private mutating func map(depth: Int) throws(DocumentProblem) -> [DocumentNode.Entry] {
        try checkDepth(depth)
        index += 1
        var list = EntryList()
        if skip("}") { return [] }
        repeat {
            skipSpace()
            guard byte == UInt8(ascii: "\"") else { throw expected("a key in double quotes") }
            let place = text.place(at: index)
            let key = try string()
            guard skip(":") else { throw expected("a colon after the key “\(key)”") }
            let value = try value(depth: depth)
            try list.append(DocumentNode.Entry(key: key, keyPlace: place, value: value), in: text)
        } while skip(",")
        guard skip("}") else { throw expected("a comma or “}”") }
        return list.entries
    }

    private mutating func list(depth: Int) throws(DocumentProblem) -> [DocumentNode] {
        try checkDepth(depth)
        index += 1
        var nodes: [DocumentNode] = []
        if skip("]") { return [] }
        repeat { nodes.append(try value(depth: depth)) } while skip(",")
        guard skip("]") else { throw expected("a comma or “]”") }
        return nodes
    }

    private mutating func number() throws(DocumentProblem) -> String {
        let start = index
        if byte == UInt8(ascii: "-") { index += 1 }
        if byte == UInt8(ascii: "0") { index += 1 } else { try digits() }
        if byte == UInt8(ascii: ".") {
            index += 1
            try digits()
        }
        if byte | 0x20 == UInt8(ascii: "e") {
            index += 1
            if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { index += 1 }
            try digits()
        }
        return text.string(start..<index)
    }

    private mutating func digits() throws(DocumentProblem) {
        let start = index
        while byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { index += 1 }
        if index == start { throw expected("a digit") }
    }

    private mutating func string() throws(DocumentProblem) -> String {
        let open = index
        index += 1
        var result = ""
        var start = index
        while true {
            switch byte {
            case UInt8(ascii: "\""):
                let rest = text.string(start..<index)
                index += 1
                return result.isEmpty ? rest : result + rest
            case UInt8(ascii: "\\"):
                result += text.string(start..<index)
                result.unicodeScalars.append(try escape())
                start = index
            case 0x00..<0x20:
                if index == text.count { throw text.problem("The text has no closing quote.", at: open) }
                throw text.problem("A text can't contain \(text.found(at: index)): it must be escaped.", at: index)
            default: index += 1
            }
        }
    }

    private mutating func escape() throws(DocumentProblem) -> Unicode.Scalar {
        let start = index
        index += 2
        switch text.bytes[start + 1] {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            guard let (scalar, end) = text.codeEscape(at: start) else {
                throw text.problem("An escape “\\u” needs four hexadecimal digits of a character.", at: start)
            }
            index = end
            return scalar
        default: throw text.problem("JSON has no such escape.", at: start)
        }
    }
}
