#if canImport(UIKit) && !os(watchOS)
    public import UIKit

    /// Image views show the pictures of an ``ImageClient`` with ``ImageDecoder/downsampled(to:)``:
    ///
    /// ```swift
    /// images.setImage(on: cell.imageView, fromURL: pose.pictureURL)
    /// ```
    ///
    /// It has been compiled with a part of the system's interface, but not run on an Apple platform yet.
    extension UIImageView: ImageDisplaying {
        public var imageSlot: ImageSlot<DecodedImage> { ViewSlot.slot(of: self) }

        /// Shows a picture, one pixel of which is one pixel of the screen unless the content mode scales it.
        public func display(_ image: DecodedImage?) {
            // The scale is 0 if it isn't known.
            let scale = max(1, traitCollection.displayScale)
            self.image = image.map { UIImage(cgImage: $0.cgImage, scale: scale, orientation: .up) }
        }
    }
#endif
