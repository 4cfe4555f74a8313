import Foundation

extension EncodedImage {
    /// Whether the bytes end before the end of the picture. `false` if the format doesn't show the end. A picture can
    /// be truncated if the response of the server has no length.
    public var isTruncated: Bool {
        data.withUnsafeBytes { pointer in
            let bytes = HeaderBytes(pointer)
            switch header.format {
            case .png: return !PNG.isWhole(bytes)
            case .jpeg: return !JPEGSegments.isWhole(bytes)
            case .webP: return (bytes.integer(.little, bytes: 4, at: 4) ?? .max) > bytes.count - 8
            case .bmp: return (bytes.integer(.little, bytes: 4, at: 2) ?? .max) > bytes.count
            // A JPEG XL codestream doesn't consist of boxes.
            case .jpegXL where bytes.byte(at: 0) == 0xFF: return false
            case .heic, .avif, .jpegXL: return Boxes.areTruncated(bytes, of: header.format)
            case .gif: return GIFBlocks.areTruncated(bytes)
            default: return false
            }
        }
    }
}
