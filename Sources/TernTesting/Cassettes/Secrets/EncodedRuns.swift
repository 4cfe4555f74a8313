import Foundation

/// The parts of a text that may be Base64 or hexadecimal digits, decoded into one buffer, with the byte 1 between them.
struct EncodedRuns {
    enum Coding: CaseIterable {
        case base64, hexadecimal
        /// Pairs of hexadecimal digits with another character between them.
        case pairs

        /// How many characters may be before the first one of a part.
        var shifts: Int {
            switch self {
            case .base64: 4
            case .hexadecimal: 2
            case .pairs: 1
            }
        }
    }

    private let text: [UInt8]
    private let coding: Coding
    private(set) var bytes: [UInt8] = []
    /// The places of the parts in the text, and the offsets of their contents in the bytes.
    private var runs: [(place: Range<Int>, start: Int)] = []

    /// - Parameters:
    ///   - places: Those of `places(of:in:_:)`.
    ///   - shift: The number of characters before the first one of each part.
    init(_ text: [UInt8], _ coding: Coding, _ places: [Range<Int>], shift: Int) {
        (self.text, self.coding) = (text, coding)
        let bits = coding == .base64 ? 6 : 4
        let count = places.reduce(0) { $0 + $1.count * bits / 8 + 1 }
        var runs: [(place: Range<Int>, start: Int)] = []
        bytes = [UInt8](unsafeUninitializedCapacity: count) { bytes, end in
            (coding == .base64 ? Self.sextets : Self.digits).withUnsafeBufferPointer { values in
                text.withUnsafeBufferPointer { text in
                    for place in places where place.count - shift >= SecretSearch.minimumBytes * 8 / bits {
                        let (start, first) = (end, place.lowerBound + shift)
                        if end > 0 {
                            bytes[end] = 1
                            end &+= 1
                        }
                        let contentStart = end
                        let part = UnsafeBufferPointer(rebasing: text[first..<place.upperBound])
                        let length = Self.decode(part, coding, values, into: bytes, &end)
                        if end - contentStart >= SecretSearch.minimumBytes {
                            runs.append((first..<first + length, contentStart))
                        } else {
                            end = start
                        }
                    }
                }
            }
        }
        self.runs = runs
    }

    /// Replacements in the text, from those in the bytes.
    func replacements(for found: [SecretTable.Replacement]) -> [SecretTable.Replacement] {
        var replacements: [SecretTable.Replacement] = []
        var rest = found[...]
        for (index, run) in runs.enumerated() {
            let end = index + 1 < runs.count ? runs[index + 1].start - 1 : bytes.count
            var (content, position): ([UInt8], Int) = ([], run.start)
            while let next = rest.first, next.place.lowerBound < end {
                rest.removeFirst()
                guard next.place.lowerBound >= position, next.place.upperBound <= end else { continue }
                content += bytes[position..<next.place.lowerBound] + next.text
                position = next.place.upperBound
            }
            guard position > run.start else { continue }
            replacements.append((run.place, encoded(content + bytes[position..<end], as: run.place)))
        }
        return replacements
    }

    static func digit(_ byte: UInt8) -> UInt8? {
        let value = digits[Int(byte)]
        return value < 16 ? value : nil
    }

    // MARK: - Private

