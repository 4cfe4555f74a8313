import Foundation

/// The limits of an ``ImageClient``.
public struct ImageClientConfiguration: Hashable, Sendable {
    /// The maximum number of downloads that run at the same time. Further downloads wait, in the order of their
    /// priorities. 6 by default. Values below 1 mean 1.
    ///
    /// A download counts from its beginning until its response has been received. It doesn't count while a plugin waits:
    /// for a further attempt, a rate limit, a limit of each host, a refresh of credentials, or anything that the plugin
    /// announces with `RequestContext.willWait()`. Afterwards, it waits in the queue again, which isn't a part of its
    /// timeout. If the client has another `ProviderType` than `Provider`, a download counts during the whole call.
    public var maximumDownloads: Int

    /// The maximum number of decodes and transforms that run at the same time. 2 by default. Values below 1 mean 1.
    public var maximumDecodes: Int

    /// URLs whose origins (scheme, host and port) receive the credentials of ``ImageRequest/authorization``. Paths are
    /// ignored. Empty by default: no request has credentials of a plugin.
    ///
    /// The URLs of pictures often come from other users. Without this list, a picture with the URL of a foreign server
    /// would receive the token. A picture of another origin is requested without credentials.
    public var authorizedOrigins: [URL]

    /// The largest picture.
    public var limits: ImageLimits

    /// The limits of the memory cache.
    public var memory: MemoryCacheLimits

    /// Creates a configuration. Each parameter sets the property of the same name.
    public init(
        maximumDownloads: Int = 6,
        maximumDecodes: Int = 2,
        authorizedOrigins: [URL] = [],
        limits: ImageLimits = ImageLimits(),
        memory: MemoryCacheLimits = MemoryCacheLimits()
    ) {
        self.maximumDownloads = maximumDownloads
        self.maximumDecodes = maximumDecodes
        self.authorizedOrigins = authorizedOrigins
        self.limits = limits
        self.memory = memory
    }
}
