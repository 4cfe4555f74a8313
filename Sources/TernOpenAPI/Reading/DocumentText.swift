import Foundation

/// The bytes of a file in UTF-8, with the line and column of each, and what a reader counts.
///
/// Lines end with LF, CR, or CRLF. Columns count Unicode scalars.
final class DocumentText {
    /// Some NULs follow the last byte, so that a reader may look ahead.
    let bytes: [UInt8]
    let count: Int
    /// The index of the first byte after a byte order mark.
    let start: Int
    let file: String
    let limits: ReadingLimits
    /// How many values are read.
    private(set) var nodes = 0
    /// The index whose place was found last, and that place.
    private var knownIndex: Int
    private var knownPlace = TextPlace(line: 1, column: 1)

    /// - Throws: a problem if the bytes are too many, or aren't UTF-8.
    init(_ data: Data, file: String, limits: ReadingLimits) throws(DocumentProblem) {
        guard data.count <= limits.maximumBytes else {
            throw DocumentProblem(file: file, place: nil, "The file has more than \(limits.maximumBytes) bytes.")
        }
        count = data.count
        bytes = data + [0, 0, 0]
        if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
            || bytes.prefix(min(count, 2)).contains(0)
        {
            throw DocumentProblem(file: file, place: nil, "The file is in UTF-16 or UTF-32, but only UTF-8 is read.")
        }
        start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        knownIndex = start
        self.file = file
        self.limits = limits
        guard String(data: data, encoding: .utf8) == nil else { return }
        let repaired = zip(bytes, string(0..<count).utf8)
        throw problem("The text isn't UTF-8 here.", at: repaired.prefix { $0 == $1 }.count)
    }

    /// Takes constant time for each byte since the last place.
    func place(at index: Int) -> TextPlace {
        if index < knownIndex { (knownIndex, knownPlace) = (start, TextPlace(line: 1, column: 1)) }
        while knownIndex < index {
            let byte = bytes[knownIndex]
            knownIndex += 1
            if byte == 0x0A || byte == 0x0D && bytes[knownIndex] != 0x0A {
                knownPlace = TextPlace(line: knownPlace.line + 1, column: 1)
            } else if byte & 0xC0 != 0x80 {
                knownPlace.column += 1
            }
        }
        return knownPlace
    }

    func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// The scalar of an escape, and the index after it.
    ///
    /// - Parameters:
    ///   - index: That of the backslash.
    ///   - names: The scalars of letters.
    ///   - digits: How many hexadecimal digits follow a letter. Those of a surrogate pair are two escapes.
    func escape(
        at index: Int,
        names: [UInt8: Unicode.Scalar],
        digits: [UInt8: Int]
    ) throws(DocumentProblem) -> (scalar: Unicode.Scalar, end: Int) {
        if let scalar = names[bytes[index + 1]] { return (scalar, index + 2) }
        guard let digits = digits[bytes[index + 1]] else { throw problem("There is no such escape.", at: index) }
        var end = index + 2 + digits
        var code = hexadecimal(index + 2..<end) ?? .max
        if code & 0xFFFF_FC00 == 0xD800, string(end..<min(end + 2, count)) == "\\u",
            let low = hexadecimal(end + 2..<end + 6), low & 0xFFFF_FC00 == 0xDC00
        {
            code = 0x10000 + (code & 0x3FF) << 10 + low & 0x3FF
            end += 6
        }
        if let scalar = Unicode.Scalar(code) { return (scalar, end) }
        throw problem("The escape isn't the hexadecimal code of a character.", at: index)
    }

    // MARK: - Problems

    func problem(_ text: String, at index: Int) -> DocumentProblem { problem(text, at: place(at: index)) }

    func problem(_ text: String, at place: TextPlace) -> DocumentProblem {
        DocumentProblem(file: file, place: place, text)
    }

    func expected(_ what: String, at index: Int) -> DocumentProblem {
        problem("Expected \(what), but found \(found(at: index)).", at: index)
    }

    /// The character at an index, as an error names it.
    func found(at index: Int) -> String {
        switch bytes[index] {
        case 0x00 where index >= count: return "the end of the file"
        case 0x0A, 0x0D: return "the end of the line"
        case 0x09: return "a tab"
        case 0x00..<0x20, 0x7F: return "a control character"
        default:
            let rest = bytes[(index + 1)...].prefix { $0 & 0xC0 == 0x80 }
            return "“\(string(index..<rest.endIndex))”"
        }
    }

    // MARK: - Limits

    func count(_ size: Int = 1, at index: Int) throws(DocumentProblem) {
        guard size <= limits.maximumNodes - nodes else {
            throw problem("The document has more than \(limits.maximumNodes) values.", at: index)
        }
        nodes += size
    }

    func checkDepth(_ depth: Int, at index: Int) throws(DocumentProblem) {
        guard depth <= limits.maximumDepth else {
            throw problem("The document is nested deeper than \(limits.maximumDepth) levels.", at: index)
        }
    }

    // MARK: - Private

    private func hexadecimal(_ range: Range<Int>) -> UInt32? {
        guard range.upperBound <= count, bytes[range.lowerBound] != UInt8(ascii: "+") else { return nil }
        return UInt32(string(range), radix: 16)
    }
}
