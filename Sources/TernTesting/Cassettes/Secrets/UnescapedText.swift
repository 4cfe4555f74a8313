/// The parts of a text around its escape sequences, in which one level of them is undone: those of percent-encoding, JSON
/// and HTML, in any mixture.
struct UnescapedText {
    /// A part of the text.
    private struct Part {
        /// Its offset in the bytes.
        let start: Int
        /// Its offset in the original text, or that of its escape sequence.
        let original: Int
        let isEscape: Bool
    }

    private(set) var bytes: [UInt8] = []
    private var parts: [Part] = []

    /// `nil` for a text without escape sequences.
    ///
    /// - Parameter margin: How much of the text before and after an escape sequence is wanted. All by default. The byte 1
    ///   stands between parts that don't follow one another.
    init?(_ text: [UInt8], margin: Int = .max) {
        text.withUnsafeBufferPointer { text in
            Self.isSpecial.withUnsafeBufferPointer { isSpecial in
                var (index, end) = (0, 0)
                var content: [UInt8] = []
                while index < text.count {
                    guard isSpecial[Int(text[index])] else {
                        index &+= 1
                        continue
                    }
                    content.removeAll(keepingCapacity: true)
                    let length = Self.addEscape(text, index, to: &content)
                    guard length > 0 else {
                        index &+= 1
                        continue
                    }
                    add(end..<index, of: text, margin)
                    parts.append(Part(start: bytes.count, original: index, isEscape: true))
                    bytes += content
                    index += length
                    end = index
                }
                guard !parts.isEmpty else { return }
                add(end..<text.count, of: text, margin, isLast: true)
                parts.append(Part(start: bytes.count, original: text.count, isEscape: true))
            }
        }
        if parts.isEmpty { return nil }
    }

    /// The place of a part in the original text.
    func place(_ part: Range<Int>) -> Range<Int> { original(part.lowerBound)..<original(part.upperBound) }

    /// A text in which all levels are undone.
    static func fully(_ text: [UInt8]) -> [UInt8] {
        var text = text
        for _ in 0..<SecretTable.maximumDepth {
            guard let plain = UnescapedText(text) else { break }
            text = plain.bytes
        }
        return text
    }

    // MARK: - Private

