#if canImport(UIKit) && !os(watchOS)
    public import Foundation
    public import UIKit

    /// Image views show the pictures of an ``ImageClient`` with ``ImageDecoder/downsampled(to:)``:
    ///
    /// ```swift
    /// images.setImage(on: cell.imageView, fromURL: pose.pictureURL)
    /// ```
    ///
    /// It has been typechecked, but not run on an Apple platform yet.
    extension UIImageView: ImageDisplaying {
        public var imageSlot: ImageSlot<DecodedImage> { ViewSlot.slot(of: self) }

        /// Shows a picture, one pixel of which is one pixel of the screen unless the content mode scales it.
        public func display(_ image: DecodedImage?) {
            // The scale is 0 if it isn't known.
            let scale = max(1, traitCollection.displayScale)
            self.image = image.map { UIImage(cgImage: $0.cgImage, scale: scale, orientation: .up) }
        }
    }

    extension ImageService where Value == DecodedImage {
        /// Shows the picture at a URL, and until then a placeholder of the app, such as an asset, which keeps its
        /// scale and rendering mode. Otherwise as ``setImage(on:fromURL:withPlaceholder:failure:)`` with a `DecodedImage`.
        ///
        /// - Parameters:
        ///   - view: The view that shows the picture.
        ///   - url: `nil` for the placeholder only.
        ///   - placeholder: Shown while the picture is loaded. `nil` for none.
        ///   - failure: Shown if the load fails. `nil`, the default, for the placeholder.
        /// - Returns: The load. `nil` without a URL, or if the picture is in memory. It needn't be kept.
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

        /// Shows the picture of a request, and until then a placeholder of the app. The parameters are those of the function
        /// that takes a URL.
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
