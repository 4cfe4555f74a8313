import Foundation
import Tern

/// The transport of a provider's calls, and the settings of their requests. Alamofire's name.
///
/// ```swift
/// let configuration = URLSessionConfiguration.default
/// configuration.timeoutIntervalForRequest = 20
/// let provider = MoyaProvider<GitHub>(session: Session(configuration: configuration, interceptor: refresh))
/// ```
///
/// A redirect to another origin removes the request's fields, except those that are safe for any origin. To keep some,
/// name them in `crossOriginHeaders`.
open class Session {
    /// The network engine.
    public let transport: any Tern.Transport
    /// Changes requests and decides about retries. Both run on ``rootQueue``.
    public let interceptor: RequestInterceptor?
    /// The queue on which requests are prepared, one after another. They may block it.
    public let rootQueue: DispatchQueue
    /// The configuration of ``init(configuration:rootQueue:startRequestsImmediately:requestQueue:serializationQueue:interceptor:crossOriginHeaders:)``.
    public let sessionConfiguration: URLSessionConfiguration
    /// Names of fields that a redirect to another origin keeps.
    public let crossOriginHeaders: Set<String>
    /// The fields that every request gets which doesn't have them.
    let additionalHeaders: [String: String]
    let provider: Tern.Provider<SentTarget>
    private let requests = Guarded<Set<Request>>([])

    /// A session with the default settings.
    public static let `default` = Session()

    /// A session with any transport of Tern, and Tern's plugins around each request.
    ///
    /// The transport decides about cookies: `.platform` has none, and a `TransportConfiguration` with `cookies` set to
    /// `.inMemory` stores them.
    ///
    /// - Parameters:
    ///   - transport: The network engine.
    ///   - plugins: Plugins of Tern around each attempt, after the plugins of the provider. None by default.
    ///   - redirects: Whether redirects are followed. Up to 20 by default.
    ///   - interceptor: Changes requests and decides about retries. None by default.
    ///   - additionalHeaders: Fields for requests that don't have them. ``HTTPHeaders/default`` by default.
    ///   - crossOriginHeaders: Names of fields that a redirect to another origin keeps. None by default.
    ///   - timeout: The longest time of an attempt. No limit by default.
    ///   - rootQueue: A serial queue on which requests are prepared. A new one by default.
    public init(
        transport: any Tern.Transport,
        plugins: [any Tern.Plugin] = [],
        redirects: Tern.RedirectPolicy = .follow(limit: 20),
        interceptor: RequestInterceptor? = nil,
        additionalHeaders: [String: String] = HTTPHeaders.default.dictionary,
        crossOriginHeaders: Set<String> = [],
        timeout: Duration? = nil,
        rootQueue: DispatchQueue = DispatchQueue(label: "TernMoya.session")
    ) {
        self.transport = transport
        self.interceptor = interceptor
        self.additionalHeaders = additionalHeaders
        self.crossOriginHeaders = crossOriginHeaders
        self.rootQueue = rootQueue
        sessionConfiguration = .default
        provider = Self.provider(transport, plugins, redirects, timeout)
    }

    /// Alamofire's initializer, with the parameters that have a meaning here.
    ///
    /// On Linux, `timeoutIntervalForRequest`, `timeoutIntervalForResource`, `httpMaximumConnectionsPerHost`,
    /// `httpShouldSetCookies` and `httpAdditionalHeaders` of the configuration are used. Sessions whose configuration
    /// has the default values share connections and cookies; any other session has its own.
    ///
    /// - Parameters:
    ///   - configuration: The timeouts, cookies and header fields. ``HTTPHeaders/default`` is added to the
    ///     fields.
    ///   - rootQueue: A serial queue on which requests are prepared. A new one by default.
    ///   - startRequestsImmediately: Not used: a call always begins at once.
    ///   - requestQueue: Not used: `rootQueue` prepares requests.
    ///   - serializationQueue: Not used.
    ///   - interceptor: Changes requests and decides about retries. None by default.
    ///   - crossOriginHeaders: Names of fields that a redirect to another origin keeps. None by default.
    public init(
        configuration: URLSessionConfiguration = .default,
        rootQueue: DispatchQueue = DispatchQueue(label: "TernMoya.session"),
        startRequestsImmediately: Bool = true,
        requestQueue: DispatchQueue? = nil,
        serializationQueue: DispatchQueue? = nil,
        interceptor: RequestInterceptor? = nil,
        crossOriginHeaders: Set<String> = []
    ) {
        var fields = HTTPHeaders.default
        for field in configuration.headers { fields.update(field) }
        let timeout = configuration.timeoutIntervalForResource
        transport = Self.transport(for: configuration)
        self.interceptor = interceptor
        additionalHeaders = fields.dictionary
        self.crossOriginHeaders = crossOriginHeaders
        self.rootQueue = rootQueue
        sessionConfiguration = configuration
        // A week is Foundation's default, and means no limit.
        let limit = timeout < 7 * 24 * 3600 ? Duration(limiting: timeout) : nil
        provider = Self.provider(transport, [], .follow(limit: 20), limit)
    }

    /// Passes the requests that haven't ended to a closure, on ``rootQueue``.
    @preconcurrency
    public final func withAllRequests(perform action: @escaping @Sendable (Set<Request>) -> Void) {
        rootQueue.async { [requests] in action(requests.value) }
    }

    /// Cancels the requests that haven't ended.
    ///
    /// - Parameters:
    ///   - queue: The queue of the completion. The main queue by default.
    ///   - completion: Called after all of them were cancelled, and maybe before their own completions.
    @preconcurrency
    public final func cancelAllRequests(
        completingOnQueue queue: DispatchQueue = .main,
        completion: (@Sendable () -> Void)? = nil
    ) {
        withAllRequests { requests in
            for request in requests { request.cancel() }
            if let completion { queue.async(execute: completion) }
        }
    }

    final func add(_ request: Request) { requests.update { _ = $0.insert(request) } }

    final func remove(_ request: Request) { requests.update { _ = $0.remove(request) } }

    // MARK: - Private

    /// The provider that sends the requests. Moya has no limit on bodies in memory.
    private static func provider(
        _ transport: any Tern.Transport,
        _ plugins: [any Tern.Plugin],
        _ redirects: Tern.RedirectPolicy,
        _ timeout: Duration?
    ) -> Tern.Provider<SentTarget> {
        Tern.Provider<SentTarget>(
            endpointClosure: { $0.endpoint },
            requestClosure: { endpoint, target in target.request(for: endpoint) },
            transport: transport,
            plugins: plugins
        ).configured {
            $0.maximumBodyBytes = .max
            $0.redirects = redirects
            $0.timeout = timeout
        }
    }
}

// Swift 5 would warn about each subclass that doesn't repeat the conformance.
//
// Only constants. The interceptor is the app's, and is only called on `rootQueue`.
@available(swift, introduced: 6)
extension Session: @unchecked Sendable {}
