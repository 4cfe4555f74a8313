extension ImageHeader {
    /// Reads a WebP header. The first chunk of the RIFF file contains the size (RFC 9649, section 2).
    init?(webP bytes: HeaderBytes) {
        guard bytes.has("RIFF", at: 0), bytes.has("WEBP", at: 8) else { return nil }
        self.init(format: .webP, size: Self.sizeOfWebP(bytes))
    }

    private static func sizeOfWebP(_ bytes: HeaderBytes) -> Size? {
        if bytes.has("VP8 ", at: 12) {
            // The chunk must begin with a key frame, whose first bit is 0, and its start code (RFC 6386, section 9.1).
            guard let tag = bytes.byte(at: 20), tag & 1 == 0, bytes.has([0x9D, 0x01, 0x2A], at: 23),
                let width = bytes.integer(.little, bytes: 2, at: 26),
                let height = bytes.integer(.little, bytes: 2, at: 28)
            else { return nil }
            return Size(width: width & 0x3FFF, height: height & 0x3FFF)
        }
        if bytes.has("VP8L", at: 12) {
            guard bytes.byte(at: 20) == 0x2F, let low = bytes.integer(.little, bytes: 2, at: 21),
                let high = bytes.integer(.little, bytes: 2, at: 23)
            else { return nil }
            // Each side, minus 1, has 14 bits.
            return Size(width: (low & 0x3FFF) + 1, height: (low >> 14 | (high & 0xFFF) << 2) + 1)
        }
        guard bytes.has("VP8X", at: 12), let width = bytes.integer(.little, bytes: 3, at: 24),
            let height = bytes.integer(.little, bytes: 3, at: 27)
        else { return nil }
        return Size(width: width + 1, height: height + 1)
    }
}
