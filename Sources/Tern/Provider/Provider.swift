import Foundation

/// Sends the requests of a target and returns the responses, from the network or from stubs through the same pipeline.
///
/// ```swift
/// let github = Provider<GitHub>()                                          // live
/// let stubbed = Provider<GitHub>(stubClosure: Provider.immediatelyStub)    // from sampleData, no network
///
/// let user = try await github.value(.user("octocat"))
/// ```
///
/// A call passes these stages: target, `endpointClosure`, `requestClosure`, plugins from the first to the last,
/// transport or stub, validation, and back through the plugins. Releasing the provider doesn't end its calls.
public final class Provider<Target: TargetType>: ProviderType {
    /// Makes the endpoint of a target.
    public typealias EndpointClosure = @Sendable (Target) -> Endpoint
    /// Makes the request of an endpoint. If it throws a `TernError`, the call fails with this error. A
    /// `CancellationError` or a `URLError` with code `.cancelled` fails the call with `TernError.Code.cancelled`, an
    /// `EncodingError` with `.encodingFailed`, and any other error with `.pluginFailed`.
    ///
    /// No timeout and no `DeadlinePlugin` limits its time. A cancelled call ends when the closure returns, so the
    /// closure should pass the cancellation on.
    public typealias RequestClosure = @Sendable (Endpoint, Target) async throws -> Request
    /// Decides whether a target's call is stubbed, and with which delay.
    public typealias StubClosure = @Sendable (Target) -> StubBehavior

    /// The encoder, the decoder and the limits. ``configured(_:)`` returns a provider with another configuration.
    public let configuration: ProviderConfiguration
    public let callbackQueue: DispatchQueue?
    package let endpointClosure: EndpointClosure
    let requestClosure: RequestClosure
    let stubClosure: StubClosure
    let transport: any Transport
    /// See ``stages(plugins:isObserved:sharesRequests:redirects:transport:)``.
    let stages: [any Stage]
    /// The sequences of samples of the stubbed calls.
    let sequences = SampleSequences()
    let plugins: [any Plugin]
    private let trackInflights: Bool
    /// The clock for stub delays, timeouts, reconnection and plugins that wait.
    public var clock: any Clock<Duration> { boxedClock.value }
    let boxedClock: Box<any Clock<Duration>>
    let link: (any StubLink)?
    let observer: (any ExchangeObserver)?
    /// Shared with copies of the provider, so that an observer of several copies can distinguish their calls.
    private let lastID: Locked<Int>

    /// Creates a provider for the cases of a target.
    ///
    /// **In-flight sharing.** With `trackInflights`, a call sends no request if an equal request is in flight. Both
    /// calls receive the same response, or the same error, and both receive progress updates. If a call is cancelled or
    /// times out, the request continues for the remaining calls. When no call is left, the request is cancelled.
    /// Responses aren't stored: after the request has ended, an equal request is sent again.
    ///
    /// Only the methods GET, HEAD, QUERY, OPTIONS and TRACE are shared, with a body in memory or without a body. Requests
    /// are compared after all plugins: method, URL, header fields (without `traceparent` and `tracestate`), body,
    /// ``Request/idleTimeout``, ``Request/crossOriginHeaders``, the limit on the response's body, and the attributes that
    /// the response depends on, by ``RequestAttributeKey/allowsSharing(_:_:)``: ``Request/decoding``,
    /// ``RequestAttributes/cacheUse``, ``RequestAttributes/cacheKey``, and the settings in
    /// ``RequestAttributes/urlRequest``. Stubbed calls also compare their delays and targets, since a sample is made for
    /// a target; calls whose target has a property that can't be compared, such as a closure, don't share. Plugins,
    /// validation and timeout apply to each call separately.
    ///
    /// The transport runs after the comparison. If it adds credentials, for instance by signing requests for the
    /// current user, the requests of two users are equal, and one user receives the other's response. In that case, use
    /// a provider for each user, or a plugin that sets a header field with a different value for each user.
    ///
    /// - Parameters:
    ///   - endpointClosure: Makes the endpoint of a target. `Endpoint(target)` by default.
    ///   - requestClosure: Makes the request of an endpoint. `endpoint.request()` by default.
    ///   - stubClosure: Decides which targets use stubs, with which delay. No target by default.
    ///   - transport: Sends all requests that are not stubbed. A new engine of this platform by default.
    ///   - plugins: The plugins around each request. The first plugin is the outermost. Empty by default.
    ///   - callbackQueue: The queue for callbacks of calls that specify no queue. The main queue by default.
    ///   - trackInflights: Whether calls share a request that is in flight, see "In-flight sharing" above. `false` by
    ///     default.
    ///   - clock: The clock for stub delays, timeouts and plugins that wait. Real time by default. Its `sleep` must end
    ///     when its task is cancelled: a call with a timeout waits for the end of its timer, too.
    public convenience init(
        endpointClosure: @escaping EndpointClosure = Provider.defaultEndpointMapping,
        requestClosure: @escaping RequestClosure = Provider.defaultRequestMapping,
        stubClosure: @escaping StubClosure = Provider.neverStub,
        transport: any Transport = .platform,
        plugins: [any Plugin] = [],
        callbackQueue: DispatchQueue? = nil,
        trackInflights: Bool = false,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.init(
            endpointClosure: endpointClosure,
            requestClosure: requestClosure,
            stubClosure: stubClosure,
            transport: transport,
            plugins: plugins,
            callbackQueue: callbackQueue,
            trackInflights: trackInflights,
            clock: clock,
            link: nil,
            observer: nil,
            configuration: ProviderConfiguration(),
            lastID: Locked(0)
        )
    }

