import Tern

/// How a call uses an ``HTTPCache``.
@nonexhaustive
public enum CacheUse: Sendable, Hashable {
    /// By the rules of HTTP (RFC 9111).
    case standard
    /// The server validates a stored response, or sends a new one, which is stored.
    case reload
    /// A stored response, however old it is. Else the server's.
    case returnStored
    /// A stored response, however old it is. Else a response with status 504. No request is sent.
    case onlyStored
    /// The server's response. The cache is neither read nor written.
    case bypass
}

extension CacheUse: RequestAttributeKey {
    /// The use of a call without another.
    public static var defaultValue: CacheUse { .standard }
}

private enum CacheKeyAttribute: RequestAttributeKey {
    static var defaultValue: String? { nil }
}

extension RequestAttributes {
    /// How the call uses the cache. ``CacheUse/standard`` by default.
    public var cacheUse: CacheUse {
        get { self[CacheUse.self] }
        set { self[CacheUse.self] = newValue }
    }

    /// The name under which the response is stored, instead of its URL: for a URL with a signature that differs each
    /// time. `nil`, the default, for the URL.
    public var cacheKey: String? {
        get { self[CacheKeyAttribute.self] }
        set { self[CacheKeyAttribute.self] = newValue }
    }
}
