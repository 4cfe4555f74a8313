import Foundation
import Tern

/// A picture to load: its URL, the header fields to send, the transforms to apply, and the use of the memory cache.
///
/// ```swift
/// var request = ImageRequest<EncodedImage>(url)
/// request.headers = ["Authorization": "Bearer \(token)"]
/// request.priority = .high
/// let picture = try await images.image(request)
/// ```
///
/// Loads with equal requests share one download, one decode and one run of each transform. Requests are equal if
/// ``cacheKey`` (or ``url`` without one), ``headers``, ``authorization``, ``targetSize``, ``cachePolicy`` and the keys of
/// the transforms are equal. The method is always GET.
public struct ImageRequest<Value: Sendable>: Sendable {
    /// An http, https, `data:` or `file:` URL. An http or https URL is requested unchanged, but without its fragment. A
    /// file is read outside of the caller's actor; its picture in memory doesn't change with the file. A load of any
    /// other URL fails with `.invalidURL`.
    public var url: URL

    /// Header fields to send. Requests with different fields never share a picture, so a field with credentials
    /// separates the pictures of two users. Empty by default.
    public var headers: HTTPHeaders

    /// The scheme of the credentials that a plugin such as `AuthorizationPlugin` adds. `.none` by default. Only the
    /// origins in ``ImageClientConfiguration/authorizedOrigins`` receive credentials: a picture of another origin is
    /// requested without them.
    ///
    /// Plugins run after the lookup in the memory cache, so their credentials aren't compared. The fields from an
    /// endpoint closure, the cookies of the transport, and a client certificate aren't compared either. If one of them
    /// identifies the user, use an ``ImageClient`` for each user, or call ``ImageClient/removeAll()`` when the user
    /// changes.
    public var authorization: Authorization

    /// Replaces the URL in comparisons, for example if the URL has a signature that changes. `nil`, the default, for
    /// the URL.
    public var cacheKey: String?

    /// The size in pixels in which the picture is shown: the size of its view in points, times the scale of the screen.
    /// The decoder receives it, so that it can make a smaller picture. `nil`, the default, for the size that the decoder
    /// chooses.
    ///
    /// Pictures of different target sizes are different pictures in memory, and each is downloaded. With a provider with
    /// `trackInflights`, downloads at the same time share a request.
    public var targetSize: ImageHeader.Size?

    /// The transforms that are applied to the decoded picture, in this order. Empty by default.
    public var transforms: [ImageTransform<Value>]

    /// The use of the memory cache. ``ImageCachePolicy/memoryFirst`` by default.
    public var cachePolicy: ImageCachePolicy

    /// The priority in the queues for downloads and decodes. `.normal` by default. A `ConcurrencyLimitPlugin` receives the
    /// priority with which the download leaves its queue: a later load of the same picture doesn't change it there.
    public var priority: CallOptions.Priority

    /// Creates a request. Each parameter sets the property of the same name.
    public init(
        _ url: URL,
        headers: HTTPHeaders = [:],
        authorization: Authorization = .none,
        cacheKey: String? = nil,
        targetSize: ImageHeader.Size? = nil,
        transforms: [ImageTransform<Value>] = [],
        cachePolicy: ImageCachePolicy = .memoryFirst,
        priority: CallOptions.Priority = .normal
    ) {
        self.url = url
        self.headers = headers
        self.authorization = authorization
        self.cacheKey = cacheKey
        self.targetSize = targetSize
        self.transforms = transforms
        self.cachePolicy = cachePolicy
        self.priority = priority
    }
}
