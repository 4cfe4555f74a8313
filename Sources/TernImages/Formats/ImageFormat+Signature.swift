extension ImageFormat {
    /// The format of a picture whose size Tern doesn't read: TIFF, ICO, HEIC, AVIF or JPEG XL.
    init?(signatureOf bytes: HeaderBytes) {
        if bytes.has([0xFF, 0x0A], at: 0)
            || bytes.has([0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A], at: 0)
        {
            self = .jpegXL
        } else if bytes.has("II", at: 0), let version = bytes.integer(.little, bytes: 2, at: 2), Self.isTIFF(version) {
            self = .tiff
        } else if bytes.has("MM", at: 0), let version = bytes.integer(.big, bytes: 2, at: 2), Self.isTIFF(version) {
            self = .tiff
        } else if bytes.has([0, 0, 1, 0], at: 0), let count = bytes.integer(.little, bytes: 2, at: 4), count > 0,
            bytes.byte(at: 9) == 0
        {
            self = .ico
        } else if let format = Self.formatOfHEIF(bytes) {
            self = format
        } else {
            return nil
        }
    }

    /// TIFF 6.0 has version 42, BigTIFF has version 43.
    private static func isTIFF(_ version: Int) -> Bool { version == 42 || version == 43 }

    private static let heicBrands: [StaticString] = [
        "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs",
    ]

    /// The format of the first known brand: the major brand, or a compatible brand (ISO/IEC 23008-12).
    private static func formatOfHEIF(_ bytes: HeaderBytes) -> ImageFormat? {
        guard let type = Boxes(bytes, in: 0..<bytes.count).first, type.has("ftyp") else { return nil }
        let brands = type.content
        for offset in stride(from: brands.lowerBound, to: brands.upperBound, by: 4) {
            // The minor version follows the major brand, and isn't a brand.
            if offset == brands.lowerBound + 4 { continue }
            if bytes.has("avif", at: offset) || bytes.has("avis", at: offset) { return .avif }
            if heicBrands.contains(where: { bytes.has($0, at: offset) }) { return .heic }
        }
        return nil
    }
}
