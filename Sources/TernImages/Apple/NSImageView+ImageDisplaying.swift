#if canImport(AppKit) && !targetEnvironment(macCatalyst)
    public import AppKit

    /// Image views show the pictures of an ``ImageClient`` with ``ImageDecoder/downsampled(to:)``:
    ///
    /// ```swift
    /// images.setImage(on: cell.imageView, fromURL: pose.pictureURL)
    /// ```
    ///
    /// It has been compiled with a part of the system's interface, but not run on an Apple platform yet.
    extension NSImageView: ImageDisplaying {
        public var imageSlot: ImageSlot<DecodedImage> { ViewSlot.slot(of: self) }

        /// Shows a picture, one pixel of which is one point unless the view scales it.
        public func display(_ image: DecodedImage?) {
            self.image = image.map { NSImage(cgImage: $0.cgImage, size: .zero) }
        }
    }
#endif
