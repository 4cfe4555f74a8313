import Foundation

/// Calls the targets of an API, over the network or with stubs.
///
/// ```swift
/// let github = MoyaProvider<GitHub>()
/// github.request(.zen) { result in
///     if case .success(let response) = result { print(response.statusCode) }
/// }
/// ```
///
/// For typed calls with `await`, see ``tern``. A call goes on when its provider is released.
open class MoyaProvider<Target: TargetType>: MoyaProviderType {
    /// Makes the endpoint of a target.
    public typealias EndpointClosure = (Target) -> Endpoint
    /// Receives the request of an endpoint, or an error, on any thread.
    public typealias RequestResultClosure = @Sendable (Result<URLRequest, MoyaError>) -> Void
    /// Makes the request of an endpoint, at once or later, and passes it to the closure.
    public typealias RequestClosure = (Endpoint, @escaping RequestResultClosure) -> Void
    /// Decides whether a target is stubbed.
    public typealias StubClosure = (Target) -> StubBehavior

    /// Makes the endpoint of a target.
    public let endpointClosure: EndpointClosure
    /// Makes the request of an endpoint.
    public let requestClosure: RequestClosure
    /// Decides whether a target is stubbed.
    public let stubClosure: StubClosure
    /// Sends the requests.
    public let session: Session
    /// Change and observe the calls.
    public let plugins: [PluginType]
    /// Whether a call waits for an equal call that is under way, instead of sending a request.
    public let trackInflights: Bool
    let callbackQueue: DispatchQueue?
    let inflightCalls = InflightCalls()

    /// The completions of the calls that are under way, if `trackInflights` is set.
    open var inflightRequests: [Endpoint: [Completion]] { inflightCalls.completions }

    /// - Parameters:
    ///   - endpointClosure: Makes the endpoint of a target. From the target's properties by default.
    ///   - requestClosure: Makes the request of an endpoint. `endpoint.urlRequest()` by default.
    ///   - stubClosure: Decides which targets are stubbed. None by default.
    ///   - callbackQueue: The queue of callbacks. By default, the main queue for a live call or a delayed stub, and
    ///     the caller's thread for an immediate stub.
    ///   - session: Sends the requests. A session with the default settings by default.
    ///   - plugins: Change and observe the calls. None by default.
    ///   - trackInflights: Whether a call waits for an equal call that is under way. `false` by default.
    // Swift 6 selects the initializer below for closures that are written in the call.
    @_disfavoredOverload
    public init(
        endpointClosure: @escaping EndpointClosure = MoyaProvider.defaultEndpointMapping,
        requestClosure: @escaping RequestClosure = MoyaProvider.defaultRequestMapping,
        stubClosure: @escaping StubClosure = MoyaProvider.neverStub,
        callbackQueue: DispatchQueue? = nil,
        session: Session = MoyaProvider<Target>.defaultAlamofireSession(),
        plugins: [PluginType] = [],
        trackInflights: Bool = false
    ) {
        self.endpointClosure = endpointClosure
        self.requestClosure = requestClosure
        self.stubClosure = stubClosure
        self.callbackQueue = callbackQueue
        self.session = session
        self.plugins = plugins
        self.trackInflights = trackInflights
    }

    // Designated, so that a subclass can call it. A subclass doesn't inherit it, since it is variadic: a call of a subclass
    // would be ambiguous.
    /// A provider whose closures may run on any thread, and so can't use the state of the main actor.
    @available(swift, introduced: 6)
    @preconcurrency
    public init(
        endpointClosure: @escaping @Sendable (Target) -> Endpoint = MoyaProvider.defaultEndpointMapping,
        requestClosure: @escaping @Sendable (Endpoint, @escaping RequestResultClosure) -> Void =
            MoyaProvider.defaultRequestMapping,
        stubClosure: @escaping @Sendable (Target) -> StubBehavior = MoyaProvider.neverStub,
        callbackQueue: DispatchQueue? = nil,
        session: Session = MoyaProvider<Target>.defaultAlamofireSession(),
        plugins: [PluginType] = [],
        trackInflights: Bool = false,
        _: Never...
    ) {
        self.endpointClosure = endpointClosure
        self.requestClosure = requestClosure
        self.stubClosure = stubClosure
        self.callbackQueue = callbackQueue
        self.session = session
        self.plugins = plugins
        self.trackInflights = trackInflights
    }

    /// The endpoint of a target.
    open func endpoint(_ token: Target) -> Endpoint { endpointClosure(token) }

    /// Calls a target.
    ///
    /// - Parameters:
    ///   - target: The target to call.
    ///   - callbackQueue: The queue of callbacks. The provider's by default.
    ///   - progress: Receives the progress. None by default.
    ///   - completion: Receives the result, once.
    /// - Returns: A handle that cancels the call.
    @discardableResult
    open func request(
        _ target: Target,
        callbackQueue: DispatchQueue? = .none,
        progress: ProgressBlock? = .none,
        completion: @escaping Completion
    ) -> Cancellable {
        requestNormal(
            target,
            callbackQueue: callbackQueue ?? self.callbackQueue,
            progress: progress,
            completion: completion
        )
    }

    // An extension can't have it, since subclasses override it.
    /// Completes a call with its stub. ``StubBehavior/never`` is the same as ``StubBehavior/immediate``.
    ///
    /// - Returns: A handle that cancels the call. A delayed stub that is cancelled completes after its delay.
    @discardableResult
    open func stubRequest(
        _ target: Target,
        request: URLRequest,
        callbackQueue: DispatchQueue?,
        completion: @escaping Completion,
        endpoint: Endpoint,
        stubBehavior: StubBehavior
    ) -> CancellableToken {
        let queue = callbackQueue ?? self.callbackQueue
        let token = CancellableToken {}
        let request = notifyPluginsOfImpendingStub(for: request, target: target)
        let stub = createStubFunction(
            token,
            forTarget: target,
            withCompletion: completion,
            endpoint: endpoint,
            plugins: plugins,
            request: request
        )
        switch stubBehavior {
        case .delayed(let seconds):
            let stub = Unchecked(stub)
            (queue ?? .main).asyncAfter(deadline: .now() + seconds) { stub.value() }
        case .immediate, .never:
            guard let queue else {
                stub()
                return token
            }
            let stub = Unchecked(stub)
            queue.async { stub.value() }
        }
        return token
    }
}

// Swift 5 would warn about each subclass that doesn't repeat the conformance.
//
// Constants, and calls that a lock guards. The closures and the plugins are the app's, and run where Moya runs them:
// see `PluginType`. A subclass says for itself that its properties are safe.
@available(swift, introduced: 6)
extension MoyaProvider: @unchecked Sendable {}
