/// The attempts of one call so far, and the rules for the next one.
struct RetryCall {
    /// A delay that the policy's properties give.
    struct Proposal {
        /// `nil` if there should be no further attempt.
        let delay: Duration?
        /// The delay if there is a further attempt nevertheless.
        let forcedDelay: Duration
    }

    let policy: RetryPolicy
    /// The errors of the attempts, but for the last one.
    private(set) var failures: [TernError] = []
    /// The number of attempts.
    private(set) var attempt = 1
    private let isRepeatable: Bool
    private let stopwatch: Stopwatch
    /// The sum of the delays so far, which counts if the clock jumps back.
    private var waited = Duration.zero

    init(policy: RetryPolicy, request: Request, stopwatch: Stopwatch) {
        self.policy = policy
        self.stopwatch = stopwatch
        isRepeatable =
            (policy.retriesNonIdempotentRequests || request.isIdempotent) && request.body?.isReplayable ?? true
    }

    var elapsed: Duration { stopwatch.elapsed }

    /// Whether a further attempt is possible, if its time is.
    var canRetry: Bool { isRepeatable && attempt < policy.maximumAttempts }

    /// The delay before the next attempt, by the policy.
    ///
    /// - Parameter random: From 0 up to 1.
    func proposal(after error: TernError, retryAfter: Duration?, random: Double) -> Proposal {
        let backoff = Backoff(base: policy.delay, maximum: policy.maximumDelay).delay(afterFailures: attempt)
            .scaled(by: random)
        let forcedDelay = retryAfter.map { min($0, max(.zero, policy.maximumRetryAfter)) } ?? backoff
        let isTransient =
            error.code == .unacceptableStatus
            ? error.response.map { policy.statusCodes.contains($0.statusCode) } ?? false
            : policy.codes.contains(error.code)
        let isTooLate = retryAfter.map { $0 > policy.maximumRetryAfter } ?? false
        return Proposal(delay: isTransient && !isTooLate ? forcedDelay : nil, forcedDelay: forcedDelay)
    }

    /// The delay, unless it ends after the policy's ``RetryPolicy/maximumDuration``.
    func affordable(_ delay: Duration?) -> Duration? {
        guard let delay, let maximum = policy.maximumDuration else { return delay }
        return max(waited, elapsed) + min(delay, Waiting.forever) < min(maximum, Waiting.forever) ? delay : nil
    }

    /// Ends the last attempt. A further one follows after a delay.
    mutating func fail(_ error: TernError, delay: Duration) {
        waited = min(waited + min(delay, Waiting.forever), Waiting.forever)
        // Bounded, since there may be many attempts.
        failures = error.adding(earlierFailures: failures).asEarlierFailures
        attempt += 1
    }
}
