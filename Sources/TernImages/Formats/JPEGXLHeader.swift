extension ImageHeader {
    /// Reads a JPEG XL header without a container (ISO/IEC 18181-1).
    init?(jpegXLCodestream bytes: HeaderBytes) {
        guard bytes.has([0xFF, 0x0A], at: 0) else { return nil }
        self.init(format: .jpegXL, size: Self.sizeOfCodestream(bytes, at: 0))
    }

    /// Reads a JPEG XL header in a container (ISO/IEC 18181-2). The codestream is in one box, or in several boxes with
    /// a number before each part.
    init?(jpegXLContainer bytes: HeaderBytes) {
        guard bytes.has([0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A], at: 0) else { return nil }
        var size: Size?
        for box in Boxes(bytes, in: 12..<max(12, bytes.count)) {
            guard box.has("jxlc") || box.has("jxlp") else { continue }
            size = Self.sizeOfCodestream(bytes, at: box.content.lowerBound + (box.has("jxlp") ? 4 : 0))
            break
        }
        self.init(format: .jpegXL, size: size)
    }

    /// The size in the size header. Its bits are read from the lowest bit of each byte.
    private static func sizeOfCodestream(_ bytes: HeaderBytes, at start: Int) -> Size? {
        guard bytes.has([0xFF, 0x0A], at: start) else { return nil }
        var bits = Bits(bytes: bytes, start: start + 2)
        guard let isSmall = bits.read(1), let height = bits.side(isSmall: isSmall == 1), let ratio = bits.read(3) else {
            return nil
        }
        let ratios = [(1, 1), (1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1)]
        guard ratio > 0 else { return Size(width: bits.side(isSmall: isSmall == 1) ?? 0, height: height) }
        let (product, overflow) = height.multipliedReportingOverflow(by: ratios[ratio].0)
        return overflow ? nil : Size(width: product / ratios[ratio].1, height: height)
    }

    private struct Bits {
        let bytes: HeaderBytes
        let start: Int
        /// The bits are counted from the start of the header, since the number of bits of a whole file may exceed a
        /// 32-bit `Int`.
        private var position = 0

        init(bytes: HeaderBytes, start: Int) {
            self.bytes = bytes
            self.start = start
        }

        mutating func read(_ count: Int) -> Int? {
            var value = 0
            for index in 0..<count {
                guard let byte = bytes.byte(at: start + position / 8) else { return nil }
                value |= Int(byte >> UInt8(position % 8) & 1) << index
                position += 1
            }
            return value
        }

        /// Reads one side. A small side is a multiple of 8. Other sides have 9, 13, 18 or 30 bits.
        mutating func side(isSmall: Bool) -> Int? {
            if isSmall { return read(5).map { ($0 + 1) * 8 } }
            guard let selector = read(2) else { return nil }
            return read([9, 13, 18, 30][selector]).map { $0 + 1 }
        }
    }
}