    private init(
        endpointClosure: @escaping EndpointClosure,
        requestClosure: @escaping RequestClosure,
        stubClosure: @escaping StubClosure,
        transport: any Transport,
        plugins: [any Plugin],
        callbackQueue: DispatchQueue?,
        trackInflights: Bool,
        clock: any Clock<Duration>,
        link: (any StubLink)?,
        observer: (any ExchangeObserver)?,
        configuration: ProviderConfiguration,
        lastID: Locked<Int>
    ) {
        self.endpointClosure = endpointClosure
        self.requestClosure = requestClosure
        self.stubClosure = stubClosure
        self.transport = transport
        self.plugins = plugins
        stages = Self.stages(
            plugins: plugins,
            isObserved: observer != nil,
            sharesRequests: trackInflights,
            redirects: configuration.redirects,
            transport: transport
        )
        self.callbackQueue = callbackQueue
        self.trackInflights = trackInflights
        boxedClock = Box(clock)
        self.link = link
        self.observer = observer
        self.configuration = configuration
        self.lastID = lastID
    }

    /// A copy of this provider with other encoders, decoders or limits. Both share the transport and the plugins.
    ///
    /// ```swift
    /// let github = Provider<GitHub>().configured {
    ///     $0.dates = .secondsSince1970
    ///     $0.queryEncoder.arrays = .brackets
    ///     $0.maximumBodyBytes = 1_000_000
    /// }
    /// ```
    public func configured(_ change: (inout ProviderConfiguration) -> Void) -> Provider {
        var configuration = configuration.copy()
        change(&configuration)
        return copy(configuration: configuration)
    }

    /// A copy of this provider whose calls all have stubbed responses. The copy has the other closures, the plugins and
    /// the configuration of this provider.
    ///
    /// - Parameter sample: Makes the sample response for a case, the request that is sent and the coders of the copy,
    ///   once for each attempt.
    package func stubbed(
        after delay: Duration,
        with sample: @escaping @Sendable (Target, Request, SampleCoders) async throws -> SampleResponse
    ) -> Provider {
        copy(
            endpointClosure: { [endpointClosure] target in
                endpointClosure(target).responding(with: { try await sample(target, $0, $1) })
            },
            stubClosure: Self.delayedStub(delay)
        )
    }

    /// A copy of this provider that sends the events of its calls to `observer`. Both share the transport and the
    /// plugins.
    package func observed(by observer: any ExchangeObserver) -> Provider {
        copy(observer: observer)
    }

    /// A copy of this provider whose stubbed exchanges take the time that `link` simulates. It shares transport and
    /// plugins with this one.
    package func connected(through link: any StubLink) -> Provider {
        copy(link: link)
    }

    /// A copy of this provider with a plugin after all others. Both share the transport.
    package func adding(_ plugin: any Plugin) -> Provider {
        copy(plugins: plugins + [plugin])
    }

    /// A copy of this provider whose calls aren't stubbed. Layers of the transport stay above the new one.
    ///
    /// - Parameter change: Makes the transport from the one below all layers.
    package func sending(through change: (any Transport) -> any Transport) -> Provider {
        let innermost = change(transport.innermost)
        return copy(
            stubClosure: Self.neverStub,
            transport: transport.layers.reversed().reduce(innermost) { $0.layered($1) }
        )
    }

    public var decoder: JSONDecoder { configuration.decoder }

    // MARK: - Private

    private func copy(
        endpointClosure: EndpointClosure? = nil,
        stubClosure: StubClosure? = nil,
        transport: (any Transport)? = nil,
        plugins: [any Plugin]? = nil,
        link: (any StubLink)? = nil,
        observer: (any ExchangeObserver)? = nil,
        configuration: ProviderConfiguration? = nil
    ) -> Provider {
        Provider(
            endpointClosure: endpointClosure ?? self.endpointClosure,
            requestClosure: requestClosure,
            stubClosure: stubClosure ?? self.stubClosure,
            transport: transport ?? self.transport,
            plugins: plugins ?? self.plugins,
            callbackQueue: callbackQueue,
            trackInflights: trackInflights,
            clock: clock,
            link: link ?? self.link,
            observer: observer ?? self.observer,
            configuration: configuration ?? self.configuration,
            lastID: lastID
        )
    }

    func nextID() -> Int {
        lastID.withLock { id in
            id += 1
            return id
        }
    }
}
