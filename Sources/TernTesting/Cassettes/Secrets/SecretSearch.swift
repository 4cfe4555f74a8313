import Foundation

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

    /// Sorted by their bytes.
    private var patterns: [Pattern] = []
    /// Whether a pattern begins with bytes of this hash, since most bytes of a text begin none.
    private var beginnings: [Bool] = []

    /// - Parameter texts: Of equal texts, the first one is found.
    init(_ texts: [(bytes: [UInt8], number: Int)]) {
        let folded = texts.lazy.filter { $0.bytes.count >= Self.minimumBytes }.map { text in
            (bytes: text.bytes.map(Self.folded), number: text.number)
        }
        let sorted = folded.sorted {
            let order = Self.order($0.bytes, $1.bytes)
            return order == 0 ? $0.number < $1.number : order < 0
        }
        var bits = 16
        while 1 << bits < sorted.count * 16 { bits += 1 }
        beginnings = [Bool](repeating: false, count: sorted.isEmpty ? 0 : 1 << bits)
        /// The patterns that the last one begins with, and itself.
        var chain: [Int] = []
        for text in sorted where patterns.last?.bytes != text.bytes {
            while let last = chain.last, !text.bytes.starts(with: patterns[last].bytes) { chain.removeLast() }
            chain.append(patterns.count)
            patterns.append(Pattern(bytes: text.bytes, number: text.number, prefix: chain.dropLast().last))
            let key = text.bytes.prefix(Self.minimumBytes).reduce(0) { $0 << 8 | UInt64($1) }
            beginnings[hash(key)] = true
        }
    }

    /// The matches in a part of some bytes, from the first to the last: the longest at each place.
    ///
    /// - Parameter isEnough: Ends the search after a match.
    func matches(in bytes: [UInt8], _ part: Range<Int>, isEnough: Bool = false) -> [Match] {
        guard !patterns.isEmpty, part.count >= Self.minimumBytes else { return [] }
        var matches: [Match] = []
        let text = bytes[part].map(Self.folded)
        text.withUnsafeBufferPointer { text in
            beginnings.withUnsafeBufferPointer { beginnings in
                guard let base = text.baseAddress else { return }
                var key: UInt64 = 0
                var end = 0
                var known = 0
                while end < text.count {
                    key = (key &<< 8 | UInt64(base[end])) & 0xffff_ffff_ffff
                    end &+= 1
                    known &+= 1
                    guard known >= Self.minimumBytes, beginnings[hash(key)] else { continue }
                    let start = end &- Self.minimumBytes
                    guard let pattern = longestPattern(at: base + start, text.count - start) else { continue }
                    end = start + pattern.bytes.count
                    known = 0
                    matches.append(
                        Match(place: part.lowerBound + start..<part.lowerBound + end, number: pattern.number)
                    )
                    if isEnough { return }
                }
            }
        }
        return matches
    }

    // MARK: - Private

    /// The last pattern that isn't after a text in the order of bytes, or the longest one that it begins with.
    private func longestPattern(at text: UnsafePointer<UInt8>, _ count: Int) -> Pattern? {
        var (low, high) = (0, patterns.count)
        while low < high {
            let middle = (low + high) / 2
            let pattern = patterns[middle].bytes
            let order = memcmp(pattern, text, min(pattern.count, count))
            if order < 0 || order == 0 && pattern.count <= count { low = middle + 1 } else { high = middle }
        }
        var index: Int? = low > 0 ? low - 1 : nil
        while let found = index {
            let pattern = patterns[found]
            if pattern.bytes.count <= count, memcmp(pattern.bytes, text, pattern.bytes.count) == 0 { return pattern }
            index = pattern.prefix
        }
        return nil
    }

    private static func order(_ first: [UInt8], _ second: [UInt8]) -> Int {
        let order = Int(memcmp(first, second, min(first.count, second.count)))
        return order == 0 ? first.count - second.count : order
    }

    private func hash(_ key: UInt64) -> Int {
        Int(truncatingIfNeeded: (key &* 0x9e37_79b9_7f4a_7c15) &>> 24) & (beginnings.count &- 1)
    }

    /// A plus sign is a space in a form.
    private static func folded(_ byte: UInt8) -> UInt8 {
        byte &- 65 < 26 ? byte | 32 : byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte
    }
}
