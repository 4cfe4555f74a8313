extension ImageHeader {
    /// Reads a BMP header: the file header, followed by a core header or an info header.
    init?(bmp bytes: HeaderBytes) {
        guard bytes.has("BM", at: 0), let length = bytes.integer(.little, bytes: 4, at: 14),
            BMP.lengths.contains(length)
        else { return nil }
        self.init(format: .bmp, size: BMP.size(bytes, at: 14))
    }
}

/// The bitmap header, which follows the file header.
private enum BMP {
    /// The header lengths of all versions. A text that begins with BM isn't recognized as a picture, because it has
    /// another length there.
    static let lengths: Set<Int> = [12, 16, 40, 52, 56, 64, 108, 124]

    static func size(_ bytes: HeaderBytes, at offset: Int) -> ImageHeader.Size? {
        if bytes.integer(.little, bytes: 4, at: offset) == 12 {
            guard let width = bytes.integer(.little, bytes: 2, at: offset + 4),
                let height = bytes.integer(.little, bytes: 2, at: offset + 6)
            else { return nil }
            return ImageHeader.Size(width: width, height: height)
        }
        guard let width = signed(bytes, at: offset + 4), let height = signed(bytes, at: offset + 8), width > 0 else {
            return nil
        }
        // A negative height means that the rows are stored in the reverse order.
        return ImageHeader.Size(width: Int(width), height: Int(exactly: height.magnitude) ?? 0)
    }

    private static func signed(_ bytes: HeaderBytes, at offset: Int) -> Int32? {
        guard let high = bytes.integer(.little, bytes: 2, at: offset + 2),
            let low = bytes.integer(.little, bytes: 2, at: offset)
        else { return nil }
        return Int32(bitPattern: UInt32(high) << 16 | UInt32(low))
    }
}
