import Foundation
import Tern
import TernCache

/// Loads and decodes pictures, and keeps them in memory and in an `HTTPCache`.
///
/// ```swift
/// let images = ImageClient(decoder: .encoded)
/// let picture = try await images.image(url)       // EncodedImage: bytes, format and size
/// ```
///
/// All bytes are loaded by a provider. Its plugins, retries, stubs, journal and clock apply to pictures as to any other
/// call. With a `cache`, pictures survive a restart of the app:
///
/// ```swift
/// let cache = HTTPCache(disk: .init(folder: caches.appendingPathComponent("pictures")))
/// let images = ImageClient(cache: cache, storageTime: .seconds(30 * 86_400), decoder: .encoded)
/// ```
///
/// There is no shared instance, so each test and each user can have a separate
/// client with separate memory.
///
/// Loads with equal ``ImageRequest``s share their work. Releasing the client doesn't end its loads: they continue, and
/// the pictures in memory are released after the last load has ended.
public final class ImageClient<Value: Sendable>: ImageService {
    /// The configuration with which the client was created.
    public let configuration: ImageClientConfiguration

    private let pipeline: ImagePipeline<Value>
    private let responseQueue: DispatchQueue?

    /// Creates a client that loads pictures with a provider.
    ///
    /// - Parameters:
    ///   - provider: Downloads the bytes. Its clock also measures the ages of pictures in memory.
    ///   - cache: The cache above the transport of the provider, such as `transport.cached(by: cache)`. The client looks
    ///     a picture without credentials up in it before the download has to wait for others, and removes from it what it
    ///     removes from memory. `nil`, the default, if the transport has no cache.
    ///   - decoder: Decodes a picture from its bytes.
    ///   - configuration: The limits.
    ///   - responseQueue: The queue of completion closures without an actor. `nil`, the default, for the main queue.
    public init(
        provider: some ProviderType<ImageTarget>,
        cache: HTTPCache? = nil,
        decoder: ImageDecoder<Value>,
        configuration: ImageClientConfiguration = ImageClientConfiguration(),
        responseQueue: DispatchQueue? = nil
    ) {
        self.configuration = configuration
        self.responseQueue = responseQueue
        pipeline = ImagePipeline(provider: provider, cache: cache, decoder: decoder, configuration: configuration)
    }

    /// Creates a client that loads pictures with a new provider with this transport and these plugins.
    ///
    /// - Parameters:
    ///   - transport: Sends the requests. A new engine of this platform by default.
    ///   - cache: Stores the pictures as their servers sent them, on a disk if it has one. ``removeAll()`` removes all
    ///     that it stores, so use one for pictures alone. `nil`, the default, for pictures in memory only.
    ///   - storageTime: How long the cache keeps a picture, instead of the time that the server sets. `nil`, the
    ///     default, for the time of the server.
    ///   - plugins: The plugins around each request. The first plugin is the outermost. Empty by default.
    ///   - decoder: Decodes a picture from its bytes.
    ///   - configuration: The limits.
    ///   - responseQueue: The queue of completion closures without an actor. `nil`, the default, for the main queue.
    ///   - clock: The clock for timeouts, plugins that wait, and the ages in the memory cache. Real time by default.
    public convenience init(
        transport: any Transport = .platform,
        cache: HTTPCache? = nil,
        storageTime: Duration? = nil,
        plugins: [any Plugin] = [],
        decoder: ImageDecoder<Value>,
        configuration: ImageClientConfiguration = ImageClientConfiguration(),
        responseQueue: DispatchQueue? = nil,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        var transport = transport
        if let cache {
            if let storageTime { transport = transport.layered(StorageTime(storageTime)) }
            transport = transport.cached(by: cache)
        }
        self.init(
            provider: Provider<ImageTarget>(transport: transport, plugins: plugins, clock: clock),
            cache: cache,
            decoder: decoder,
            configuration: configuration,
            responseQueue: responseQueue
        )
    }

    /// The picture in memory. `nil` if it isn't in memory. It is never loaded. The cache policy of the request is
    /// ignored.
    public func cached(_ request: ImageRequest<Value>) -> Value? {
        pipeline.memory.value(for: ImageKey(request))
    }

    /// The picture in memory. `nil` if it isn't in memory. It is never loaded.
    public func cached(_ url: URL) -> Value? {
        // No request is created, since creating a request takes longer than the lookup.
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

    /// Puts a picture into memory, such as one that the user has just taken. It replaces the picture of an equal request.
    ///
    /// Running loads of the picture continue, but their results don't replace it, and later loads don't share their
    /// work. The same picture with other transforms stays in memory. The cache policy of the request is ignored.
    ///
    /// ```swift
    /// images.insert(photo, for: ImageRequest(profile.pictureURL))
    /// ```
    ///
    /// - Returns: Whether the picture is kept. `false` if its cost exceeds a tenth of
    ///   ``MemoryCacheLimits/maximumCost``: then the memory has no picture for the request.
    @discardableResult
    public func insert(_ picture: Value, for request: ImageRequest<Value>) -> Bool {
        pipeline.insert(picture, for: ImageKey(request))
    }

    /// Removes all pictures from memory, and all responses from the cache. Running loads continue, but their pictures aren't kept, and later loads don't
    /// share their work. So loads that begin later never return a picture from before the call.
    ///
    /// The memory is freed outside of the caller's actor. The function returns when the memory has been freed.
    @concurrent
    public func removeAll() async {
        await pipeline.removeAll()
    }

    /// Removes a picture from memory, and its response from the cache. Running loads of the picture continue, but their results aren't kept, and later
    /// loads don't share their work.
    ///
    /// The same picture with other transforms stays in memory. Remove each variant with its own request, or call
    /// ``removeAll()``.
    public func remove(_ request: ImageRequest<Value>) async {
        await pipeline.remove(request)
    }

    /// Waits until no download, decode or transform is running or queued, or until the task is cancelled. For tests
    /// that check for remaining work.
    public func waitUntilIdle() async {
        await pipeline.waitUntilIdle()
    }

    /// The current counts.
    public var statistics: ImageStatistics { pipeline.statistics }
}
