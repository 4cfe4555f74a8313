extension ImageHeader {
    /// Reads an HEIC or AVIF header. The brands determine the format, and the image spatial extents contain the size
    /// (ISO/IEC 23008-12, section 6.5.3).
    init?(heif bytes: HeaderBytes) {
        let boxes = Boxes(bytes, in: 0..<bytes.count)
        guard let type = boxes.first, type.has("ftyp"), let format = Self.formatOfHEIF(bytes, type.content) else {
            return nil
        }
        self.init(format: format, size: Self.largestExtents(bytes, boxes))
    }

    private static let heicBrands: [StaticString] = [
        "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs",
    ]

    /// The format of the first known brand: the major brand, or a compatible brand.
    private static func formatOfHEIF(_ bytes: HeaderBytes, _ brands: Range<Int>) -> ImageFormat? {
        for offset in stride(from: brands.lowerBound, to: brands.upperBound, by: 4) {
            // The minor version follows the major brand, and isn't a brand.
            if offset == brands.lowerBound + 4 { continue }
            if bytes.has("avif", at: offset) || bytes.has("avis", at: offset) { return .avif }
            if heicBrands.contains(where: { bytes.has($0, at: offset) }) { return .heic }
        }
        return nil
    }

    /// The size of the whole picture, which is the largest one. Tiles and thumbnails have smaller sizes.
    private static func largestExtents(_ bytes: HeaderBytes, _ boxes: Boxes) -> Size? {
        // The content of meta begins with a version and flags.
        guard let meta = boxes.first(where: { $0.has("meta") })?.content.dropFirst(4),
            let properties = Boxes(bytes, in: meta).first(where: { $0.has("iprp") }),
            let container = Boxes(bytes, in: properties.content).first(where: { $0.has("ipco") })
        else { return nil }
        var largest: Size?
        for property in Boxes(bytes, in: container.content) where property.has("ispe") {
            let start = property.content.lowerBound + 4
            guard let width = bytes.integer(.big, bytes: 4, at: start),
                let height = bytes.integer(.big, bytes: 4, at: start + 4), let size = Size(width: width, height: height)
            else { continue }
            if largest.map({ size.isLarger(than: $0) }) ?? true { largest = size }
        }
        return largest
    }
}
