#if canImport(SwiftUI)
    public import Foundation
    public import SwiftUI
    import Tern

    /// A view that loads a picture from an ``ImageService`` and shows it, in the manner of SwiftUI's `AsyncImage`.
    ///
    /// ```swift
    /// RemoteImage(pose.pictureURL, from: images) { picture in
    ///     picture.resizable().scaledToFit()
    /// } placeholder: {
    ///     ProgressView()
    /// }
    /// ```
    ///
    /// The load begins when the view appears, and is cancelled when it disappears or has another URL. A picture in memory is
    /// shown at once.
    ///
    /// It has been compiled with a part of the system's interface, but not run on an Apple platform yet.
    public struct RemoteImage<Content: View>: View {
        /// The end of a load, and the URL that it belongs to: a view whose URL has changed doesn't show the old picture.
        private struct Loaded {
            let url: URL
            let result: Result<DecodedImage, TernError>
        }

        private let url: URL?
        private let images: any ImageService<DecodedImage>
        private let content: (AsyncImagePhase) -> Content
        @State private var loaded: Loaded?
        @Environment(\.displayScale) private var displayScale

        /// - Parameters:
        ///   - url: `nil` for no picture.
        ///   - content: Makes the view for a phase: `.empty` until the picture has arrived, `.success` with the picture, or
        ///     `.failure` with a `TernError`.
        public init(
            _ url: URL?,
            from images: any ImageService<DecodedImage>,
            @ViewBuilder content: @escaping (AsyncImagePhase) -> Content
        ) {
            self.url = url
            self.images = images
            self.content = content
        }

        /// - Parameters:
        ///   - url: `nil` for no picture.
        ///   - content: Makes the view for the picture.
        ///   - placeholder: Makes the view until the picture has arrived, and after a failure.
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

        public var body: some View {
            content(phase).task(id: url) { await load() }
        }

        // MARK: - Private

        private var phase: AsyncImagePhase {
            guard let url else { return .empty }
            if let loaded, loaded.url == url {
                switch loaded.result {
                case .success(let picture): return .success(image(picture))
                case .failure(let error): return .failure(error)
                }
            }
            return images.cached(url).map { .success(image($0)) } ?? .empty
        }

        private func image(_ picture: DecodedImage) -> Image {
            Image(decorative: picture.cgImage, scale: displayScale)
        }

        private func load() async {
            guard let url else {
                loaded = nil
                return
            }
            let result: Result<DecodedImage, TernError>
            do throws(TernError) {
                result = .success(try await images.image(url))
            } catch {
                // The view has disappeared, or has another URL.
                guard error.code != .cancelled else { return }
                result = .failure(error)
            }
            loaded = Loaded(url: url, result: result)
        }
    }
#endif
