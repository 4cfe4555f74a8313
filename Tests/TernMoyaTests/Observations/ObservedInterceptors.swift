import Foundation
import TernMoya

/// Adds a token, and gets a fresh one after a failure.
// `token` is only used on the root queue of the session.
final class RefreshingInterceptor: RequestInterceptor, @unchecked Sendable {
    private var token = "stale"
    private let log: Log

    init(_ log: Log) { self.log = log }

    func adapt(
        _ urlRequest: URLRequest,
        for session: Session,
        completion: @escaping (Result<URLRequest, any Error>) -> Void
    ) {
        log.add("adapt")
        var request = urlRequest
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        completion(.success(request))
    }

    func retry(
        _ request: Request,
        for session: Session,
        dueTo error: any Error,
        completion: @escaping (RetryResult) -> Void
    ) {
        let status = (request.task?.response as? HTTPURLResponse)?.statusCode ?? -1
        log.add("retry \(status) count \(request.retryCount) \(kind(error))")
        guard request.retryCount < 2 else { return completion(.doNotRetry) }
        token = "fresh"
        completion(.retry)
    }
}

/// Fails a call with an error of its own.
final class StubbornInterceptor: RequestInterceptor {
    func retry(
        _ request: Request,
        for session: Session,
        dueTo error: any Error,
        completion: @escaping (RetryResult) -> Void
    ) { completion(.doNotRetryWithError(NSError(domain: "N", code: 3))) }
}

/// Can't adapt a request.
final class FailingInterceptor: RequestInterceptor {
    func adapt(
        _ urlRequest: URLRequest,
        for session: Session,
        completion: @escaping (Result<URLRequest, any Error>) -> Void
    ) { completion(.failure(NSError(domain: "N", code: 4))) }
}
