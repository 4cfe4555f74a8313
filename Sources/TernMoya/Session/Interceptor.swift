import Foundation

/// A closure that adapts a request, with the parameters of ``RequestAdapter``.
public typealias AdaptHandler =
    @Sendable (URLRequest, Session, _ completion: @escaping @Sendable (Result<URLRequest, Swift.Error>) -> Void) -> Void

/// A closure that decides about a retry, with the parameters of ``RequestRetrier``.
public typealias RetryHandler =
    @Sendable (Request, Session, Swift.Error, _ completion: @escaping @Sendable (RetryResult) -> Void) -> Void

/// Changes requests with a closure.
// Only a constant.
open class Adapter: RequestInterceptor, @unchecked Sendable {
    private let handler: AdaptHandler

    /// Adapts requests with this closure.
    @preconcurrency public init(_ handler: @escaping AdaptHandler) { self.handler = handler }

    @preconcurrency
    open func adapt(
        _ urlRequest: URLRequest,
        for session: Session,
        completion: @escaping @Sendable (Result<URLRequest, Swift.Error>) -> Void
    ) { handler(urlRequest, session, completion) }
}

/// Decides about retries with a closure.
// Only a constant.
open class Retrier: RequestInterceptor, @unchecked Sendable {
    private let handler: RetryHandler

    /// Decides about retries with this closure.
    @preconcurrency public init(_ handler: @escaping RetryHandler) { self.handler = handler }

    @preconcurrency
    open func retry(
        _ request: Request,
        for session: Session,
        dueTo error: Swift.Error,
        completion: @escaping @Sendable (RetryResult) -> Void
    ) { handler(request, session, error, completion) }
}

/// Several adapters and retriers, one after another. The first retrier that doesn't return `doNotRetry` decides.
// Only constants.
open class Interceptor: RequestInterceptor, @unchecked Sendable {
    /// The adapters, in the order in which they change a request.
    public let adapters: [RequestAdapter]
    /// The retriers, in the order in which they are asked.
    public let retriers: [RequestRetrier]

    /// Adapters and retriers, followed by values that are both.
    public init(
        adapters: [RequestAdapter] = [],
        retriers: [RequestRetrier] = [],
        interceptors: [RequestInterceptor] = []
    ) {
        self.adapters = adapters + interceptors
        self.retriers = retriers + interceptors
    }

    /// One adapter and one retrier.
    public convenience init(adapter: RequestAdapter, retrier: RequestRetrier) {
        self.init(adapters: [adapter], retriers: [retrier])
    }

    /// One adapter and one retrier of closures.
    @preconcurrency
    public convenience init(adaptHandler: @escaping AdaptHandler, retryHandler: @escaping RetryHandler) {
        self.init(adapters: [Adapter(adaptHandler)], retriers: [Retrier(retryHandler)])
    }

    @preconcurrency
    open func adapt(
        _ urlRequest: URLRequest,
        for session: Session,
        completion: @escaping @Sendable (Result<URLRequest, Swift.Error>) -> Void
    ) { Self.adapt(urlRequest, for: session, using: adapters[...], completion) }

    @preconcurrency
    open func retry(
        _ request: Request,
        for session: Session,
        dueTo error: Swift.Error,
        completion: @escaping @Sendable (RetryResult) -> Void
    ) { Self.retry(request, for: session, dueTo: error, using: retriers[...], completion) }

    // MARK: - Private

    private static func adapt(
        _ request: URLRequest,
        for session: Session,
        using rest: ArraySlice<RequestAdapter>,
        _ completion: @escaping @Sendable (Result<URLRequest, Swift.Error>) -> Void
    ) {
        guard let first = rest.first else { return completion(.success(request)) }
        first.adapt(request, for: session) { result in
            guard case .success(let request) = result else { return completion(result) }
            adapt(request, for: session, using: rest.dropFirst(), completion)
        }
    }

    private static func retry(
        _ request: Request,
        for session: Session,
        dueTo error: Swift.Error,
        using rest: ArraySlice<RequestRetrier>,
        _ completion: @escaping @Sendable (RetryResult) -> Void
    ) {
        guard let first = rest.first else { return completion(.doNotRetry) }
        first.retry(request, for: session, dueTo: error) { result in
            guard case .doNotRetry = result else { return completion(result) }
            retry(request, for: session, dueTo: error, using: rest.dropFirst(), completion)
        }
    }
}
