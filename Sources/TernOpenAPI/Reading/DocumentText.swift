import Foundation

/// The bytes of a file in UTF-8, which knows the line and column of each.
///
/// Lines end with LF, CR, or CRLF. Columns count Unicode scalars.
struct DocumentText {
    /// Three NULs follow the last byte, so that a reader may look ahead.
    let bytes: [UInt8]
    let count: Int
    /// The index of the first byte after a byte order mark.
    let start: Int
    let file: String
    let limits: ReadingLimits
    private let lineStarts: [Int]
    /// How many bytes before each block of 256 bytes continue a scalar. Empty if the text is ASCII.
    private let continuations: [Int]

    /// - Throws: a problem if the bytes are too many, aren't UTF-8, or are empty.
    init(_ data: Data, file: String, limits: ReadingLimits) throws(DocumentProblem) {
        guard data.count <= limits.maximumBytes else {
            throw DocumentProblem(file: file, place: nil, "The file has more than \(limits.maximumBytes) bytes.")
        }
        var bytes = [UInt8](data)
        count = bytes.count
        bytes += [0, 0, 0]
        if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) || count > 1 && bytes[..<2].contains(0)
        {
            throw DocumentProblem(file: file, place: nil, "The file is in UTF-16 or UTF-32, but only UTF-8 is read.")
        }
        self.bytes = bytes
        self.file = file
        self.limits = limits
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        self.start = start
        (lineStarts, continuations) = bytes.withUnsafeBufferPointer { Self.measure($0, from: start) }
        guard let length = Self.validLength(of: data) else { return }
        throw problem("The text isn't UTF-8 here.", at: length)
    }

    func place(at index: Int) -> TextPlace {
        var low = 0
        var high = lineStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= index { low = middle } else { high = middle }
        }
        let lineStart = lineStarts[low]
        let columns = index - lineStart - (continuationCount(to: index) - continuationCount(to: lineStart))
        return TextPlace(line: low + 1, column: max(columns, 0) + 1)
    }

    func problem(_ text: String, at index: Int) -> DocumentProblem {
        DocumentProblem(file: file, place: place(at: index), text)
    }

    func string(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    /// The character at an index, as an error names it.
    func found(at index: Int) -> String {
        guard index < count else { return "the end of the file" }
        switch bytes[index] {
        case 0x0A, 0x0D: return "the end of the line"
        case 0x09: return "a tab"
        case 0x00..<0x20, 0x7F: return "a control character"
        default:
            var end = index + 1
            while bytes[end] & 0xC0 == 0x80 { end += 1 }
            return "“\(string(index..<end))”"
        }
    }

    /// The scalar of an escape `\xHH`, `\uHHHH`, `\UHHHHHHHH`, or a surrogate pair `\uHHHH\uHHHH`, and the index after it.
    func codeEscape(at index: Int) -> (scalar: Unicode.Scalar, end: Int)? {
        let digits = bytes[index + 1] == UInt8(ascii: "x") ? 2 : bytes[index + 1] == UInt8(ascii: "u") ? 4 : 8
        var end = index + 2 + digits
        guard var code = hexadecimal(index + 2..<end) else { return nil }
        if code & 0xFFFF_FC00 == 0xD800, bytes[end] == UInt8(ascii: "\\"), bytes[end + 1] == UInt8(ascii: "u"),
            let low = hexadecimal(end + 2..<end + 6), low & 0xFFFF_FC00 == 0xDC00
        {
            code = 0x10000 + (code & 0x3FF) << 10 + low & 0x3FF
            end += 6
        }
        return Unicode.Scalar(code).map { ($0, end) }
    }

    // MARK: - Private

    private func hexadecimal(_ range: Range<Int>) -> UInt32? {
        guard range.upperBound <= count, bytes[range.lowerBound] != UInt8(ascii: "+") else { return nil }
        return UInt32(string(range), radix: 16)
    }

    private func continuationCount(to index: Int) -> Int {
        guard !continuations.isEmpty else { return 0 }
        var sum = continuations[index >> 8]
        for position in (index >> 8) << 8..<index where bytes[position] & 0xC0 == 0x80 { sum += 1 }
        return sum
    }

    private static func measure(
        _ bytes: UnsafeBufferPointer<UInt8>,
        from start: Int
    ) -> (lineStarts: [Int], continuations: [Int]) {
        var lineStarts = [start]
        var continuations: [Int] = []
        var sum = 0
        var index = 0
        while index < bytes.count - 1 {
            if index & 0xFF == 0 { continuations.append(sum) }
            let byte = bytes[index]
            index += 1
            if byte == 0x0A || byte == 0x0D && bytes[index] != 0x0A {
                lineStarts.append(index)
            } else if byte & 0xC0 == 0x80 {
                sum += 1
            }
        }
        return (lineStarts, sum == 0 ? [] : continuations)
    }

    /// How many bytes are UTF-8. `nil` if all are.
    private static func validLength(of data: Data) -> Int? {
        if String(data: data, encoding: .utf8) != nil { return nil }
        var decoder = UTF8.ForwardParser()
        var bytes = data.makeIterator()
        var length = 0
        while true {
            switch decoder.parseScalar(from: &bytes) {
            case .valid(let scalar): length += scalar.count
            case .error: return length
            case .emptyInput: return nil
            }
        }
    }
}
