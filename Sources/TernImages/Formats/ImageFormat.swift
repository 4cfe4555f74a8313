/// The file format of a picture.
public struct ImageFormat: RawRepresentable, Hashable, Sendable {
    /// The common name of the format, such as `"PNG"`.
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Portable Network Graphics (W3C PNG, third edition), including animated PNG.
    public static let png = ImageFormat(rawValue: "PNG")
    /// JPEG (ITU-T T.81), with any application markers.
    public static let jpeg = ImageFormat(rawValue: "JPEG")
    /// GIF87a and GIF89a.
    public static let gif = ImageFormat(rawValue: "GIF")
    /// WebP (RFC 9649): lossy, lossless and extended.
    public static let webP = ImageFormat(rawValue: "WebP")
    /// Windows bitmap, with a core header or an info header.
    public static let bmp = ImageFormat(rawValue: "BMP")
    /// TIFF 6.0 and BigTIFF, in both byte orders.
    public static let tiff = ImageFormat(rawValue: "TIFF")
    /// Windows icon.
    public static let ico = ImageFormat(rawValue: "ICO")
    /// HEIF with HEVC pictures (ISO/IEC 23008-12).
    public static let heic = ImageFormat(rawValue: "HEIC")
    /// AVIF, HEIF with AV1 pictures.
    public static let avif = ImageFormat(rawValue: "AVIF")
    /// JPEG XL (ISO/IEC 18181), as a codestream or in a container.
    public static let jpegXL = ImageFormat(rawValue: "JPEG XL")
    /// Any other format, such as SVG. Only ``ImageLimits/acceptsUnknownSize`` lets a decoder receive it.
    public static let unknown = ImageFormat(rawValue: "unknown")
}

extension ImageFormat: CustomStringConvertible {
    public var description: String { rawValue }
}
