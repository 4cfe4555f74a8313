import Tern

/// Defines which failed attempts are repeated, how often and when. See ``RetryPlugin``.
///
/// ```swift
/// var policy = RetryPolicy(maximumAttempts: 5)
/// policy.maximumDuration = .seconds(20)
/// ```
///
/// The delay before an attempt is random, between zero and an upper bound that doubles with each attempt ("full
/// jitter"), so that clients that failed at the same time don't retry at the same time. A valid `Retry-After` field of
/// the failed response replaces this delay (RFC 9110, section 10.2.3), and so do the fields of a rate limit, such as
/// `RateLimit` or `X-RateLimit-Reset`, if no request is left. A status 403 with one of these fields is like 429.
public struct RetryPolicy: Sendable {
    /// The maximum number of attempts of a call, including the first one. 3 by default. Values below 1 mean 1.
    public var maximumAttempts: Int

    /// The upper bound of the delay before the second attempt. It doubles before each further attempt. 500 ms by
    /// default.
    public var delay: Duration

    /// The upper bound of every delay without `Retry-After`. 30 s by default.
    public var maximumDelay: Duration

    /// The time since the beginning of the call, on the provider's clock, after which no attempt begins. If the next
    /// delay would end later, the call fails at once. A running attempt isn't interrupted; use ``DeadlinePlugin`` for
    /// this. `nil`, the default, means no limit.
    public var maximumDuration: Duration? = nil

    /// The longest `Retry-After`, or time until the reset of a rate limit, to wait for. If the server requests a longer
    /// delay, the call fails at once with the server's response: an attempt before that time would only add to the load
    /// of the server, and the caller decides about a later call. 60 s by default.
    public var maximumRetryAfter: Duration = .seconds(60)

    /// The statuses to retry, if the target's validation doesn't accept them. ``transientStatusCodes`` by default.
    public var statusCodes: Set<Int> = Self.transientStatusCodes

    /// The codes of other errors to retry. ``transientCodes`` by default.
    public var codes: Set<TernError.Code> = Self.transientCodes

    /// Whether requests are retried whose repetition may have a second effect, such as POST. `false` by default: only
    /// requests with an idempotent method (RFC 9110, section 9.2.2) or an `Idempotency-Key` field are retried.
    public var retriesNonIdempotentRequests = false

    /// Decides about a failed attempt, for example by the body of its response. `nil`, the default: only the other
    /// properties decide.
    ///
    /// Called only if a further attempt is possible: the maximum number of attempts isn't reached, the request may be
    /// repeated, and its body can be sent again. The decision can't exceed ``maximumDuration`` and the plugin's
    /// ``RetryBudget``.
    public var decide: (@Sendable (FailedAttempt) async -> Decision)? = nil

    /// Creates a policy. Each parameter sets the property of the same name; the other properties keep their defaults.
    public init(
        maximumAttempts: Int = 3,
        delay: Duration = .milliseconds(500),
        maximumDelay: Duration = .seconds(30)
    ) {
        self.maximumAttempts = maximumAttempts
        self.delay = delay
        self.maximumDelay = maximumDelay
    }

    /// A policy with a single attempt, that is, without retries.
    public static let never = RetryPolicy(maximumAttempts: 1)

    /// 408, 425, 429, 500, 502, 503 and 504.
    public static let transientStatusCodes: Set = [408, 425, 429, 500, 502, 503, 504]

    /// `connectionLost`, `connectionRefused`, `hostNotFound`, `notConnected` and `timedOut`.
    public static let transientCodes = TernError.Code.transient
}

/// The attribute that overrides the policy of a plugin for one call: `options.attributes[RetryPolicy.self] = .never`.
extension RetryPolicy: RequestAttributeKey {
    /// `nil`. The policy of the target or the plugin applies.
    public static var defaultValue: RetryPolicy? { nil }
}

extension RetryPolicy {
    /// An attempt after which a further one is possible.
    public struct FailedAttempt: Sendable {
        /// The error, with the request, the response and its body.
        public let error: TernError

        /// The number of attempts that this plugin has made for the call, from 1.
        public let attempt: Int

        /// The time since the beginning of the call, on the provider's clock.
        public let elapsed: Duration

        /// The delay after which ``Decision/byPolicy`` begins a further attempt. `nil` if it begins no further attempt.
        public let delay: Duration?
    }

    /// Whether and when a further attempt begins.
    public struct Decision: Sendable {
        enum Kind: Sendable {
            case byPolicy
            case retry(Duration?)
            case stop
        }

        let kind: Kind

        /// The other properties of the policy decide.
        public static let byPolicy = Decision(kind: .byPolicy)

        /// A further attempt after the delay of the policy, regardless of the status and the code. A `Retry-After`
        /// above ``RetryPolicy/maximumRetryAfter`` is reduced to that limit.
        public static let retry = Decision(kind: .retry(nil))

        /// A further attempt after this delay. Random delays and `Retry-After` don't apply.
        public static func retry(after delay: Duration) -> Decision { Decision(kind: .retry(delay)) }

        /// No further attempt. The call fails with the error.
        public static let stop = Decision(kind: .stop)
    }
}
