#if canImport(ImageIO)
    import Foundation
    import ImageIO

    extension ImageHeader.Size {
        /// The size of the first picture, as Image I/O reads it from the header. `nil` if it can't read the header.
        init?(ofSystem data: Data) {
            let options = [kCGImageSourceShouldCache: false] as CFDictionary
            guard let source = CGImageSourceCreateWithData(data as CFData, options),
                let properties = CGImageSourceCopyPropertiesAtIndex(source, 0, options) as? [CFString: Any],
                let width = properties[kCGImagePropertyPixelWidth] as? Int,
                let height = properties[kCGImagePropertyPixelHeight] as? Int
            else { return nil }
            self.init(width: width, height: height)
        }
    }
#endif
