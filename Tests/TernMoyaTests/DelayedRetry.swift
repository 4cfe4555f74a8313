import Foundation
import TernMoya

/// Repeats each call after a delay.
struct DelayedRetry: RequestInterceptor {
    let seconds: TimeInterval
    let asked = Gate()

    func retry(
        _ request: Request,
        for session: Session,
        dueTo error: any Error,
        completion: @escaping @Sendable (RetryResult) -> Void
    ) {
        completion(.retryWithDelay(seconds))
        asked.open()
    }
}
