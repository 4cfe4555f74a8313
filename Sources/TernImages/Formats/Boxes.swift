/// The boxes in a part of a file (ISO/IEC 14496-12, section 4.2).
struct Boxes: Sequence, IteratorProtocol {
    struct Box {
        fileprivate let bytes: HeaderBytes
        /// The offset of the box's type.
        fileprivate let type: Int
        /// The range of the content, cut at the end of the part.
        let content: Range<Int>
        /// Whether the end of the box is in the part.
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
            // The length has 8 bytes. A file in memory never needs the upper 4 bytes.
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

    /// Whether the boxes of a picture are truncated: a known box is cut, or a required box is missing. Other bytes
    /// after the last known box aren't part of the picture.
    static func areTruncated(_ bytes: HeaderBytes, of format: ImageFormat) -> Bool {
        let known: [StaticString] = ["ftyp", "meta", "moov", "mdat", "imda", "jxlc", "jxlp", "free"]
        var (hasDescription, hasData) = (false, false)
        for box in Boxes(bytes, in: 0..<bytes.count) {
            if !box.isWhole, known.contains(where: { box.has($0) }) { return true }
            if box.has("jxlc") || box.has("jxlp") || box.has("mdat") || box.has("imda") { hasData = true }
            if box.has("moov") { hasDescription = true }
            guard box.has("meta") else { continue }
            hasDescription = true
            // The data of a small picture can be in the same box as its description. The content of the box begins with
            // a version and flags.
            if Boxes(bytes, in: box.content.dropFirst(4)).contains(where: { $0.has("idat") }) { hasData = true }
        }
        return !hasData || (format != .jpegXL && !hasDescription)
    }
}