    private func original(_ offset: Int) -> Int {
        var (low, high) = (0, parts.count)
        while low < high {
            let middle = (low + high) / 2
            if parts[middle].start <= offset { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return offset }
        let part = parts[low - 1]
        return part.isEscape ? part.original : part.original + offset - part.start
    }

    /// Adds the text between two escape sequences, as far as it is wanted.
    private mutating func add(
        _ place: Range<Int>,
        of text: UnsafeBufferPointer<UInt8>,
        _ margin: Int,
        isLast: Bool = false
    ) {
        let isFirst = parts.isEmpty
        let head = isFirst ? place.lowerBound : place.lowerBound + min(margin, place.count)
        let tail = isLast ? place.upperBound : place.upperBound - min(margin, place.count)
        guard tail > head else { return add(place, of: text) }
        add(place.lowerBound..<head, of: text)
        parts.append(Part(start: bytes.count, original: head, isEscape: true))
        if !isFirst, !isLast { bytes.append(1) }
        add(tail..<place.upperBound, of: text)
    }

    private mutating func add(_ place: Range<Int>, of text: UnsafeBufferPointer<UInt8>) {
        guard !place.isEmpty else { return }
        parts.append(Part(start: bytes.count, original: place.lowerBound, isEscape: false))
        bytes += UnsafeBufferPointer(rebasing: text[place])
    }

    private static let isSpecial = (0..<256).map { [0, 0x25, 0x26, 0x5c].contains($0) }

    private typealias Bytes = UnsafeBufferPointer<UInt8>

    /// Adds the content of the escape sequence at an index.
    ///
    /// - Returns: The length of the sequence. 0 if there is none.
    private static func addEscape(_ text: Bytes, _ start: Int, to content: inout [UInt8]) -> Int {
        switch text[start] {
        case 0: return lengthOfZeros(text, start)
        case UInt8(ascii: "%"): return add(number(text, start + 1, digits: 2), length: 3, to: &content)
        case UInt8(ascii: "&"): return addEntity(text, start, to: &content)
        default: break
        }
        guard start + 1 < text.count else { return 0 }
        switch text[start + 1] {
        case UInt8(ascii: "n"): content.append(0x0a)
        case UInt8(ascii: "r"): content.append(0x0d)
        case UInt8(ascii: "t"): content.append(0x09)
        case UInt8(ascii: "b"): content.append(0x08)
        case UInt8(ascii: "f"): content.append(0x0c)
        case 0x22, 0x27, 0x2f, 0x5c: content.append(text[start + 1])
        case UInt8(ascii: "x"): return add(number(text, start + 2, digits: 2), length: 4, to: &content)
        case UInt8(ascii: "u"): return addUnits(text, start, to: &content)
        default: return 0
        }
        return 2
    }

    /// The zeros between the bytes of UTF-16 and of UTF-32. A zero that stands alone isn't one of them.
    private static func lengthOfZeros(_ text: Bytes, _ start: Int) -> Int {
        var end = start
        while end < text.count, text[end] == 0 { end &+= 1 }
        let isNear = start >= 2 && text[start - 2] == 0 || end + 1 < text.count && text[end + 1] == 0
        return isNear || end - start > 1 ? end - start : 0
    }

    /// - Parameter byte: `nil` if the sequence isn't valid.
    private static func add(_ byte: UInt32?, length: Int, to content: inout [UInt8]) -> Int {
        guard let byte else { return 0 }
        content.append(UInt8(truncatingIfNeeded: byte))
        return length
    }

    private static func add(_ scalar: Unicode.Scalar?, length: Int, to content: inout [UInt8]) -> Int {
        guard let scalar else { return 0 }
        content += String(scalar).utf8
        return length
    }

    /// One unit of UTF-16, or the two of a surrogate pair.
    private static func addUnits(_ text: Bytes, _ start: Int, to content: inout [UInt8]) -> Int {
        guard let unit = number(text, start + 2, digits: 4) else { return 0 }
        if let scalar = Unicode.Scalar(unit) { return add(scalar, length: 6, to: &content) }
        guard start + 7 < text.count, text[start + 6] == UInt8(ascii: "\\"), text[start + 7] == UInt8(ascii: "u"),
            let second = number(text, start + 8, digits: 4)
        else { return 0 }
        let pair = String(decoding: [UInt16(unit), UInt16(second)], as: UTF16.self)
        return add(pair.unicodeScalars.first, length: 12, to: &content)
    }

    private static let entities: [[UInt8]: Unicode.Scalar] = [
        Array("amp".utf8): "&", Array("lt".utf8): "<", Array("gt".utf8): ">", Array("quot".utf8): "\"",
        Array("apos".utf8): "'",
    ]

    private static func addEntity(_ text: Bytes, _ start: Int, to content: inout [UInt8]) -> Int {
        let name = text[(start + 1)...].prefix(9).prefix { $0 != UInt8(ascii: ";") }
        guard name.endIndex < text.count, text[name.endIndex] == UInt8(ascii: ";") else { return 0 }
        let length = name.count + 2
        guard name.first == UInt8(ascii: "#") else { return add(entities[Array(name)], length: length, to: &content) }
        let digits = String(decoding: name.dropFirst(), as: UTF8.self)
        let code =
            digits.first.map { "xX".contains($0) } == true ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return add(code.flatMap(Unicode.Scalar.init), length: length, to: &content)
    }

    private static func number(_ text: UnsafeBufferPointer<UInt8>, _ start: Int, digits: Int) -> UInt32? {
        guard start + digits <= text.count else { return nil }
        var number: UInt32 = 0
        for index in start..<start + digits {
            guard let digit = EncodedRuns.digit(text[index]) else { return nil }
            number = number << 4 | UInt32(digit)
        }
        return number
    }
}
