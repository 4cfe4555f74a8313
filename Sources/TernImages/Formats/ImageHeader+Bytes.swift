import Foundation

extension ImageHeader {
    /// Reads the header of a picture. Returns `nil` if the bytes aren't a picture of a known format.
    ///
    /// The ``size`` of TIFF, ICO, HEIC, AVIF and JPEG XL is read by Image I/O, which only Apple platforms have.
    ///
    /// - Parameter data: The picture, or its beginning. If the beginning is too short, ``size`` is `nil`.
    public init?(_ data: Data) {
        let known = data.withUnsafeBytes { ImageHeader(HeaderBytes($0)) }
        if let known {
            self = known
        } else if let format = data.withUnsafeBytes({ ImageFormat(signatureOf: HeaderBytes($0)) }) {
            self.init(format: format, size: Size(ofSystem: data))
        } else {
            return nil
        }
    }

    /// A header whose size Tern reads.
    private init?(_ bytes: HeaderBytes) {
        // The first byte selects the format to compare.
        switch bytes.byte(at: 0) {
        case 0x89: self.init(png: bytes)
        case 0xFF: self.init(jpeg: bytes)
        case 0x47: self.init(gif: bytes)
        case 0x52: self.init(webP: bytes)
        case 0x42: self.init(bmp: bytes)
        default: return nil
        }
    }
}

#if !canImport(ImageIO)
    extension ImageHeader.Size {
        /// Always `nil`.
        init?(ofSystem data: Data) { return nil }
    }
#endif
