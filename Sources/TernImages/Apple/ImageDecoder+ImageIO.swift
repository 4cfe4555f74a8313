#if canImport(ImageIO)
    import Foundation
    import ImageIO
    import Tern

    extension ImageDecoder where Value == DecodedImage {
        /// Decodes pictures with Image I/O, and downsamples them to the size in which they are shown.
        ///
        /// ```swift
        /// let images = ImageClient(decoder: .downsampled(to: 600))
        /// ```
        ///
        /// A photo of 4,000 × 3,000 pixels takes 48 MB in memory, and 1 MB when it is downsampled to 600. A rotation in
        /// the metadata is applied. Only the first frame of a picture with several frames is decoded. A load of bytes
        /// that the system can't decode fails with `.decodingFailed`.
        ///
        /// This code has been typechecked for macOS, but not run on an Apple platform yet.
        ///
        /// A picture whose request has a ``ImageRequest/targetSize`` is downsampled to the smallest size that fills the
        /// target size instead.
        ///
        /// - Parameter maximumPixels: The maximum length of the decoded picture's longer side, in pixels. Pass the
        ///   length of the view's longer side in points, times the scale of the screen. A smaller picture keeps its
        ///   size. Values below 1 mean 1.
        public static func downsampled(to maximumPixels: Int) -> ImageDecoder {
            ImageDecoder { encoded, targetSize in
                var pixels = max(1, maximumPixels)
                if let targetSize {
                    pixels =
                        encoded.header.size?.longerSide(filling: targetSize)
                        ?? max(targetSize.width, targetSize.height)
                }
                return try DecodedImage(encoded, maximumPixels: pixels)
            } cost: {
                $0.byteCount
            }
        }
    }

    extension DecodedImage {
        /// - Throws: `TernError` with code `.decodingFailed`.
        init(_ encoded: EncodedImage, maximumPixels: Int) throws(TernError) {
            // The decoded file isn't cached in addition to the thumbnail.
            let fileOptions = [kCGImageSourceShouldCache: false] as CFDictionary
            let options =
                [
                    kCGImageSourceCreateThumbnailFromImageAlways: true,
                    kCGImageSourceCreateThumbnailWithTransform: true,
                    // Otherwise, the pixels would be decoded when they are first drawn, on the main thread.
                    kCGImageSourceShouldCacheImmediately: true,
                    kCGImageSourceThumbnailMaxPixelSize: maximumPixels,
                ] as [CFString: Any] as CFDictionary
            guard let source = CGImageSourceCreateWithData(encoded.data as CFData, fileOptions),
                let image = CGImageSourceCreateThumbnailAtIndex(source, 0, options)
            else {
                throw TernError(
                    .decodingFailed,
                    reason: "The system can't decode this \(encoded.header.format) picture.",
                    advice: "Check whether the file is intact, and whether this version of the system reads its format."
                )
            }
            self.init(image)
        }
    }
#endif
