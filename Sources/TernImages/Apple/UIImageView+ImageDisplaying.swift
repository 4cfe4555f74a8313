#if canImport(UIKit) && !os(watchOS)
    public import Foundation
    public import UIKit

    /// Image views show the pictures of an ``ImageClient`` with ``ImageDecoder/downsampled(to:)``:
    ///
    /// ```swift
    /// images.setImage(on: cell.imageView, fromURL: pose.pictureURL)
    /// ```
    ///
    /// This code has been typechecked against a part of the system's interface, but not run on an Apple platform yet.
    extension UIImageView: ImageDisplaying {
        public var imageSlot: ImageSlot<DecodedImage> { ViewSlot.slot(of: self) }

        /// Shows a picture. Each pixel takes one pixel of the screen, unless the content mode scales the picture.
        public func display(_ image: DecodedImage?) {
            // The scale is 0 if it isn't known.
            let scale = max(1, traitCollection.displayScale)
            self.image = image.map { UIImage(cgImage: $0.cgImage, scale: scale, orientation: .up) }
        }
    }

    extension ImageService where Value == DecodedImage {
        /// Shows the picture at a URL, and a system image as a placeholder while the picture is loaded. The
        /// placeholder, such as an asset of the app, keeps its scale and rendering mode. Otherwise, the function is
        /// equal to ``setImage(on:fromURL:withPlaceholder:failure:)`` with a `DecodedImage`.
        ///
        /// - Parameters:
        ///   - view: The view that shows the picture.
        ///   - url: The URL of the picture. `nil` shows only the placeholder.
        ///   - placeholder: Shown while the picture is loaded. `nil` for no placeholder.
        ///   - failure: Shown if the load fails. `nil`, the default, for the placeholder.
        /// - Returns: The load. `nil` without a URL, or if the picture is in memory. Releasing the load doesn't cancel
        ///   it.
        @MainActor
        @discardableResult
        @_disfavoredOverload
        public func setImage(
            on view: UIImageView,
            fromURL url: URL?,
            withPlaceholder placeholder: UIImage?,
            failure: UIImage? = nil
        ) -> ImageTask<DecodedImage>? {
            setImage(on: view, from: url.map { ImageRequest($0) }) { view in
                view.image = placeholder
            } showFailure: { view in
                if let failure { view.image = failure }
            }
        }

        /// Shows the picture of a request, and a system image as a placeholder while the picture is loaded. The
        /// parameters are the same as for the function that takes a URL.
        @MainActor
        @discardableResult
        @_disfavoredOverload
        public func setImage(
            on view: UIImageView,
            from request: ImageRequest<DecodedImage>,
            withPlaceholder placeholder: UIImage?,
            failure: UIImage? = nil
        ) -> ImageTask<DecodedImage>? {
            setImage(on: view, from: request) { view in
                view.image = placeholder
            } showFailure: { view in
                if let failure { view.image = failure }
            }
        }
    }
#endif
