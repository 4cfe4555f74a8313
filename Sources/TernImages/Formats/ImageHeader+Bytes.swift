import Foundation

extension ImageHeader {
    /// Reads the header of a picture. Returns `nil` if the bytes aren't a picture of a known format.
    ///
    /// - Parameter data: The picture, or its beginning. If the beginning is too short, ``size`` is `nil`.
    public init?(_ data: Data) {
        let header = data.withUnsafeBytes { ImageHeader(HeaderBytes($0)) }
        guard let header else { return nil }
        self = header
    }

    init?(_ bytes: HeaderBytes) {
        // The first byte selects the formats to compare.
        switch bytes.byte(at: 0) {
        case 0x89: self.init(png: bytes)
        case 0xFF: self.init(jpeg: bytes, orCodestream: bytes)
        case 0x47: self.init(gif: bytes)
        case 0x52: self.init(webP: bytes)
        case 0x42: self.init(bmp: bytes)
        case 0x49, 0x4D: self.init(tiff: bytes)
        case 0x00: self.init(ico: bytes, orBoxes: bytes)
        default: return nil
        }
    }

    private init?(jpeg bytes: HeaderBytes, orCodestream codestream: HeaderBytes) {
        if let header = ImageHeader(jpeg: bytes) ?? ImageHeader(jpegXLCodestream: codestream) {
            self = header
        } else {
            return nil
        }
    }

    private init?(ico bytes: HeaderBytes, orBoxes boxes: HeaderBytes) {
        if let header = ImageHeader(ico: bytes) ?? ImageHeader(jpegXLContainer: boxes) ?? ImageHeader(heif: boxes) {
            self = header
        } else {
            return nil
        }
    }
}
