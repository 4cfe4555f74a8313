#if canImport(AppKit) && !targetEnvironment(macCatalyst)
    public import AppKit
    public import Foundation

    /// Image views show the pictures of an ``ImageClient`` with ``ImageDecoder/downsampled(to:)``:
    ///
    /// ```swift
    /// images.setImage(on: cell.imageView, fromURL: pose.pictureURL)
    /// ```
    ///
    /// It has been typechecked, but not run on an Apple platform yet.
    extension NSImageView: ImageDisplaying {
        public var imageSlot: ImageSlot<DecodedImage> { ViewSlot.slot(of: self) }

        /// Shows a picture, one pixel of which is one point unless the view scales it.
        public func display(_ image: DecodedImage?) {
            self.image = image.map { NSImage(cgImage: $0.cgImage, size: .zero) }
        }
    }

    extension ImageService where Value == DecodedImage {
        /// Shows the picture at a URL, and until then a placeholder of the app, such as an asset, which keeps its
        /// size and template mode. Otherwise as ``setImage(on:fromURL:withPlaceholder:failure:)`` with a `DecodedImage`.
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
            on view: NSImageView,
            fromURL url: URL?,
            withPlaceholder placeholder: NSImage?,
            failure: NSImage? = nil
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
            on view: NSImageView,
            from request: ImageRequest<DecodedImage>,
            withPlaceholder placeholder: NSImage?,
            failure: NSImage? = nil
        ) -> ImageTask<DecodedImage>? {
            setImage(on: view, from: request) { view in
                view.image = placeholder
            } showFailure: { view in
                if let failure { view.image = failure }
            }
        }
    }
#endif
