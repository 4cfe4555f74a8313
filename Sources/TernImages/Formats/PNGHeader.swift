extension ImageHeader {
    /// Reads a PNG header: signature and IHDR chunk (W3C PNG, sections 5.2 and 11.2.1).
    init?(png bytes: HeaderBytes) {
        guard bytes.has(PNG.signature, at: 0) else { return nil }
        self.init(format: .png, size: PNG.size(bytes))
    }
}

/// The chunks of PNG files.
enum PNG {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    static func size(_ bytes: HeaderBytes) -> ImageHeader.Size? {
        var ihdr = 12
        // Apple's tools write a proprietary chunk, CgBI, before IHDR. Decoders skip it, regardless of its length.
        if bytes.has("CgBI", at: ihdr) {
            guard let length = bytes.integer(.big, bytes: 4, at: ihdr - 4), length <= bytes.count - ihdr else {
                return nil
            }
            // The type and the checksum of this chunk, and the length of the next chunk, are 12 bytes.
            ihdr += length + 12
        }
        guard bytes.has("IHDR", at: ihdr), let width = bytes.integer(.big, bytes: 4, at: ihdr + 4),
            let height = bytes.integer(.big, bytes: 4, at: ihdr + 8), width <= 0x7FFF_FFFF, height <= 0x7FFF_FFFF
        else { return nil }
        return ImageHeader.Size(width: width, height: height)
    }

    /// Whether the bytes contain the last chunk, IEND.
    static func isWhole(_ bytes: HeaderBytes) -> Bool {
        var offset = 8
        while let length = bytes.integer(.big, bytes: 4, at: offset) {
            if bytes.has("IEND", at: offset + 4) { return true }
            // Length, type and checksum are 12 bytes. They are subtracted, since the sum may overflow with 32 bits.
            guard length <= bytes.count - offset - 12 else { return false }
            offset += length + 12
        }
        return false
    }
}
