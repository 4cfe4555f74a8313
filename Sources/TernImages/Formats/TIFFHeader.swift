extension ImageHeader {
    /// Reads a TIFF or BigTIFF header. The first directory contains the size (TIFF 6.0, section 2).
    init?(tiff bytes: HeaderBytes) {
        let order: HeaderBytes.Order
        switch bytes.integer(.big, bytes: 2, at: 0) {
        case 0x4949: order = .little
        case 0x4D4D: order = .big
        default: return nil
        }
        switch bytes.integer(order, bytes: 2, at: 2) {
        case 42: self.init(format: .tiff, size: TIFFDirectory(classic: bytes, order)?.size)
        case 43: self.init(format: .tiff, size: TIFFDirectory(big: bytes, order)?.size)
        default: return nil
        }
    }
}

/// The first directory of a TIFF file: a list of entries with a tag, a type, a count and a value.
private struct TIFFDirectory {
    private let bytes: HeaderBytes
    private let order: HeaderBytes.Order
    private let firstEntry: Int
    private let count: Int
    private let entryBytes: Int
    /// The offset of the value in an entry.
    private let valueOffset: Int

    init?(classic bytes: HeaderBytes, _ order: HeaderBytes.Order) {
        guard let start = bytes.integer(order, bytes: 4, at: 4), start <= bytes.count,
            let count = bytes.integer(order, bytes: 2, at: start)
        else { return nil }
        (self.bytes, self.order, self.count) = (bytes, order, count)
        (firstEntry, entryBytes, valueOffset) = (start + 2, 12, 8)
    }

    /// Reads a BigTIFF directory, whose offsets and counts have 8 bytes.
    init?(big bytes: HeaderBytes, _ order: HeaderBytes.Order) {
        guard bytes.integer(order, bytes: 2, at: 4) == 8, let start = bytes.longInteger(order, at: 8),
            start <= bytes.count, let count = bytes.longInteger(order, at: start)
        else { return nil }
        (self.bytes, self.order, self.count) = (bytes, order, count)
        (firstEntry, entryBytes, valueOffset) = (start + 8, 20, 12)
    }

    var size: ImageHeader.Size? {
        var (width, height) = (0, 0)
        // The entries should be in the order of their tags, each once. Decoders accept any order, and use the first or
        // the last of several entries.
        for index in 0..<min(count, bytes.count / entryBytes) {
            let entry = firstEntry + entryBytes * index
            guard let tag = bytes.integer(order, bytes: 2, at: entry) else { break }
            guard tag == 256 || tag == 257 else { continue }
            guard let value = integer(at: entry) else { return nil }
            if tag == 256 { width = max(width, value) } else { height = max(height, value) }
        }
        return ImageHeader.Size(width: width, height: height)
    }

    /// The single number of an entry. A negative number becomes a large positive number.
    private func integer(at entry: Int) -> Int? {
        let count =
            entryBytes == 20
            ? bytes.longInteger(order, at: entry + 4) : bytes.integer(order, bytes: 4, at: entry + 4)
        guard count == 1 else { return nil }
        let value = entry + valueOffset
        switch bytes.integer(order, bytes: 2, at: entry + 2) {
        case 1, 6: return bytes.integer(order, bytes: 1, at: value)  // BYTE, SBYTE
        case 3, 8: return bytes.integer(order, bytes: 2, at: value)  // SHORT, SSHORT
        case 4, 9: return bytes.integer(order, bytes: 4, at: value)  // LONG, SLONG
        case 16, 17: return entryBytes == 20 ? bytes.longInteger(order, at: value) : nil  // LONG8, SLONG8
        default: return nil
        }
    }
}
