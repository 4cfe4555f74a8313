extension ImageHeader {
    /// Reads a JPEG header. The size is in the first start-of-frame segment (ITU-T T.81, section B.2.2).
    init?(jpeg bytes: HeaderBytes) {
        guard bytes.has([0xFF, 0xD8, 0xFF], at: 0) else { return nil }
        var segments = JPEGSegments(bytes)
        while let segment = segments.next() {
            guard segment.isStartOfFrame else { continue }
            let height = bytes.integer(.big, bytes: 2, at: segment.content + 1)
            let width = bytes.integer(.big, bytes: 2, at: segment.content + 3)
            // With a height of 0, a later DNL segment contains the height. Encoders don't write such files.
            self.init(format: .jpeg, size: Size(width: width ?? 0, height: height ?? 0))
            return
        }
        self.init(format: .jpeg)
    }
}

/// The segments of a JPEG file up to its first scan.
struct JPEGSegments {
    struct Segment {
        let marker: UInt8
        /// The offset of the content, after the marker and the length.
        let content: Int

        var isStartOfFrame: Bool {
            // C4, C8 and CC are tables and an extension.
            (0xC0...0xCF).contains(marker) && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
        }
    }

    private let bytes: HeaderBytes
    private var offset = 2
    /// The offset of the compressed data. `nil` until its segment has been read.
    private(set) var scan: Int?

    init(_ bytes: HeaderBytes) {
        self.bytes = bytes
    }

    mutating func next() -> Segment? {
        while scan == nil, let byte = bytes.byte(at: offset), let marker = bytes.byte(at: offset + 1) {
            // Decoders search for the next marker, so bytes between segments are skipped.
            guard byte == 0xFF else {
                offset += 1
                continue
            }
            switch marker {
            case 0xFF: offset += 1  // A fill byte.
            case 0x00, 0x01, 0xD0...0xD8: offset += 2  // No marker, or markers without content.
            case 0xD9: return nil
            default:
                // Decoders differ about a segment that is shorter than its length field.
                guard let length = bytes.integer(.big, bytes: 2, at: offset + 2), length >= 2 else { return nil }
                let segment = Segment(marker: marker, content: offset + 4)
                offset += 2 + length
                if marker == 0xDA { scan = offset }
                return segment
            }
        }
        return nil
    }

    /// Whether the bytes contain the end of the picture, FF D9. These bytes don't occur within compressed data.
    static func isWhole(_ bytes: HeaderBytes) -> Bool {
        var segments = JPEGSegments(bytes)
        while segments.next() != nil {}
        guard var offset = segments.scan else { return false }
        while let byte = bytes.byte(at: offset) {
            if byte == 0xFF, bytes.byte(at: offset + 1) == 0xD9 { return true }
            offset += 1
        }
        return false
    }
}
