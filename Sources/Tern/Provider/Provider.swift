import Foundation

/// Turns the cases of a target into answers: over the network, or from stubs, through the same pipeline.
///
/// ```swift
/// let github = Provider<GitHub>()                                          // live
/// let stubbed = Provider<GitHub>(stubClosure: Provider.immediatelyStub)    // from sampleData, no network
///
/// let user = try await github.value(.user("octocat"))
/// ```
///
/// A call goes: target, `endpointClosure`, `requestClosure`, plugins from the first to the last, transport or stub,
/// validation, and back through the plugins. It finishes even when nobody holds the provider any more.
public final class Provider<Target: TargetType>: ProviderType {
    public typealias EndpointClosure = @Sendable (Target) -> Endpoint
    public typealias RequestClosure = @Sendable (Endpoint, Target) async throws -> Request
    public typealias StubClosure = @Sendable (Target) -> StubBehavior

    public let configuration: ProviderConfiguration
    public let callbackQueue: DispatchQueue?
    let endpointClosure: EndpointClosure
    let requestClosure: RequestClosure
    let stubClosure: StubClosure
    let transport: any Transport
    let live: LiveTransport
    let stubTiming: StubTiming
    let plugins: [any Plugin]
    let inFlightRequests: InFlightRequests?
    /// What stub delays, timeouts and waiting plugins wait on.
    package let clock: any Clock<Duration>
    let link: (any StubLink)?
    let observer: (any ExchangeObserver)?
    /// Shared with copies, whose calls one observer tells apart.
    private let lastID: Locked<Int>

    /// A provider for the cases of a target.
    ///
    /// **In-flight sharing.** With `trackInflights`, a call whose request equals one that is still in flight doesn't send
    /// its own. Both calls receive the same response, or the same error, and both receive progress updates. A call that is
    /// cancelled or times out leaves the request to the others; the last one that leaves cancels it. Responses aren't kept:
    /// after the end an equal request is sent anew.
    ///
    /// Only the methods GET, HEAD, OPTIONS and TRACE are shared. Requests are compared as the plugins leave them: method,
    /// URL, header fields, body, the idle timeout (`Request.timeoutInterval`), cache policy and other settings of
    /// `Request`, the fields that follow a redirect to another origin, and the limit on the body's size. Stubbed calls
    /// share if their delays and targets are equal as well, since a sample is made for a target; a target with a property
    /// that can't be compared, such as a closure, doesn't share. Each call keeps its own plugins, validation and timeout.
    ///
    /// A transport works behind that comparison. If it adds credentials itself, for instance by signing requests for the
    /// user who is logged in, the requests of two users are equal, and one user would receive the other's response. Then
    /// use a provider for each user, or let a plugin set a header field that differs from user to user.
    ///
    /// - Parameters:
    ///   - endpointClosure: Makes a target's endpoint. Everything from the target by default.
    ///   - requestClosure: Makes the request of an endpoint. `endpoint.request()` by default.
    ///   - stubClosure: Which targets are answered by stubs, and when. None by default.
    ///   - transport: Sends what is not stubbed. A new engine of this platform by default.
    ///   - plugins: Layers around each request; the first is the outermost. None by default.
    ///   - callbackQueue: Where callbacks run if the call names no queue. The main queue by default.
    ///   - trackInflights: Whether calls share a request that is in flight, see "In-flight sharing" above. `false` by
    ///     default.
    ///   - clock: What stub delays, timeouts and waiting plugins wait on. Real time by default.
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
            inFlightRequests: trackInflights ? InFlightRequests() : nil,
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
        inFlightRequests: InFlightRequests?,
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
        live = LiveTransport(transport)
        stubTiming = StubTiming(clock: clock, link: link)
        self.plugins = plugins
        self.callbackQueue = callbackQueue
        self.inFlightRequests = inFlightRequests
        self.clock = clock
        self.link = link
        self.observer = observer
        self.configuration = configuration
        self.lastID = lastID
    }

    /// The same provider with other encoders, decoders or limits. It shares transport and plugins with this one.
    ///
    /// ```swift
    /// let github = Provider<GitHub>().configured {
    ///     $0.decoder.dateDecodingStrategy = .iso8601
    ///     $0.queryEncoder.arrays = .brackets
    ///     $0.maximumBodyBytes = 1_000_000
    /// }
    /// ```
    public func configured(_ change: (inout ProviderConfiguration) -> Void) -> Provider {
        var configuration = configuration.copy()
        change(&configuration)
        return copy(link: link, observer: observer, configuration: configuration)
    }

    /// The same provider, of whose calls `observer` hears everything. It shares transport and plugins with this one.
    package func observed(by observer: any ExchangeObserver) -> Provider {
        copy(link: link, observer: observer, configuration: configuration)
    }

    /// A copy of this provider whose stubbed exchanges take the time of `link`. It shares transport and plugins
    /// with this one.
    package func connected(through link: any StubLink) -> Provider {
        copy(link: link, observer: observer, configuration: configuration)
    }

    public var decoder: JSONDecoder { configuration.decoder }

    public func response(to target: Target, options: CallOptions) async throws(TernError) -> Response {
        let context = RequestContext(
            target: target.innermost,
            id: nextID(),
            clock: clock,
            attributes: options.attributes
        )
        guard let observer else { return try await response(to: target, options: options, context: context) }
        observer.observe(.began, of: context)
        let result = await withTaskCancellationHandler {
            do throws(TernError) {
                return Result<Response, TernError>.success(
                    try await response(to: target, options: options, context: context)
                )
            } catch {
                return .failure(error)
            }
        } onCancel: {
            observer.observe(.cancelled, of: context)
        }
        observer.observe(.ended(result), of: context)
        return try result.get()
    }

    // MARK: - Private

    private func copy(
        link: (any StubLink)?,
        observer: (any ExchangeObserver)?,
        configuration: ProviderConfiguration
    ) -> Provider {
        Provider(
            endpointClosure: endpointClosure,
            requestClosure: requestClosure,
            stubClosure: stubClosure,
            transport: transport,
            plugins: plugins,
            callbackQueue: callbackQueue,
            inFlightRequests: inFlightRequests == nil ? nil : InFlightRequests(),
            clock: clock,
            link: link,
            observer: observer,
            configuration: configuration,
            lastID: lastID
        )
    }

    private func nextID() -> Int {
        lastID.withLock { id in
            id += 1
            return id
        }
    }
}
