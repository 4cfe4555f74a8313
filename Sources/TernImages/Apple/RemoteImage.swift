#if canImport(SwiftUI)
    public import Foundation
    public import SwiftUI
    import Tern

    /// A view that loads a picture from an ``ImageService`` and shows it, like SwiftUI's `AsyncImage`.
    ///
    /// ```swift
    /// RemoteImage(pose.pictureURL, from: images) { picture in
    ///     picture.resizable().scaledToFit()
    /// } placeholder: {
    ///     ProgressView()
    /// }
    /// ```
    ///
    /// The load begins when the view appears. It is cancelled when the view disappears, or when the view gets another
    /// request or another service. So after a change to the service of another user, the view doesn't show the picture
    /// of the previous user. A service that is a class is compared by its identity. A service that is a `Hashable`
    /// struct or enum is compared by its value. All other services of one type count as the same service.
    ///
    /// A picture in memory is shown at once. A view keeps its picture, and doesn't load it again when the view
    /// reappears.
    ///
    /// This code has been typechecked against a part of the system's interface, but not run on an Apple platform yet.
    public struct RemoteImage<Content: View>: View {
        private let request: ImageRequest<DecodedImage>?
        private let images: any ImageService<DecodedImage>
        private let content: (AsyncImagePhase) -> Content
        @State private var shown = ShownImage<DecodedImage>()
        @Environment(\.displayScale) private var displayScale

        /// - Parameters:
        ///   - url: The URL of the picture. `nil` for no picture.
        ///   - images: The service that loads the picture.
        ///   - content: Creates the view for a phase: `.empty` until the picture has arrived, `.success` with the
        ///     picture, or `.failure` with a `TernError`.
        public init(
            _ url: URL?,
            from images: any ImageService<DecodedImage>,
            @ViewBuilder content: @escaping (AsyncImagePhase) -> Content
        ) {
            self.init(optional: url.map { ImageRequest($0) }, from: images, content: content)
        }

        /// - Parameters:
        ///   - request: The URL with header fields, transforms or a cache policy.
        ///   - images: The service that loads the picture.
        ///   - content: Creates the view for a phase: `.empty` until the picture has arrived, `.success` with the
        ///     picture, or `.failure` with a `TernError`.
        public init(
            _ request: ImageRequest<DecodedImage>,
            from images: any ImageService<DecodedImage>,
            @ViewBuilder content: @escaping (AsyncImagePhase) -> Content
        ) {
            self.init(optional: request, from: images, content: content)
        }

        /// - Parameters:
        ///   - url: The URL of the picture. `nil` for no picture.
        ///   - images: The service that loads the picture.
        ///   - content: Creates the view for the picture.
        ///   - placeholder: Creates the view until the picture has arrived, and after a failure.
        public init<Picture: View, Placeholder: View>(
            _ url: URL?,
            from images: any ImageService<DecodedImage>,
            @ViewBuilder content: @escaping (Image) -> Picture,
            @ViewBuilder placeholder: @escaping () -> Placeholder
        ) where Content == _ConditionalContent<Picture, Placeholder> {
            self.init(url, from: images) { phase in
                if case .success(let image) = phase { content(image) } else { placeholder() }
            }
        }

        /// - Parameters:
        ///   - request: The URL with header fields, transforms or a cache policy.
        ///   - images: The service that loads the picture.
        ///   - content: Creates the view for the picture.
        ///   - placeholder: Creates the view until the picture has arrived, and after a failure.
        public init<Picture: View, Placeholder: View>(
            _ request: ImageRequest<DecodedImage>,
            from images: any ImageService<DecodedImage>,
            @ViewBuilder content: @escaping (Image) -> Picture,
            @ViewBuilder placeholder: @escaping () -> Placeholder
        ) where Content == _ConditionalContent<Picture, Placeholder> {
            self.init(request, from: images) { phase in
                if case .success(let image) = phase { content(image) } else { placeholder() }
            }
        }

        private init(
            optional request: ImageRequest<DecodedImage>?,
            from images: any ImageService<DecodedImage>,
            content: @escaping (AsyncImagePhase) -> Content
        ) {
            self.request = request
            self.images = images
            self.content = content
        }

        public var body: some View {
            // The identity of the content can change from phase to phase. The identity of the stack doesn't change, so
            // its task continues.
            ZStack { content(phase) }.task(id: key) { await load() }
        }

        // MARK: - Private

        private var key: ShownImage<DecodedImage>.Key? {
            request.map { ShownImage.Key($0, from: images) }
        }

        private var phase: AsyncImagePhase {
            guard let request, let key else { return .empty }
            switch shown.result(for: key) {
            case .success(let picture): return .success(image(picture))
            case .failure(let error): return .failure(error)
            case nil:
                guard request.cachePolicy.readsMemory else { return .empty }
                return images.cached(request).map { .success(image($0)) } ?? .empty
            }
        }

        private func image(_ picture: DecodedImage) -> Image {
            Image(decorative: picture.cgImage, scale: displayScale)
        }

        private func load() async {
            guard let request, let key else { return shown.clear() }
            guard shown.needsLoad(for: key) else { return }
            let result = await images.load(request).result
            shown.finish(result, for: key, isCancelled: Task.isCancelled)
        }
    }
#endif
