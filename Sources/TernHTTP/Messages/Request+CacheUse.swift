extension Request {
    /// How a request may use the stored responses of a cache. See ``CallOptions/cacheUse``.
    ///
    /// Tern has no cache itself. A cache is a ``TransportLayer``, which reads this attribute of a request.
    @nonexhaustive
    public enum CacheUse: Sendable, Hashable {
        /// By the rules of HTTP (RFC 9111): a stored response that is fresh, or else the server.
        case standard
        /// The server, which may confirm a stored response. Its response is stored.
        case reload
        /// A stored response, even if it is no longer fresh; the server only if there is none.
        case returnStored
        /// A stored response, even if it is no longer fresh. If there is none, the response has status 504, and nothing is
        /// sent (RFC 9111, section 5.2.1.7).
        case onlyStored
        /// The server. Stored responses aren't read, and its response isn't stored.
        case bypass
    }
}

extension Request.CacheUse: RequestAttributeKey {
    /// The use of a request without another.
    public static var defaultValue: Request.CacheUse { .standard }

    public static func allowsSharing(_ value: Request.CacheUse, _ other: Request.CacheUse) -> Bool { value == other }
}

extension RequestAttributes {
    /// How a cache may be used for the request. ``Request/CacheUse/standard`` by default.
    public var cacheUse: Request.CacheUse {
        get { self[Request.CacheUse.self] }
        set { self[Request.CacheUse.self] = newValue }
    }

    /// The text under which a cache stores the response, instead of the URL. `nil`, the default, for the URL.
    public var cacheKey: String? {
        get { self[CacheKey.self] }
        set { self[CacheKey.self] = newValue }
    }

    private enum CacheKey: RequestAttributeKey {
        static var defaultValue: String? { nil }

        static func allowsSharing(_ value: String?, _ other: String?) -> Bool { value == other }
    }
}

extension Response {
    /// The part that a cache had in a response.
    @nonexhaustive
    public enum CacheStatus: Sendable, Hashable {
        /// A stored response that is fresh, with its age (RFC 9111, section 4.2.3).
        case hit(age: Duration)
        /// A stored response that is no longer fresh, with its age: the request or the server allows it, or the server
        /// can't be reached.
        case stale(age: Duration)
        /// A stored response that the server has confirmed with status 304.
        case revalidated
        /// The server's response. `stored` says whether the cache keeps it, as soon as its body is complete.
        case fetched(stored: Bool)
    }
}

extension Response.CacheStatus: CustomStringConvertible {
    /// The age is in whole seconds.
    public var description: String {
        switch self {
        case .hit(let age): "hit, \(Duration.seconds(age.components.seconds)) old"
        case .stale(let age): "stale, \(Duration.seconds(age.components.seconds)) old"
        case .revalidated: "revalidated"
        case .fetched(let isStored): isStored ? "fetched and stored" : "fetched"
        }
    }
}
