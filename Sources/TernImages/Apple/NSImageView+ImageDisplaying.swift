#if canImport(AppKit) && !targetEnvironment(macCatalyst)
    public import AppKit
    public import Foundation

    /// Image views show the pictures of an ``ImageClient`` with ``ImageDecoder/downsampled(to:)``:
    ///
    /// ```swift
    /// images.setImage(on: cell.imageView, fromURL: pose.pictureURL)
    /// ```
    ///
    /// This code has been typechecked against a part of the system's interface, but not run on an Apple platform yet.
    extension NSImageView: ImageDisplaying {
        public var imageSlot: ImageSlot<DecodedImage> { ViewSlot.slot(of: self) }

        /// Shows a picture. Each pixel takes one point, unless the view scales the picture.
        public func display(_ image: DecodedImage?) {
            self.image = image.map { NSImage(cgImage: $0.cgImage, size: .zero) }
        }
    }

    extension ImageService where Value == DecodedImage {
        /// Shows the picture at a URL, and a system image as a placeholder while the picture is loaded. The
        /// placeholder, such as an asset of the app, keeps its size and template mode. Otherwise, the function is equal
        /// to ``setImage(on:fromURL:withPlaceholder:failure:)`` with a `DecodedImage`.
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

        /// Shows the picture of a request, and a system image as a placeholder while the picture is loaded. The
        /// parameters are the same as for the function that takes a URL.
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
