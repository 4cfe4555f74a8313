/// Digits that stand for bytes: those of Base64, in both alphabets (RFC 4648), and hexadecimal ones. They are written in
/// the first alphabet.
struct ByteDigits {
    static let base64 = ByteDigits(
        bits: 6,
        alphabet: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
        second: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_",
        separators: "\r\n"
    )
    static let hexadecimal = ByteDigits(
        bits: 4,
        alphabet: "0123456789abcdef",
        second: "0123456789ABCDEF",
        separators: " :-=+"
    )

    let bits: Int
    private let alphabet: [UInt8]
    /// By the byte: the value of a digit, 64 for a separator, and 65 for others.
    private let values: [UInt8]

    /// The number of digits after which the same bits of a byte begin a digit.
    var shifts: Int { bits == 6 ? 4 : 2 }

    private init(bits: Int, alphabet: String, second: String, separators: String) {
        (self.bits, self.alphabet) = (bits, Array(alphabet.utf8))
        var values = [UInt8](repeating: 65, count: 256)
        for byte in separators.utf8 { values[Int(byte)] = 64 }
        for digits in [alphabet, second] {
            for (value, byte) in digits.utf8.enumerated() { values[Int(byte)] = UInt8(value) }
        }
        self.values = values
    }

    /// What replaces the digits of a text so that they have other content: only those that differ. All else stays where it
    /// is, except the separators between digits whose number changes.
    func replacements(
        of old: ArraySlice<UInt8>,
        by new: [UInt8],
        in text: ArraySlice<UInt8>
    ) -> [(place: Range<Int>, text: [UInt8])] {
        let places = text.indices.filter { values[Int(text[$0])] < 64 }
        let (oldDigits, newDigits) = (digits(of: old), digits(of: new[...]))
        guard old.count == new.count else {
            let start = zip(oldDigits, newDigits).prefix { $0 == $1 }.count
            let rest = (oldDigits.dropFirst(start), newDigits.dropFirst(start))
            let equal = zip(rest.0.reversed(), rest.1.reversed()).prefix { $0 == $1 }.count
            let lower = start < places.count ? places[start] : text.endIndex
            let upper = rest.0.count > equal ? places[oldDigits.count - equal - 1] + 1 : lower
            return [(lower..<upper, rest.1.dropLast(equal).map { alphabet[$0] })]
        }
        var replacements: [(place: Range<Int>, text: [UInt8])] = []
        for (place, (old, digit)) in zip(places, zip(oldDigits, newDigits)) where old != digit {
            if let last = replacements.last, last.place.upperBound == place {
                replacements[replacements.count - 1] = (
                    last.place.lowerBound..<place + 1, last.text + [alphabet[digit]]
                )
            } else {
                replacements.append((place..<place + 1, [alphabet[digit]]))
            }
        }
        return replacements
    }

    /// The places of runs of digits in parts of a text, as long as they can be. Between the digits of a run, there can be
    /// separators.
    func runs(in text: [UInt8], _ parts: [Range<Int>]) -> [Range<Int>] {
        let length = SecretSearch.minimumBytes * 8 / bits
        var runs: [Range<Int>] = []
        text.withUnsafeBufferPointer { text in
            values.withUnsafeBufferPointer { values in
                for part in parts {
                    var start = part.lowerBound
                    while start &+ length <= part.upperBound {
                        // Of a run that begins before this place, this character is a part.
                        var end = start &+ length &- 1
                        let limit = start
                        start = end
                        while start >= limit, values[Int(text[start])] < 65 { start &-= 1 }
                        start &+= 1
                        guard start <= end else { continue }
                        while end < part.upperBound, values[Int(text[end])] < 65 { end &+= 1 }
                        if end - start >= length { runs.append(start..<end) }
                        start = end &+ 1
                    }
                }
            }
        }
        return runs
    }

    /// Adds the bytes of a run.
    ///
    /// - Parameter shift: The number of digits before the first one.
    /// - Returns: The place of the digits.
    func decode(
        _ run: Range<Int>,
        of text: UnsafeBufferPointer<UInt8>,
        shift: Int,
        to bytes: UnsafeMutableBufferPointer<UInt8>,
        _ count: inout Int
    ) -> Range<Int> {
        values.withUnsafeBufferPointer { values in
            var (index, skipped) = (run.lowerBound, 0)
            while skipped < shift, index < run.upperBound {
                if values[Int(text[index])] < 64 { skipped += 1 }
                index += 1
            }
            let start = index
            let (width, limit) = (UInt32(bits), run.upperBound)
            var (end, next) = (start, count)
            var (group, known): (UInt32, UInt32) = (0, 0)
            while index < limit {
                let value = values[Int(text[index])]
                index &+= 1
                if value > 63 { continue }
                group = group &<< width | UInt32(value)
                known &+= width
                if known < 8 { continue }
                known &-= 8
                bytes[next] = UInt8(truncatingIfNeeded: group &>> known)
                next &+= 1
                end = index
            }
            count = next
            return start..<end
        }
    }

    // MARK: - Private

    /// The values of the digits. The last one can have bits of no byte, which are zero.
    private func digits(of content: ArraySlice<UInt8>) -> [Int] {
        var digits: [Int] = []
        var (group, known) = (0, 0)
        for byte in content {
            group = (group & 0xff) << 8 | Int(byte)
            known += 8
            while known >= bits {
                known -= bits
                digits.append(group >> known & (1 << bits - 1))
            }
        }
        if known > 0 { digits.append(group << (bits - known) & (1 << bits - 1)) }
        return digits
    }
}

extension DecodedText {
    /// The bytes of runs of digits in a text.
    ///
    /// - Parameter shift: The number of digits before the first one of each run.
    init(_ digits: ByteDigits, _ runs: [Range<Int>], shift: Int, in text: [UInt8]) {
        self.digits = digits
        var parts: [Part] = []
        var capacity = 0
        for run in runs { capacity += run.upperBound - run.lowerBound }
        bytes = [UInt8](unsafeUninitializedCapacity: capacity) { bytes, count in
            text.withUnsafeBufferPointer { text in
                for run in runs {
                    let start = count
                    let place = digits.decode(run, of: text, shift: shift, to: bytes, &count)
                    guard count - start >= SecretSearch.minimumBytes else {
                        count = start
                        continue
                    }
                    parts.append(Part(start: start, place: place, form: .digits))
                    parts.append(Part(start: count, place: place.upperBound..<place.upperBound, form: .gap))
                    bytes[count] = 1
                    count &+= 1
                }
            }
        }
        self.parts = parts
    }
}
