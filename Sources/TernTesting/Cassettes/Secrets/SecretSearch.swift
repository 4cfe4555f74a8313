/// Finds texts in bytes, regardless of the case of ASCII letters. The time doesn't depend on how many they are.
struct SecretSearch {
    /// Shorter texts also occur in unrelated ones.
    static let minimumBytes = 6

    /// The place of a text in bytes, and the number of the text.
    struct Match {
        let place: Range<Int>
        let number: Int
    }

    private struct Pattern {
        /// Without differences of case.
        let bytes: [UInt8]
        let number: Int
        /// The index of the longest other pattern that this one begins with.
        var prefix: Int?
    }

    /// The length of the longest text.
    let longest: Int
    /// Sorted by their bytes.
    private var patterns: [Pattern] = []
    /// Whether a pattern begins with bytes of this hash, since most bytes of a text begin none.
    private var beginnings: [Bool] = []

    /// - Parameter texts: Of equal texts, the first one is found.
    init(_ texts: [(bytes: [UInt8], number: Int)]) {
        let folded = texts.lazy.filter { $0.bytes.count >= Self.minimumBytes }.map { text in
            (bytes: text.bytes.map { Self.folds[Int($0)] }, number: text.number)
        }
        let sorted = folded.sorted {
            if $0.bytes == $1.bytes { return $0.number < $1.number }
            return $0.bytes.lexicographicallyPrecedes($1.bytes)
        }
        longest = sorted.map(\.bytes.count).max() ?? 0
        var bits = 16
        while 1 << bits < sorted.count * 64 { bits += 1 }
        beginnings = [Bool](repeating: false, count: sorted.isEmpty ? 0 : 1 << bits)
        /// The patterns that the last one begins with, and itself.
        var chain: [Int] = []
        for text in sorted where patterns.last?.bytes != text.bytes {
            while let last = chain.last, !text.bytes.starts(with: patterns[last].bytes) { chain.removeLast() }
            chain.append(patterns.count)
            patterns.append(Pattern(bytes: text.bytes, number: text.number, prefix: chain.dropLast().last))
            let key = text.bytes.prefix(Self.minimumBytes).reduce(0) { $0 << 8 | UInt64($1) }
            beginnings[Self.hash(key, beginnings.count)] = true
        }
    }

    /// The matches in a part of some bytes, from the first to the last: the longest at each place.
    func matches(in bytes: [UInt8], _ part: Range<Int>) -> [Match] {
        guard !patterns.isEmpty, part.count >= Self.minimumBytes else { return [] }
        var matches: [Match] = []
        bytes.withUnsafeBufferPointer { bytes in
            beginnings.withUnsafeBufferPointer { beginnings in
                Self.folds.withUnsafeBufferPointer { folds in
                    var key: UInt64 = 0
                    var end = part.lowerBound
                    var firstEnd = end &+ Self.minimumBytes
                    while end < part.upperBound {
                        key = (key &<< 8 | UInt64(folds[Int(bytes[end])])) & 0xffff_ffff_ffff
                        end &+= 1
                        guard beginnings[Self.hash(key, beginnings.count)], end >= firstEnd else { continue }
                        let start = end &- Self.minimumBytes
                        let rest = UnsafeBufferPointer(rebasing: bytes[start..<part.upperBound])
                        guard let pattern = longestPattern(at: rest) else { continue }
                        end = start + pattern.bytes.count
                        firstEnd = end &+ Self.minimumBytes
                        matches.append(Match(place: start..<end, number: pattern.number))
                    }
                }
            }
        }
        return matches
    }

    // MARK: - Private

    /// The last pattern that isn't after a text in the order of bytes, or the longest one that it begins with.
    private func longestPattern(at text: UnsafeBufferPointer<UInt8>) -> Pattern? {
        var (low, high) = (0, patterns.count)
        while low < high {
            let middle = (low + high) / 2
            if Self.order(patterns[middle].bytes, text) <= 0 { low = middle + 1 } else { high = middle }
        }
        var index: Int? = low > 0 ? low - 1 : nil
        while let found = index {
            let pattern = patterns[found]
            if pattern.bytes.count <= text.count, Self.order(pattern.bytes, text) == 0 { return pattern }
            index = pattern.prefix
        }
        return nil
    }

    /// Zero if a text begins with a pattern. Negative if the pattern is before it.
    private static func order(_ pattern: [UInt8], _ text: UnsafeBufferPointer<UInt8>) -> Int {
        for index in 0..<min(pattern.count, text.count) {
            let byte = folds[Int(text[index])]
            if pattern[index] != byte { return pattern[index] < byte ? -1 : 1 }
        }
        return pattern.count <= text.count ? 0 : 1
    }

    private static func hash(_ key: UInt64, _ count: Int) -> Int {
        Int(truncatingIfNeeded: (key &* 0x9e37_79b9_7f4a_7c15) &>> 24) & (count &- 1)
    }

    /// Each byte without the difference of case. A plus sign is a space in a form.
    private static let folds: [UInt8] = (0..<256).map { byte in
        switch UInt8(byte) {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt8(byte) | 32
        case UInt8(ascii: "+"): UInt8(ascii: " ")
        default: UInt8(byte)
        }
    }
}
