import Foundation

#if canImport(UIKit)
    import UIKit

    /// The platform's type of images.
    public typealias ImageType = UIImage
#elseif canImport(AppKit)
    import AppKit

    /// The platform's type of images.
    public typealias ImageType = NSImage
#endif

#if canImport(UIKit) || canImport(AppKit)
    /// The platform's type of images.
    public typealias Image = ImageType

    extension Response {
        /// The body as an image.
        ///
        /// - Throws: ``MoyaError/imageMapping(_:)``.
        public func mapImage() throws -> Image {
            guard let image = Image(data: data) else { throw MoyaError.imageMapping(self) }
            return image
        }
    }
#endif
