extension ImageHeader {
    /// Reads an ICO header. The size is the size of the largest picture. For a PNG or a bitmap, the header of the
    /// picture itself counts, since the decoder uses that size.
    init?(ico bytes: HeaderBytes) {
        guard bytes.has([0, 0, 1, 0], at: 0), let count = bytes.integer(.little, bytes: 2, at: 4), count > 0,
            bytes.byte(at: 9) == 0
        else { return nil }
        var largest: Size?
        for index in 0..<count {
            let entry = 6 + 16 * index
            guard bytes.byte(at: entry + 15) != nil else { break }
            guard let size = Self.sizeOfIcon(bytes, entry) else { continue }
            if largest.map({ size.isLarger(than: $0) }) ?? true { largest = size }
        }
        self.init(format: .ico, size: largest)
    }

    /// The size of one picture. `nil` for a picture that can't be decoded, since its header has no valid size.
    private static func sizeOfIcon(_ bytes: HeaderBytes, _ entry: Int) -> Size? {
        guard let width = bytes.byte(at: entry), let height = bytes.byte(at: entry + 1) else { return nil }
        if let offset = bytes.integer(.little, bytes: 4, at: entry + 12), offset < bytes.count {
            if bytes.has(PNG.signature, at: offset) { return PNG.size(bytes, at: offset) }
            if let length = bytes.integer(.little, bytes: 4, at: offset) {
                guard BMP.lengths.contains(length), let both = BMP.size(bytes, at: offset) else { return nil }
                // The height includes a mask of the same size below the bitmap.
                return Size(width: both.width, height: max(1, both.height / 2))
            }
        }
        // 0 means 256.
        return Size(width: width == 0 ? 256 : Int(width), height: height == 0 ? 256 : Int(height))
    }
}

extension ImageHeader.Size {
    /// Compares the numbers of pixels.
    func isLarger(than other: ImageHeader.Size) -> Bool {
        width.multipliedFullWidth(by: height) > other.width.multipliedFullWidth(by: other.height)
    }
}
