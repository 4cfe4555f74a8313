import TernMoya

import struct _Concurrency.Task

// A file that needs only Alamofire's names: its `Task` is Swift's.

private final class TokenRefresh: RequestInterceptor {
    static let shared = TokenRefresh()

    func retry(
        _ request: Request,
        for session: Session,
        dueTo error: any Error,
        completion: @escaping @Sendable (RetryResult) -> Void
    ) {
        Task { completion(.doNotRetry) }
    }
}
