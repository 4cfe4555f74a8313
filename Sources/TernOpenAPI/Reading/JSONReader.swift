import Foundation

/// Reads a JSON text (RFC 8259) as it is: without comments, trailing commas, or other liberties.
package struct JSONReader {
    private static let escapes = Dictionary(
        uniqueKeysWithValues: zip("\"\\/bfnrt".utf8, "\"\\/\u{8}\u{C}\n\r\t".unicodeScalars)
    )

    private static let words: [String: DocumentNode.Content] = [
        "null": .null, "true": .bool(true), "false": .bool(false),
    ]

    private let text: DocumentText
    private var index: Int
    private var depth = 0

    /// - Parameters:
    ///   - bytes: The text in UTF-8, with or without a byte order mark.
    ///   - file: The name for errors.
    /// - Throws: the first problem, with its place.
    package static func read(
        _ bytes: Data,
        file: String,
        limits: ReadingLimits = ReadingLimits()
    ) throws(DocumentProblem) -> DocumentNode {
        let text = try DocumentText(bytes, file: file, limits: limits)
        var reader = JSONReader(text: text, index: text.start)
        let node = try reader.value()
        reader.skipSpace()
        guard reader.index == text.count else { throw reader.expected("the end of the file") }
        return node
    }

    // MARK: - Private

    private var byte: UInt8 { text.bytes[index] }

    private func expected(_ what: String) -> DocumentProblem { text.expected(what, at: index) }

    private mutating func skipSpace() {
        while byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
    }

    /// Skips a character, and the space before it. Returns whether it is there.
    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard byte == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    private mutating func value() throws(DocumentProblem) -> DocumentNode {
        skipSpace()
        try text.count(at: index)
        let place = text.place(at: index)
        switch byte {
        case UInt8(ascii: "{"): return DocumentNode(.map(try map()), at: place)
        case UInt8(ascii: "["): return DocumentNode(.list(try list()), at: place)
        case UInt8(ascii: "\""): return DocumentNode(.string(try string()), at: place)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return DocumentNode(.number(try number()), at: place)
        default:
            let letters = text.bytes[index...].prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
            guard let content = Self.words[text.string(letters.indices)] else { throw expected("a value") }
            index = letters.endIndex
            return DocumentNode(content, at: place)
        }
    }

    private mutating func map() throws(DocumentProblem) -> [DocumentNode.Entry] {
        try enter()
        defer { depth -= 1 }
        var list = EntryList()
        if skip("}") { return [] }
        repeat {
            skipSpace()
            guard byte == UInt8(ascii: "\"") else { throw expected("a key in double quotes") }
            let place = text.place(at: index)
            let key = try string()
            guard skip(":") else { throw expected("a colon after the key “\(key)”") }
            try list.append(DocumentNode.Entry(key: key, keyPlace: place, value: try value()), in: text)
        } while skip(",")
        guard skip("}") else { throw expected("a comma or “}”") }
        return list.entries
    }

    private mutating func list() throws(DocumentProblem) -> [DocumentNode] {
        try enter()
        defer { depth -= 1 }
        var nodes: [DocumentNode] = []
        if skip("]") { return [] }
        repeat { nodes.append(try value()) } while skip(",")
        guard skip("]") else { throw expected("a comma or “]”") }
        return nodes
    }

    private mutating func enter() throws(DocumentProblem) {
        depth += 1
        try text.checkDepth(depth, at: index)
        index += 1
    }

    private mutating func number() throws(DocumentProblem) -> String {
        let start = index
        while "+-.eE0123456789".utf8.contains(byte) { index += 1 }
        let number = text.string(start..<index)
        guard JSONNumber.text(of: number) == number else {
            throw text.problem("“\(number)” isn't a number of JSON.", at: start)
        }
        return number
    }

    private mutating func string() throws(DocumentProblem) -> String {
        let open = index
        index += 1
        var result = ""
        var start = index
        while byte != UInt8(ascii: "\"") {
            if byte == UInt8(ascii: "\\") {
                result += text.string(start..<index)
                let (scalar, end) = try text.escape(at: index, names: Self.escapes, digits: [UInt8(ascii: "u"): 4])
                result.unicodeScalars.append(scalar)
                (index, start) = (end, end)
            } else if index == text.count {
                throw text.problem("The text has no closing quote.", at: open)
            } else if byte < 0x20 {
                throw text.problem("A text can't contain \(text.found(at: index)): it must be escaped.", at: index)
            } else {
                index += 1
            }
        }
        index += 1
        return result + text.string(start..<index - 1)
    }
}
