import Foundation

/// Options of one call: a progress handler, a timeout, additional header fields and attributes.
///
/// ```swift
/// let options = CallOptions(timeout: .seconds(5), headers: ["X-Trace": trace])
/// let user = try await github.value(.user("octocat"), options: options)
/// ```
public struct CallOptions: Sendable {
    /// Receives progress updates, one after another, before the call ends. A closure in code of the main actor runs on
    /// the main actor, and may use its state; a closure without an actor runs on any thread. A handler that is slower
    /// than the network misses some updates, but never the last one.
    public typealias ProgressHandler = @Sendable @isolated(any) (TransferProgress) -> Void

    /// Receives the number of bytes sent and received, before the call ends. A streaming call ends when the head of its
    /// response is received, so there are no updates for its chunks. `nil` by default.
    public var progress: ProgressHandler?

    /// Receive the same updates as ``progress``, on the thread that reports them: for a provider that makes the call of
    /// another one, and must leave `progress` to the caller. Empty by default.
    public var progressObservers: [TransferProgress.Handler] = []

    /// The shortest time between two progress updates, on the provider's clock. The first and the last update are
    /// always received. Zero, the default, means all updates.
    public var progressInterval: Duration

    /// Overrides the target's ``TargetType/timeout``, and limits the same: one attempt, without the request closure and
    /// the plugins. `nil`, the default, for the target's timeout.
    public var timeout: Duration?

    /// Overrides the route's and the transport's longest time without a sent or received byte, see
    /// ``Request/idleTimeout``. `nil`, the default, for that of the route, or else of the transport.
    public var idleTimeout: Duration?

    /// Header fields to add to the fields of the endpoint. A field with the same name is replaced. Empty by default.
    public var headers: HTTPHeaders

    /// Fields of a stream's request, which are added unless the endpoint or ``headers`` set them.
    package var fallbackHeaders: HTTPHeaders = [:]

    /// The URL to request, with its query, instead of the URL and the query of the endpoint: for example a link of an
    /// earlier response. Method, header fields, body and stubs still come from the target. `nil`, the default, for the
    /// endpoint's URL.
    ///
    /// The endpoint's query is left out, unless ``keepsQuery`` is `true`. ``Provider/explain(_:options:)-(Target,_)`` shows the URL
    /// that isn't requested.
    ///
    /// The URL must be an http or https URL with the endpoint's origin (scheme, host and port), because the request
    /// contains the credentials for that origin. The call fails with `.invalidURL` for any other URL, before plugins
    /// run.
    public var url: URL?

    /// Whether the query of the endpoint is added after the query of ``url``. `false`, the default, for a link that is
    /// complete. `true` for a URL that a server gave for the next request, and to which the case adds parameters.
    public var keepsQuery: Bool

    /// The destination of the response's body. `nil`, the default, for the delivery of the request. It is
    /// ``Request/Delivery/collected(limit:)``, unless the request closure sets another delivery.
    public var delivery: Request.Delivery?

    /// Whether the body is decoded, if the response has a content coding such as gzip. ``Request/Decoding/automatic`` by
    /// default. A download with ``Request/Decoding/none`` keeps a `.tar.gz` as it is, even if the server calls gzip its
    /// content coding. A download with ``Request/Decoding/identity`` can be continued even if the server codes bodies.
    public var decoding: Request.Decoding {
        get { attributes[Request.Decoding.self] }
        set { attributes[Request.Decoding.self] = newValue }
    }

    /// How a cache may be used for the call, such as ``Request/CacheUse/reload`` after a pull to refresh.
    /// ``Request/CacheUse/standard`` by default. It has no effect without a cache.
    public var cacheUse: Request.CacheUse {
        get { attributes.cacheUse }
        set { attributes.cacheUse = newValue }
    }

    /// The text under which a cache stores the response, instead of the URL: for example the path of a signed URL, whose
    /// query differs in each request. `nil`, the default, for the URL.
    public var cacheKey: String? {
        get { attributes.cacheKey }
        set { attributes.cacheKey = newValue }
    }

    /// Typed values for plugins and transports, which read them from ``RequestContext`` and
    /// ``Request/attributes``. Empty by default.
    public var attributes: RequestAttributes

    /// Creates options. Without arguments, a call has the defaults of its target and its provider.
    public init(
        @_inheritActorContext progress: ProgressHandler? = nil,
        progressInterval: Duration = .zero,
        timeout: Duration? = nil,
        idleTimeout: Duration? = nil,
        headers: HTTPHeaders = [:],
        url: URL? = nil,
        keepsQuery: Bool = false,
        delivery: Request.Delivery? = nil,
        decoding: Request.Decoding = .automatic,
        cacheUse: Request.CacheUse = .standard,
        cacheKey: String? = nil,
        attributes: RequestAttributes = RequestAttributes()
    ) {
        self.progress = progress
        self.progressInterval = progressInterval
        self.timeout = timeout
        self.idleTimeout = idleTimeout
        self.headers = headers
        self.url = url
        self.keepsQuery = keepsQuery
        self.delivery = delivery
        var attributes = attributes
        if decoding != .automatic { attributes[Request.Decoding.self] = decoding }
        if cacheUse != .standard { attributes.cacheUse = cacheUse }
        if let cacheKey { attributes.cacheKey = cacheKey }
        self.attributes = attributes
    }
}

extension CallOptions {
    /// Passes an update to ``progress`` and ``progressObservers``, for a ``ProviderType`` of your own.
    public func report(_ update: TransferProgress) async {
        for observer in progressObservers { observer(update) }
        await progress?(update)
    }
}

extension CallOptions: CustomStringConvertible, TextReflectable {
    /// The timeout and the names of the header fields.
    public var description: String {
        "timeout \(timeout.map { "\($0)" } ?? "of the target"), fields \(headers.map(\.name))"
    }
}
