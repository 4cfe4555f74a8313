extension ImageHeader {
    /// Reads a GIF header: signature, logical screen and first frame (GIF89a, sections 17, 18 and 20). If the first
    /// frame doesn't fit into the screen, decoders enlarge the screen.
    init?(gif bytes: HeaderBytes) {
        guard bytes.has("GIF87a", at: 0) || bytes.has("GIF89a", at: 0) else { return nil }
        var width = bytes.integer(.little, bytes: 2, at: 6) ?? 0
        var height = bytes.integer(.little, bytes: 2, at: 8) ?? 0
        var blocks = GIFBlocks(bytes)
        while let block = blocks.next() {
            guard case .frame(let right, let bottom) = block else { continue }
            (width, height) = (max(width, right), max(height, bottom))
            break
        }
        self.init(format: .gif, size: Size(width: width, height: height))
    }
}

/// The blocks of a GIF file after its logical screen, up to its trailer.
struct GIFBlocks {
    enum Block {
        /// A frame with the offsets of its right and its lower edge in the logical screen.
        case frame(right: Int, bottom: Int)
        case other
    }

    private let bytes: HeaderBytes
    private var offset: Int

    init(_ bytes: HeaderBytes) {
        self.bytes = bytes
        offset = 13 + Self.bytesOfColors(bytes.byte(at: 10) ?? 0)
    }

    mutating func next() -> Block? {
        let start = offset
        switch bytes.byte(at: start) {
        case 0x21:
            offset += 2
            skipSubBlocks()
            return .other
        case 0x2C:
            guard let left = bytes.integer(.little, bytes: 2, at: start + 1),
                let top = bytes.integer(.little, bytes: 2, at: start + 3),
                let width = bytes.integer(.little, bytes: 2, at: start + 5),
                let height = bytes.integer(.little, bytes: 2, at: start + 7)
            else { return nil }
            // Skips the descriptor, the colors, and one byte before the compressed data.
            offset += 11 + Self.bytesOfColors(bytes.byte(at: start + 9) ?? 0)
            skipSubBlocks()
            return .frame(right: left + width, bottom: top + height)
        default: return nil
        }
    }

    /// Whether the blocks end before the trailer. Blocks after an unknown block aren't read.
    static func areTruncated(_ bytes: HeaderBytes) -> Bool {
        var blocks = GIFBlocks(bytes)
        while blocks.next() != nil {}
        guard let byte = bytes.byte(at: blocks.offset) else { return true }
        return byte == 0x2C
    }

    // MARK: - Private

    /// The length in bytes of the color table that these flags announce.
    private static func bytesOfColors(_ flags: UInt8) -> Int {
        flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
    }

    private mutating func skipSubBlocks() {
        while let length = bytes.byte(at: offset) {
            offset += 1 + Int(length)
            if length == 0 { return }
        }
    }
}
