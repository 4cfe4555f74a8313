import Foundation

/// Changes requests before they are sent. Alamofire's protocol.
@preconcurrency
public protocol RequestAdapter: Sendable {
    /// Passes the request to send, or an error, to the completion. Runs on the session's ``Session/rootQueue``, and may
    /// block it.
    @preconcurrency
    func adapt(
        _ urlRequest: URLRequest,
        for session: Session,
        completion: @escaping @Sendable (Result<URLRequest, Swift.Error>) -> Void
    )
}

/// Decides whether a request that failed is sent again. Alamofire's protocol.
@preconcurrency
public protocol RequestRetrier: Sendable {
    /// Passes the decision to the completion. Runs on the session's ``Session/rootQueue``, and may block it.
    ///
    /// An error is an ``AFError``; a status that the target's validation refused is an error, too.
    @preconcurrency
    func retry(
        _ request: Request,
        for session: Session,
        dueTo error: Swift.Error,
        completion: @escaping @Sendable (RetryResult) -> Void
    )
}

/// The decision of a ``RequestRetrier``.
public enum RetryResult: Sendable {
    /// Sends the request again.
    case retry
    /// Sends the request again after a time in seconds.
    case retryWithDelay(TimeInterval)
    /// Fails the call with the error of the request.
    case doNotRetry
    /// Fails the call with this error in ``AFError/requestRetryFailed(retryError:originalError:)``.
    case doNotRetryWithError(Swift.Error)
}

/// Changes requests, and decides whether they are sent again. By default it does neither.
@preconcurrency
public protocol RequestInterceptor: RequestAdapter, RequestRetrier {}

extension RequestInterceptor {
    @preconcurrency
    public func adapt(
        _ urlRequest: URLRequest,
        for session: Session,
        completion: @escaping @Sendable (Result<URLRequest, Swift.Error>) -> Void
    ) { completion(.success(urlRequest)) }

    @preconcurrency
    public func retry(
        _ request: Request,
        for session: Session,
        dueTo error: Swift.Error,
        completion: @escaping @Sendable (RetryResult) -> Void
    ) { completion(.doNotRetry) }
}
