import Foundation

/// A text in which one level of escape sequences is undone: those of percent-encoding, JSON and HTML, in any mixture.
struct UnescapedText {
    private(set) var bytes: [UInt8] = []
    /// The offset of each byte in the original text, and at last that of its end.
    private var offsets: [Int32] = []

    /// `nil` for a text without escape sequences.
    init?(_ text: [UInt8]) {
        let isSpecial: (UInt8) -> Bool = { $0 < 0x5d && ($0 == 0x25 || $0 == 0x5c || $0 == 0x26 || $0 == 0) }
        guard text.count < Int32.max, text.contains(where: isSpecial) else { return nil }
        bytes.reserveCapacity(text.count)
        offsets.reserveCapacity(text.count + 1)
        var index = 0
        text.withUnsafeBufferPointer { text in
            while index < text.count {
                let offset = Int32(truncatingIfNeeded: index)
                let byte = text[index]
                guard isSpecial(byte), let (content, length) = Self.escape(text, index) else {
                    bytes.append(byte)
                    offsets.append(offset)
                    index &+= 1
                    continue
                }
                bytes += content
                offsets += [Int32](repeating: offset, count: content.count)
                index += length
            }
        }
        guard bytes != text else { return nil }
        offsets.append(Int32(truncatingIfNeeded: text.count))
    }

    /// The place of a part in the original text.
    func place(_ part: Range<Int>) -> Range<Int> { Int(offsets[part.lowerBound])..<Int(offsets[part.upperBound]) }

    /// A text in which all levels are undone.
    static func fully(_ text: [UInt8]) -> [UInt8] {
        var text = text
        for _ in 0..<SecretTable.maximumDepth { text = UnescapedText(text)?.bytes ?? text }
        return text
    }

    // MARK: - Private

    /// The content and the length of the escape sequence at an index, if one is there.
    private static func escape(_ text: UnsafeBufferPointer<UInt8>, _ start: Int) -> ([UInt8], Int)? {
        switch text[start] {
        // Between the bytes of UTF-16.
        case 0: return ([], 1)
        case UInt8(ascii: "%"): return number(text, start + 1, digits: 2).map { ([UInt8(truncatingIfNeeded: $0)], 3) }
        case UInt8(ascii: "&"): return entity(text, start)
        default: break
        }
        guard start + 1 < text.count else { return nil }
        switch text[start + 1] {
        case UInt8(ascii: "n"): return ([0x0a], 2)
        case UInt8(ascii: "r"): return ([0x0d], 2)
        case UInt8(ascii: "t"): return ([0x09], 2)
        case UInt8(ascii: "b"): return ([0x08], 2)
        case UInt8(ascii: "f"): return ([0x0c], 2)
        case UInt8(ascii: "x"): return number(text, start + 2, digits: 2).map { ([UInt8(truncatingIfNeeded: $0)], 4) }
        case UInt8(ascii: "u"):
            guard let unit = number(text, start + 2, digits: 4) else { return nil }
            if let scalar = Unicode.Scalar(unit) { return (Array(String(scalar).utf8), 6) }
            guard start + 7 < text.count, text[start + 6] == UInt8(ascii: "\\"), text[start + 7] == UInt8(ascii: "u"),
                let second = number(text, start + 8, digits: 4),
                let scalar = String(decoding: [UInt16(unit), UInt16(second)], as: UTF16.self).unicodeScalars.first
            else { return nil }
            return (Array(String(scalar).utf8), 12)
        case let byte where "\"\\/'".utf8.contains(byte): return ([byte], 2)
        default: return nil
        }
    }

    private static let entities: [[UInt8]: [UInt8]] = [
        Array("amp".utf8): [0x26], Array("lt".utf8): [0x3c], Array("gt".utf8): [0x3e], Array("quot".utf8): [0x22],
        Array("apos".utf8): [0x27],
    ]

    private static func entity(_ text: UnsafeBufferPointer<UInt8>, _ start: Int) -> ([UInt8], Int)? {
        let name = text[(start + 1)...].prefix(9).prefix { $0 != UInt8(ascii: ";") }
        guard name.endIndex < text.count, text[name.endIndex] == UInt8(ascii: ";") else { return nil }
        let length = name.count + 2
        guard name.first == UInt8(ascii: "#") else { return entities[Array(name)].map { ($0, length) } }
        let digits = String(decoding: name.dropFirst(), as: UTF8.self)
        let code =
            digits.first.map { "xX".contains($0) } == true ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return code.flatMap(Unicode.Scalar.init).map { (Array(String($0).utf8), length) }
    }

    private static func number(_ text: UnsafeBufferPointer<UInt8>, _ start: Int, digits: Int) -> UInt32? {
        guard start + digits <= text.count else { return nil }
        var number: UInt32 = 0
        for index in start..<start + digits {
            guard let digit = EncodedRun.digit(text[index]) else { return nil }
            number = number << 4 | UInt32(digit)
        }
        return number
    }
}
