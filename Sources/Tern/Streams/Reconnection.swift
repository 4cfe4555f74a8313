/// The policy by which a sequence of server-sent events connects again after the end of a connection.
///
/// ```swift
/// var policy = Reconnection()
/// policy.maximumFailures = 5
/// policy.willReconnect = { wait in print("connecting again in \(wait.delay)") }
/// ```
public struct Reconnection: Sendable {
    /// A wait before a further connection.
    public struct Wait: Sendable {
        /// The time until the next connection, on the provider's clock.
        public let delay: Duration

        /// The number of connections without an event since the last event. At least 1 if the last connection had no
        /// event, otherwise 0.
        public let failures: Int

        /// The error that ended the connection. `nil` if the server ended its response.
        public let error: TernError?
    }

    /// The time between two connections, until a `retry` field of the server sets another time. 3 s by default.
    public var delay: Duration

    /// The lower bound of the time that a `retry` field sets, so that a server that sends `retry: 0` doesn't receive
    /// requests without a pause. 500 ms by default, as in Firefox. It doesn't apply to ``delay``.
    public var minimumServerDelay = Duration.milliseconds(500)

    /// The upper bound of the delay, which doubles after each further connection without an event. 60 s by default. A
    /// longer delay from the server isn't reduced.
    public var maximumDelay: Duration

    /// The number of consecutive connections without an event after which the sequence ends. It ends with the last
    /// error, or without an error if the server ended its response. `nil`, the default, for no limit.
    public var maximumFailures: Int?

    /// Whether requests are sent again whose repetition may have a second effect, such as POST. `false` by default: only
    /// requests with an idempotent method (RFC 9110, section 9.2.2) or an `Idempotency-Key` field are sent again. The
    /// sequence of any other request ends with its first connection.
    public var repeatsNonIdempotentRequests = false

    /// Called before each wait. `nil` by default.
    public var willReconnect: (@Sendable (Wait) -> Void)?

    /// Creates a policy. Each parameter sets the property of the same name; ``minimumServerDelay`` and
    /// ``repeatsNonIdempotentRequests`` keep their defaults.
    public init(
        delay: Duration = .seconds(3),
        maximumDelay: Duration = .seconds(60),
        maximumFailures: Int? = nil,
        willReconnect: (@Sendable (Wait) -> Void)? = nil
    ) {
        self.delay = delay
        self.maximumDelay = maximumDelay
        self.maximumFailures = maximumFailures
        self.willReconnect = willReconnect
    }

    /// The policy of a sequence that ends with its first connection.
    public static let never = Reconnection(maximumFailures: 0)

    /// Whether a further connection may succeed after this error ended the last connection.
    ///
    /// - Parameter isInBody: Whether the error occurred after the head of the response.
    static func isPossible(after error: TernError, isInBody: Bool) -> Bool {
        TernError.Code.transient.contains(error.code)
            // FoundationNetworking has no separate code for the loss of a connection in a chunked body.
            || error.code == .transportFailed && isInBody && error.underlying != nil
    }

    /// The delay before a further connection. It grows also if the reconnection time is zero.
    ///
    /// - Parameters:
    ///   - serverTime: The reconnection time that the server has set. `nil` if it has set no time.
    ///   - failures: The number of connections without an event since the last event.
    func delay(serverTime: Duration?, failures: Int) -> Duration {
        let base = serverTime.map { max($0, minimumServerDelay) } ?? delay
        guard failures > 0 else { return max(.zero, base) }
        let growing = max(base, min(delay, .milliseconds(500)))
        return Backoff(base: growing, maximum: max(growing, maximumDelay)).delay(afterFailures: failures)
    }
}
