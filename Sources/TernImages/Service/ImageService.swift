import Foundation
import Tern

/// Loads pictures. View models and repositories hold a value of this type.
///
/// ```swift
/// @MainActor final class PoseViewModel {
///     let images: any ImageService<EncodedImage>
///
///     func show(_ pose: Pose) async throws {
///         picture = try await images.image(pose.pictureURL)
///     }
/// }
/// ```
///
/// ``ImageClient`` is the implementation of this module. Another implementation needs only the two requirements.
public protocol ImageService<Value>: Sendable {
    /// The type of the decoded pictures.
    associatedtype Value: Sendable

    /// The picture in memory. `nil` if it isn't in memory. It is never loaded.
    func cached(_ request: ImageRequest<Value>) -> Value?

    /// Starts to load a picture.
    ///
    /// - Returns: The load. Releasing the load doesn't cancel it.
    @discardableResult
    func load(_ request: ImageRequest<Value>) -> ImageTask<Value>
}

extension ImageService {
    /// The picture in memory. `nil` if it isn't in memory. It is never loaded.
    public func cached(_ url: URL) -> Value? {
        cached(ImageRequest(url))
    }

    /// Starts to load a picture.
    ///
    /// - Returns: The load. Releasing the load doesn't cancel it.
    @discardableResult
    public func load(_ url: URL) -> ImageTask<Value> {
        load(ImageRequest(url))
    }

    /// Returns the picture of a request, from memory or after loading it. Cancelling the calling task cancels the load.
    ///
    /// - Throws: `TernError`: the errors of the provider's calls; `.bodyTooLarge` or `.decodingFailed` for a picture
    ///   that exceeds the limits; `.decodingFailed` for bytes that aren't a picture; `.unreadableFile` for a file
    ///   that can't be read; `.invalidURL` for a URL that isn't http, https, `file:` or a valid `data:` URL.
    public func image(_ request: ImageRequest<Value>) async throws(TernError) -> Value {
        try await load(request).value
    }

    /// Returns the picture at a URL, from memory or after loading it. Cancelling the calling task cancels the load.
    ///
    /// - Throws: `TernError`, as for the function that takes a request.
    public func image(_ url: URL) async throws(TernError) -> Value {
        try await image(ImageRequest(url))
    }

    /// Loads several pictures, as many at once as the service allows.
    ///
    /// - Returns: The picture or the error of each request, in the order of the requests. Cancelling the calling task
    ///   cancels all loads.
    public func images(_ requests: [ImageRequest<Value>]) async -> [Result<Value, TernError>] {
        let tasks = requests.map { load($0) }
        return await withTaskCancellationHandler {
            var results: [Result<Value, TernError>] = []
            for task in tasks { results.append(await task.result) }
            return results
        } onCancel: {
            for task in tasks { task.cancel() }
        }
    }

    /// Loads several pictures, as many at once as the service allows.
    ///
    /// - Returns: The picture or the error of each URL, in the order of the URLs. Cancelling the calling task cancels
    ///   all loads.
    public func images(_ urls: [URL]) async -> [Result<Value, TernError>] {
        await images(urls.map { ImageRequest($0) })
    }

    /// Loads pictures into memory before they are needed. Requests with the priority `.normal` are loaded with the
    /// priority `.low`; other priorities are kept.
    ///
    /// - Returns: An object that stops the loads when it is released. Keep a reference to it.
    public func prefetch(_ requests: [ImageRequest<Value>]) -> ImagePrefetch<Value> {
        ImagePrefetch(
            requests.map { request in
                var request = request
                if request.priority == .normal { request.priority = .low }
                return load(request)
            }
        )
    }

    /// Loads pictures into memory before they are needed, with the priority `.low`.
    ///
    /// - Returns: An object that stops the loads when it is released. Keep a reference to it.
    public func prefetch(_ urls: [URL]) -> ImagePrefetch<Value> {
        prefetch(urls.map { ImageRequest($0) })
    }

    /// Loads a picture and passes it to a closure.
    ///
    /// ```swift
    /// images.downloadImage(fromURL: url) { result in self.picture = try? result.get() }
    /// ```
    ///
    /// - Parameters:
    ///   - url: The URL of the picture.
    ///   - completion: Called exactly once, like the closure of ``ImageTask/onCompletion(_:)``.
    /// - Returns: The load. Releasing the load doesn't cancel it.
    @discardableResult
    public func downloadImage(
        fromURL url: URL,
        @_inheritActorContext completion: @escaping @Sendable @isolated(any) (Result<Value, TernError>) -> Void
    ) -> ImageTask<Value> {
        load(url).onCompletion(completion)
    }
}
