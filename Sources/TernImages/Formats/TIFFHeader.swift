extension ImageHeader {
    /// TIFF: the first directory has the size (TIFF 6.0, section 2). The size of a BigTIFF isn't read.
    init?(tiff bytes: HeaderBytes) {
        let order: HeaderBytes.Order
        switch (bytes.integer(.big, bytes: 2, at: 0), bytes.integer(.big, bytes: 2, at: 2)) {
        case (0x4949, 0x2A00): order = .little
        case (0x4D4D, 0x002A): order = .big
        case (0x4949, 0x2B00), (0x4D4D, 0x002B):
            self.init(format: .tiff)
            return
        default: return nil
        }
        self.init(format: .tiff, size: Self.sizeOfTIFF(bytes, order))
    }

    private static func sizeOfTIFF(_ bytes: HeaderBytes, _ order: HeaderBytes.Order) -> Size? {
        guard let directory = bytes.integer(order, bytes: 4, at: 4), directory <= bytes.count,
            let count = bytes.integer(order, bytes: 2, at: directory)
        else { return nil }
        var (width, height) = (0, 0)
        for index in 0..<count {
            let entry = directory + 2 + 12 * index
            guard let tag = bytes.integer(order, bytes: 2, at: entry), tag <= 257 else { break }
            guard tag >= 256, let type = bytes.integer(order, bytes: 2, at: entry + 2) else { continue }
            // 3 is a number of two bytes, 4 one of four.
            guard type == 3 || type == 4 else { return nil }
            let value = bytes.integer(order, bytes: type == 3 ? 2 : 4, at: entry + 8) ?? 0
            if tag == 256 { width = value } else { height = value }
        }
        return Size(width: width, height: height)
    }
}