    /// Other content in the encoding of a part.
    private func encoded(_ content: [UInt8], as place: Range<Int>) -> [UInt8] {
        let old = text[place]
        if coding == .base64 {
            let new = Data(content).base64EncodedString().utf8.filter { $0 != UInt8(ascii: "=") }
            guard old.contains(where: { "-_".utf8.contains($0) }) else { return new }
            return new.map {
                $0 == UInt8(ascii: "+") ? UInt8(ascii: "-") : $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0
            }
        }
        let digits = Array((old.contains { $0 &- 65 < 26 } ? "0123456789ABCDEF" : "0123456789abcdef").utf8)
        let pairs = content.map { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return Array(pairs.joined(separator: coding == .pairs ? [old[old.startIndex + 2]] : []))
    }

    /// - Returns: The number of characters that were decoded.
    private static func decode(
        _ text: UnsafeBufferPointer<UInt8>,
        _ coding: Coding,
        _ values: UnsafeBufferPointer<UInt8>,
        into bytes: UnsafeMutableBufferPointer<UInt8>,
        _ end: inout Int
    ) -> Int {
        var index = 0
        guard coding == .base64 else {
            let step = coding == .pairs ? 3 : 2
            while index &+ 1 < text.count {
                bytes[end] = values[Int(text[index])] &<< 4 | values[Int(text[index &+ 1])]
                end &+= 1
                index &+= step
            }
            return index - step + 2
        }
        var (group, count): (UInt32, Int) = (0, 0)
        while index < text.count {
            let value = values[Int(text[index])]
            index &+= 1
            guard value < 64 else { continue }
            group = group &<< 6 | UInt32(value)
            count &+= 1
            switch count & 3 {
            case 1: continue
            case 2: bytes[end] = UInt8(truncatingIfNeeded: group &>> 4)
            case 3: bytes[end] = UInt8(truncatingIfNeeded: group &>> 2)
            default: bytes[end] = UInt8(truncatingIfNeeded: group)
            }
            end &+= 1
        }
        return count & 3 == 1 ? index - 1 : index
    }

    // MARK: - Places

    /// The places of the parts of a text that may be encoded, as long as they can be.
    static func places(of coding: Coding, in text: [UInt8], _ parts: [Range<Int>]) -> [Range<Int>] {
        var places: [Range<Int>] = []
        text.withUnsafeBufferPointer { text in
            for part in parts {
                switch coding {
                case .base64: addBase64(text, part, to: &places)
                case .hexadecimal: addHexadecimal(text, part, to: &places)
                case .pairs: addPairs(text, part, to: &places)
                }
            }
        }
        return places
    }

    private static func addBase64(_ text: UnsafeBufferPointer<UInt8>, _ part: Range<Int>, to places: inout [Range<Int>])
    {
        sextets.withUnsafeBufferPointer { sextets in
            let length = SecretSearch.minimumBytes * 4 / 3
            var start = part.lowerBound
            while start &+ length <= part.upperBound {
                // Of a run that begins before this place, this character is a part.
                let probe = start &+ length &- 1
                guard sextets[Int(text[probe])] < 64 else {
                    start = probe &+ 1
                    continue
                }
                let limit = start
                start = probe
                while start > limit, sextets[Int(text[start &- 1])] < 64 { start &-= 1 }
                // The characters for 62 and 63 are of one alphabet. Those of the other end the run.
                var special: Int?
                var end = start
                var next: Int?
                var line = 0
                while end < part.upperBound {
                    let value = sextets[Int(text[end])]
                    if value < 62 {
                        line &+= 1
                    } else if value < 64 {
                        if let special, isURLSafe(text[special]) != isURLSafe(text[end]) {
                            next = special + 1
                            break
                        }
                        special = end
                        line &+= 1
                    } else if value == 64, line >= 60 || line == 0 && end > start {
                        line = 0
                    } else {
                        break
                    }
                    end &+= 1
                }
                if end - start >= length { places.append(start..<end) }
                start = next ?? max(end, start + 1)
            }
        }
    }

    private static func isURLSafe(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") }

    private static func addHexadecimal(
        _ text: UnsafeBufferPointer<UInt8>,
        _ part: Range<Int>,
        to places: inout [Range<Int>]
    ) {
        digits.withUnsafeBufferPointer { digits in
            var start = part.lowerBound
            var index = start
            while index <= part.upperBound {
                if index < part.upperBound, digits[Int(text[index])] < 16 {
                    index &+= 1
                    continue
                }
                if index - start >= SecretSearch.minimumBytes * 2 { places.append(start..<index) }
                index &+= 1
                start = index
            }
        }
    }

    private static func addPairs(_ text: UnsafeBufferPointer<UInt8>, _ part: Range<Int>, to places: inout [Range<Int>])
    {
        digits.withUnsafeBufferPointer { digits in
            /// The end of the last text of pairs, except for its last pair.
            var limit = part.lowerBound
            func isPair(_ index: Int) -> Bool {
                index >= limit && index &+ 1 < part.upperBound && digits[Int(text[index])] < 16
                    && digits[Int(text[index &+ 1])] < 16
            }
            let length = SecretSearch.minimumBytes * 3 - 1
            var index = part.lowerBound
            while index &+ 2 < part.upperBound {
                // Any three characters of such a text have one separator.
                var middle = index
                while middle < index &+ 2, digits[Int(text[middle])] != 16 { middle &+= 1 }
                guard digits[Int(text[middle])] == 16, isPair(middle &- 2), isPair(middle &+ 1) else {
                    index &+= length &- 2
                    continue
                }
                var start = middle &- 2
                while start > limit, text[start &- 1] == text[middle], isPair(start &- 3) { start &-= 3 }
                var end = middle &+ 3
                while end < part.upperBound, text[end] == text[middle], isPair(end &+ 1) { end &+= 3 }
                if end - start >= length { places.append(start..<end) }
                limit = end - 2
                index = end
            }
        }
    }

    /// The value of each character in Base64. 64 for a line break, and 65 for others.
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

    /// The value of each hexadecimal digit. 16 for a character that may separate pairs, and 17 for others.
    private static let digits: [UInt8] = (0..<256).map { byte in
        switch UInt8(byte) {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt8(byte) - 48
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt8(byte) - 87
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt8(byte) - 55
        case UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: " "), UInt8(ascii: "="): 16
        default: 17
        }
    }
}
