import Tern

extension DecodedText {
    /// A text in which one level of escape sequences is undone: those of percent-encoding, JSON, C and HTML, in any
    /// mixture. The zeros between the bytes of UTF-16 and of UTF-32 are omitted as well. `nil` for a text without any.
    ///
    /// - Parameter margin: How much of the text before and after an escape sequence is wanted. All by default.
    init?(unescaping text: [UInt8], margin: Int = .max) {
        text.withUnsafeBufferPointer { addUnescaped($0, in: 0..<$0.count, margin: margin) }
        guard parts.contains(where: { $0.form == .escape }) else { return nil }
    }

    /// A text in which all levels are undone.
    static func unescaped(_ text: [UInt8]) -> [UInt8] {
        var text = text
        for _ in 0..<SecretTable.maximumDepth {
            guard let plain = DecodedText(unescaping: text) else { break }
            text = plain.bytes
        }
        return text
    }

    /// Adds a part of a text, without its escape sequences.
    mutating func addUnescaped(_ text: UnsafeBufferPointer<UInt8>, in place: Range<Int>, margin: Int = .max) {
        let text = UnsafeBufferPointer(rebasing: text[..<place.upperBound])
        Self.isSpecial.withUnsafeBufferPointer { isSpecial in
            var (index, end) = (place.lowerBound, place.lowerBound)
            while index < place.upperBound {
                guard isSpecial[Int(text[index])] else {
                    index &+= 1
                    continue
                }
                guard let escape = Self.escape(text, at: index) else {
                    index &+= 1
                    continue
                }
                addPlain(text, end..<index, after: end > place.lowerBound ? margin : 0, before: margin)
                end = index + escape.length
                parts.append(Part(start: bytes.count, place: index..<end, form: .escape))
                bytes += escape.content
                index = end
            }
            let isWhole = end == place.lowerBound
            addPlain(text, end..<place.upperBound, after: isWhole ? .max : margin, before: 0)
        }
    }

    /// Adds a part of a text as it is, or its beginning and its end.
    mutating func addPlain(_ text: UnsafeBufferPointer<UInt8>, _ place: Range<Int>, after: Int = .max, before: Int = 0)
    {
        let (head, tail) = (min(after, place.count), min(before, place.count))
        guard head < place.count - tail else { return addPart(text, place) }
        addPart(text, place.lowerBound..<place.lowerBound + head)
        if !bytes.isEmpty, tail > 0 {
            parts.append(Part(start: bytes.count, place: place.lowerBound + head..<place.upperBound - tail, form: .gap))
            bytes.append(1)
        }
        addPart(text, place.upperBound - tail..<place.upperBound)
    }

    private mutating func addPart(_ text: UnsafeBufferPointer<UInt8>, _ place: Range<Int>) {
        guard !place.isEmpty else { return }
        parts.append(Part(start: bytes.count, place: place, form: .plain))
        bytes += UnsafeBufferPointer(rebasing: text[place])
    }

    private static let isSpecial = (0..<256).map { [0, 0x25, 0x26, 0x5c].contains($0) }
}

extension DecodedText {
    private typealias Bytes = UnsafeBufferPointer<UInt8>

    /// The length and the content of the escape sequence at an index. `nil` if there is none.
    private static func escape(_ text: Bytes, at start: Int) -> (length: Int, content: [UInt8])? {
        let next = start + 1 < text.count ? text[start + 1] : 0
        switch (text[start], next) {
        case (0, _):
            var end = start
            while end < text.count, text[end] == 0 { end &+= 1 }
            // A zero that stands alone isn't between the bytes of UTF-16 or UTF-32.
            let isNear = start >= 2 && text[start - 2] == 0 || end + 1 < text.count && text[end + 1] == 0
            return isNear || end - start > 1 ? (end - start, []) : nil
        case (PercentEncoding.percent, _): return PercentEncoding.byte(of: text, at: start).map { (3, [$0]) }
        case (UInt8(ascii: "&"), _): return entity(text, at: start)
        case (_, UInt8(ascii: "x")): return number(text, start + 2, digits: 2).map { (4, [UInt8($0)]) }
        case (_, UInt8(ascii: "u")): return unit(text, at: start)
        case (_, 0x22), (_, 0x27), (_, 0x2f), (_, 0x5c): return (2, [next])
        default: return controls[next].map { (2, [$0]) }
        }
    }

    private static let controls: [UInt8: UInt8] = [0x62: 0x08, 0x74: 0x09, 0x6e: 0x0a, 0x66: 0x0c, 0x72: 0x0d]

    /// One unit of UTF-16, or the two of a surrogate pair.
    private static func unit(_ text: Bytes, at start: Int) -> (length: Int, content: [UInt8])? {
        guard let unit = number(text, start + 2, digits: 4) else { return nil }
        if let scalar = Unicode.Scalar(unit) { return (6, Array(String(scalar).utf8)) }
        guard text.dropFirst(start + 6).starts(with: "\\u".utf8), let second = number(text, start + 8, digits: 4) else {
            return nil
        }
        return (12, Array(String(decoding: [UInt16(unit), UInt16(second)], as: UTF16.self).utf8))
    }

    private static let entities = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]

    private static func entity(_ text: Bytes, at start: Int) -> (length: Int, content: [UInt8])? {
        let content = text[(start + 1)...].prefix(9).prefix { $0 != UInt8(ascii: ";") }
        guard content.endIndex < text.count, text[content.endIndex] == UInt8(ascii: ";") else { return nil }
        let name = String(decoding: content, as: UTF8.self)
        let digits = name.dropFirst()
        let code = "xX".contains(digits.first ?? "-") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        let number = code.flatMap(Unicode.Scalar.init).map { String($0) }
        return (name.first == "#" ? number : entities[name]).map { (content.count + 2, Array($0.utf8)) }
    }

    private static func number(_ text: Bytes, _ start: Int, digits: Int) -> UInt32? {
        guard start + digits <= text.count else { return nil }
        var number: UInt32 = 0
        for index in start..<start + digits {
            guard let digit = text[index].hexDigitValue else { return nil }
            number = number << 4 | UInt32(digit)
        }
        return number
    }
}
