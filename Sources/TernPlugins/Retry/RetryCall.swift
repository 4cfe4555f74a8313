import Tern

/// The attempts of one call so far, and the rules for the next one.
struct RetryCall {
    /// The delay before the next attempt, computed from the policy's properties.
    struct Proposal {
        /// `nil` if there should be no further attempt.
        let delay: Duration?
        /// The delay if ``RetryPolicy/decide`` requests a further attempt.
        let forcedDelay: Duration
    }

    let policy: RetryPolicy
    /// The error of the attempt before the last one, with its earlier failures. Empty in the first attempt.
    private(set) var failures: [TernError] = []
    /// The number of attempts.
    private(set) var attempt = 1
    private let isRepeatable: Bool
    private let isReplayable: Bool
    /// `nil` if the policy doesn't depend on the time.
    private let stopwatch: Stopwatch?
    /// The sum of the delays so far. It is used if the clock jumps back.
    private var waited = Duration.zero

    /// Creates the state of a call that begins now.
    init(policy: RetryPolicy, request: Request, clock: any Clock<Duration>) {
        self.policy = policy
        stopwatch = policy.maximumDuration == nil && policy.decide == nil ? nil : Stopwatch(on: clock)
        isRepeatable = Self.isRepeatable(request, by: policy)
        isReplayable = request.attributes.cacheUse != .onlyStored && request.body?.isReplayable ?? true
    }

    /// Whether the policy allows further attempts of the request.
    static func isRepeatable(_ request: Request, by policy: RetryPolicy) -> Bool {
        request.attributes.cacheUse != .onlyStored && (policy.retriesNonIdempotentRequests || request.isIdempotent)
            && request.body?.isReplayable ?? true
    }

    /// The time since the beginning of the call. Zero if the policy doesn't depend on the time.
    var elapsed: Duration { stopwatch?.elapsed ?? .zero }

    /// Whether the request and the number of attempts allow a further attempt. The time limit isn't checked.
    ///
    /// If the credentials couldn't be refreshed, the server hasn't processed the request, whatever its method.
    func canRetry(after error: TernError) -> Bool {
        (isRepeatable || isReplayable && error.code == .refreshFailed) && attempt < policy.maximumAttempts
    }

    /// The delay before the next attempt, by the policy.
    ///
    /// - Parameters:
    ///   - error: For a failed refresh of credentials, its cause.
    ///   - isLimited: Whether the response states that the server allows no further request for a time. Then a status 403
    ///     is like 429.
    ///   - random: A random number from 0 up to 1.
    func proposal(after error: TernError, retryAfter: Duration?, isLimited: Bool, random: Double) -> Proposal {
        let backoff = Backoff(base: policy.delay, maximum: policy.maximumDelay).delay(afterFailures: attempt)
            .scaled(by: random)
        let forcedDelay = retryAfter.map { min($0, max(.zero, policy.maximumRetryAfter)) } ?? backoff
        let isTransient =
            error.code == .unacceptableStatus
            ? error.response.map { response in
                let status = response.statusCode
                return policy.statusCodes.contains(status == 403 && isLimited ? 429 : status)
            } ?? false
            : policy.codes.contains(error.code)
        let isTooLate = retryAfter.map { $0 > policy.maximumRetryAfter } ?? false
        return Proposal(delay: isTransient && !isTooLate ? forcedDelay : nil, forcedDelay: forcedDelay)
    }

    /// The delay, unless it ends after the policy's ``RetryPolicy/maximumDuration``.
    func affordable(_ delay: Duration?) -> Duration? {
        guard let delay, let maximum = policy.maximumDuration else { return delay }
        return max(waited, elapsed) + min(delay, Waiting.forever) < min(maximum, Waiting.forever) ? delay : nil
    }

    /// Records the failure of the last attempt, and the delay before the next attempt.
    mutating func fail(_ error: TernError, delay: Duration) {
        waited = min(waited + min(delay, Waiting.forever), Waiting.forever)
        failures = [error.adding(earlierFailures: failures)]
        attempt += 1
    }
}
