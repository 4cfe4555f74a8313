import Foundation

/// A part of a text that may be Base64 or hexadecimal digits.
struct EncodedRun {
    private enum Kind {
        /// - Parameter separator: Between the pairs of digits. Zero if there is none.
        case base64(isURLSafe: Bool)
        case hexadecimal(separator: UInt8)
    }

    let place: Range<Int>
    let content: [UInt8]
    private let kind: Kind
    private let isUppercase: Bool

    private init(place: Range<Int>, content: [UInt8], kind: Kind, isUppercase: Bool = false) {
        (self.place, self.content, self.kind, self.isUppercase) = (place, content, kind, isUppercase)
    }

    /// The parts of a text that may be Base64. They overlap, since each may begin with characters of other text.
    ///
    /// - Parameter use: Returns whether more are wanted.
    static func forEachBase64(in text: [UInt8], _ part: Range<Int>, _ use: (EncodedRun) -> Bool) {
        text.withUnsafeBufferPointer { text in
            forEachBase64(in: UnsafeBufferPointer(rebasing: text[part]), part.lowerBound, use)
        }
    }

    /// The parts of a text that may be hexadecimal digits.
    static func forEachHexadecimal(in text: [UInt8], _ part: Range<Int>, _ use: (EncodedRun) -> Bool) {
        text.withUnsafeBufferPointer { text in
            forEachHexadecimal(in: UnsafeBufferPointer(rebasing: text[part]), part.lowerBound, use)
        }
    }

    /// Other content in the same encoding.
    func encoded(_ content: [UInt8]) -> [UInt8] {
        switch kind {
        case .base64(let isURLSafe):
            let text = Data(content).base64EncodedString().utf8.prefix { $0 != UInt8(ascii: "=") }
            guard isURLSafe else { return Array(text) }
            return text.map {
                $0 == UInt8(ascii: "+") ? UInt8(ascii: "-") : $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0
            }
        case .hexadecimal(let separator):
            let digits = Array((isUppercase ? "0123456789ABCDEF" : "0123456789abcdef").utf8)
            let pairs = content.map { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
            return Array(pairs.joined(separator: separator == 0 ? [] : [separator]))
        }
    }

    static func digit(_ byte: UInt8) -> UInt8? {
        if byte &- 48 < 10 { return byte &- 48 }
        let letter = byte | 32
        return letter &- 97 < 6 ? letter &- 87 : nil
    }

    // MARK: - Private

    /// The value of each character in Base64. 64 and more for others: 64 for a line break.
    private static let sextets: [UInt8] = (0..<256).map { byte in
        switch UInt8(byte) {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt8(byte) - 65
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt8(byte) - 71
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt8(byte) + 4
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        case 0x0a, 0x0d: 64
        default: 65
        }
    }

    private static let minimumBytes = SecretSearch.minimumBytes

    private static func forEachBase64(
        in text: UnsafeBufferPointer<UInt8>,
        _ offset: Int,
        _ use: (EncodedRun) -> Bool
    ) {
        sextets.withUnsafeBufferPointer { sextets in
            var start = 0
            while start < text.count {
                // The characters for 62 and 63 are of one alphabet. Those of the other end the run.
                var special: (index: Int, isURLSafe: Bool)?
                var end = start
                var next: Int?
                var line = 0
                while end < text.count {
                    let value = sextets[Int(text[end])]
                    if value < 62 {
                        line &+= 1
                    } else if value < 64 {
                        let isURLSafe = text[end] == 0x2d || text[end] == 0x5f
                        if let special, special.isURLSafe != isURLSafe {
                            next = special.index + 1
                            break
                        }
                        special = (end, isURLSafe)
                        line &+= 1
                    } else if value == 64, line >= 60 || line == 0 && end > start {
                        line = 0
                    } else {
                        break
                    }
                    end &+= 1
                }
                if end - start >= minimumBytes * 4 / 3 {
                    for shift in 0..<4 where end - start - shift >= minimumBytes * 4 / 3 {
                        let run = base64(text, start + shift..<end, sextets, offset, special?.isURLSafe ?? false)
                        guard use(run) else { return }
                    }
                }
                start = next ?? max(end, start + 1)
            }
        }
    }

    private static func base64(
        _ text: UnsafeBufferPointer<UInt8>,
        _ place: Range<Int>,
        _ sextets: UnsafeBufferPointer<UInt8>,
        _ offset: Int,
        _ isURLSafe: Bool
    ) -> EncodedRun {
        var content: [UInt8] = []
        content.reserveCapacity(place.count * 3 / 4)
        var group: UInt32 = 0
        var count = 0
        var index = place.lowerBound
        while index < place.upperBound {
            let value = sextets[Int(text[index])]
            index &+= 1
            guard value < 64 else { continue }
            group = group &<< 6 | UInt32(value)
            count &+= 1
            if count & 3 == 0 {
                content.append(UInt8(truncatingIfNeeded: group &>> 16))
                content.append(UInt8(truncatingIfNeeded: group &>> 8))
                content.append(UInt8(truncatingIfNeeded: group))
            }
        }
        var end = place.upperBound
        switch count & 3 {
        case 3:
            content.append(UInt8(truncatingIfNeeded: group &>> 10))
            content.append(UInt8(truncatingIfNeeded: group &>> 2))
        case 2: content.append(UInt8(truncatingIfNeeded: group &>> 4))
        case 1: end -= 1
        default: break
        }
        let range = offset + place.lowerBound..<offset + end
        return EncodedRun(place: range, content: content, kind: .base64(isURLSafe: isURLSafe))
    }

    private static func forEachHexadecimal(
        in text: UnsafeBufferPointer<UInt8>,
        _ offset: Int,
        _ use: (EncodedRun) -> Bool
    ) {
        var start = 0
        while start < text.count {
            var end = start
            while end < text.count, digit(text[end]) != nil { end &+= 1 }
            if end - start >= minimumBytes * 2 {
                for shift in 0..<2 where !use(hexadecimal(text, start + shift, separator: 0, offset)) { return }
            }
            // Pairs may also be separated.
            guard end - start >= 2, end < text.count, ":- =".utf8.contains(text[end]) else {
                start = end &+ 1
                continue
            }
            let run = hexadecimal(text, end - 2, separator: text[end], offset)
            if run.content.count >= minimumBytes, !use(run) { return }
            start = max(end &+ 1, run.place.upperBound - offset)
        }
    }

    private static func hexadecimal(
        _ text: UnsafeBufferPointer<UInt8>,
        _ start: Int,
        separator: UInt8,
        _ offset: Int
    ) -> EncodedRun {
        var content: [UInt8] = []
        var isUppercase = false
        var index = start
        var end = start
        while index &+ 1 < text.count, let high = digit(text[index]), let low = digit(text[index &+ 1]) {
            content.append(high &<< 4 | low)
            isUppercase = isUppercase || text[index] &- 65 < 26 || text[index &+ 1] &- 65 < 26
            index &+= 2
            end = index
            guard separator != 0 else { continue }
            guard index < text.count, text[index] == separator else { break }
            index &+= 1
        }
        let kind = Kind.hexadecimal(separator: separator)
        return EncodedRun(place: offset + start..<offset + end, content: content, kind: kind, isUppercase: isUppercase)
    }
}
