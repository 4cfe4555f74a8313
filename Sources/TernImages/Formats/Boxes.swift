/// The boxes in a part of a file (ISO/IEC 14496-12, section 4.2).
struct Boxes: Sequence, IteratorProtocol {
    struct Box {
        fileprivate let bytes: HeaderBytes
        /// The offset of its type.
        fileprivate let type: Int
        /// Cut at the end of the part.
        let content: Range<Int>
        /// Whether its end is in the part.
        let isWhole: Bool

        func has(_ type: StaticString) -> Bool { bytes.has(type, at: self.type) }
    }

    private let bytes: HeaderBytes
    private var part: Range<Int>

    init(_ bytes: HeaderBytes, in part: Range<Int>) {
        self.bytes = bytes
        self.part = part.clamped(to: 0..<bytes.count)
    }

    var first: Box? {
        var boxes = self
        return boxes.next()
    }

    mutating func next() -> Box? {
        let start = part.lowerBound
        guard part.count >= 8, let short = bytes.integer(.big, bytes: 4, at: start) else { return nil }
        var head = 8
        var length = short
        if short == 1 {
            // The length in 8 bytes. No file in memory needs the upper ones.
            guard bytes.integer(.big, bytes: 4, at: start + 8) == 0,
                let long = bytes.integer(.big, bytes: 4, at: start + 12)
            else { return nil }
            (head, length) = (16, long)
        } else if short == 0 {
            length = part.count
        }
        guard length >= head, head <= part.count else { return nil }
        let end = length <= part.count ? start + length : part.upperBound
        defer { part = end..<part.upperBound }
        return Box(bytes: bytes, type: start + 4, content: start + head..<end, isWhole: length <= end - start)
    }

    /// Whether the bytes are boxes up to their end.
    static func areWhole(_ bytes: HeaderBytes) -> Bool {
        var boxes = Boxes(bytes, in: 0..<bytes.count)
        while let box = boxes.next() {
            if !box.isWhole { return false }
        }
        return boxes.part.isEmpty
    }
}
