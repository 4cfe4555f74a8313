import Foundation
import TernMoya

import class Tern.SampleGate

/// Repeats each call after a delay.
struct DelayedRetry: RequestInterceptor {
    let seconds: TimeInterval
    let asked = SampleGate()

    func retry(
        _ request: Request,
        for session: Session,
        dueTo error: any Error,
        completion: @escaping @Sendable (RetryResult) -> Void
    ) {
        completion(.retryWithDelay(seconds))
        asked.release()
    }
}
