import Foundation
import Tern

/// Loads, decodes and keeps pictures.
///
/// ```swift
/// let images = ImageClient(decoder: .encoded)
/// let picture = try await images.image(url)       // EncodedImage: bytes, format and size
/// ```
///
/// Every byte comes through a provider: its plugins, retries, stubs, journal and clock apply to pictures as to any
/// other call. Pictures are kept in memory only; there is no shared instance, so each test and each user can have its
/// own client, with its own memory.
///
/// Loads with equal ``ImageRequest``s share their work. Releasing the client doesn't end its loads: they continue, and
/// the pictures in memory are released after the last load has ended.
public final class ImageClient<Value: Sendable>: ImageService {
    /// The configuration that the client was created with.
    public let configuration: ImageClientConfiguration

    private let pipeline: ImagePipeline<Value>
    private let responseQueue: DispatchQueue?

    /// A client whose pictures come through a provider.
    ///
    /// - Parameters:
    ///   - provider: Downloads the bytes. Its clock is that of the memory cache's ages.
    ///   - decoder: Makes a picture from its bytes.
    ///   - configuration: The limits.
    ///   - responseQueue: The queue of completion closures without an actor. `nil`, the default, for the main queue.
    public init(
        provider: some ProviderType<ImageTarget>,
        decoder: ImageDecoder<Value>,
        configuration: ImageClientConfiguration = ImageClientConfiguration(),
        responseQueue: DispatchQueue? = nil
    ) {
        self.configuration = configuration
        self.responseQueue = responseQueue
        pipeline = ImagePipeline(provider: provider, decoder: decoder, configuration: configuration)
    }

    /// A client whose pictures come through a new provider with this transport and these plugins.
    ///
    /// - Parameters:
    ///   - transport: Sends the requests. A new engine of this platform by default.
    ///   - plugins: Layers around each request. The first is the outermost. Empty by default.
    ///   - decoder: Makes a picture from its bytes.
    ///   - configuration: The limits.
    ///   - responseQueue: The queue of completion closures without an actor. `nil`, the default, for the main queue.
    ///   - clock: The clock for timeouts, plugins that wait, and the ages in the memory cache. Real time by default.
    public convenience init(
        transport: any Transport = .platform,
        plugins: [any Plugin] = [],
        decoder: ImageDecoder<Value>,
        configuration: ImageClientConfiguration = ImageClientConfiguration(),
        responseQueue: DispatchQueue? = nil,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.init(
            provider: Provider<ImageTarget>(transport: transport, plugins: plugins, clock: clock),
            decoder: decoder,
            configuration: configuration,
            responseQueue: responseQueue
        )
    }

    /// The picture in memory, at once. `nil` if it isn't there; nothing is loaded. The cache policy of the request is
    /// ignored.
    public func cached(_ request: ImageRequest<Value>) -> Value? {
        pipeline.memory.value(for: ImageKey(request))
    }

    /// The picture in memory, at once. `nil` if it isn't there; nothing is loaded.
    public func cached(_ url: URL) -> Value? {
        // Without a request, which takes longer to make than the picture to find.
        pipeline.memory.value(for: ImageKey(url))
    }

    @discardableResult
    public func load(_ request: ImageRequest<Value>) -> ImageTask<Value> {
        if request.cachePolicy.readsMemory, let value = cached(request) {
            return ImageTask(request, responseQueue: responseQueue, result: .success(value))
        }
        let task = ImageTask(request, responseQueue: responseQueue)
        pipeline.add(task)
        return task
    }

    /// Removes all pictures from memory. Loads that run continue, but their pictures aren't kept, and later loads don't
    /// share their work: after this function, no picture comes from before it.
    ///
    /// It frees the memory off the caller's actor, and returns when that is done.
    @concurrent
    public func removeAll() async {
        pipeline.removeAll()
    }

    /// Removes a picture from memory. Loads of it that run continue, but their pictures aren't kept, and later loads
    /// don't share their work.
    ///
    /// The same picture with other transforms stays in memory: remove each with its own request, or call
    /// ``removeAll()``.
    public func remove(_ request: ImageRequest<Value>) {
        pipeline.remove(request)
    }

    /// Waits until no download, decode or transform runs or waits for its turn, or until the task is cancelled. For
    /// tests of what is left.
    public func waitUntilIdle() async {
        await pipeline.waitUntilIdle()
    }

    /// The counts until now.
    public var statistics: ImageStatistics { pipeline.statistics }
}
