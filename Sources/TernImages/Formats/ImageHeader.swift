import Foundation

/// The format of a picture, and its size if the header contains the size.
///
/// ```swift
/// let header = ImageHeader(data)      // nil if the bytes aren't a picture of a known format
/// if let size = header?.size { print("\(size.width) × \(size.height)") }
/// ```
///
/// Only the bytes determine the format. File names and media types are ignored.
public struct ImageHeader: Hashable, Sendable {
    /// A size in pixels. Both sides are at least 1.
    public struct Size: Hashable, Sendable {
        /// The width in pixels.
        public let width: Int
        /// The height in pixels.
        public let height: Int

        /// Returns `nil` if a side is below 1.
        public init?(width: Int, height: Int) {
            guard width > 0, height > 0 else { return nil }
            self.width = width
            self.height = height
        }

        /// The length of the longer side to which a picture of this size can be made smaller so that it still fills a
        /// target, even if its metadata rotates it. At most the length of its own longer side.
        func longerSide(filling target: Size) -> Int {
            let (shorter, longer) = (min(width, height), max(width, height))
            let length = (Double(longer) / Double(shorter) * Double(max(target.width, target.height))).rounded(.up)
            return length < Double(longer) ? Int(length) : longer
        }
    }

    /// The format that the first bytes identify.
    public let format: ImageFormat

    /// The size as stored, before a rotation that the metadata specifies. `nil` if the header has no valid size.
    public let size: Size?

    /// Creates a header, for a test of a decoder.
    public init(format: ImageFormat, size: Size? = nil) {
        self.format = format
        self.size = size
    }
}
