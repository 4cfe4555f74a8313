/// The call that a plugin's request belongs to: its target, id, attempt, clock and attributes.
public struct RequestContext: Sendable {
    let exchange: Exchange

    /// The number of this attempt, starting at 1. It increases when an outer plugin calls `next` again.
    public internal(set) var attempt: Int

    init(_ exchange: Exchange, attempt: Int = 1) {
        self.exchange = exchange
        self.attempt = attempt
    }

    /// Creates a context, for the test of a plugin. In a call, the provider creates it.
    public init(
        target: any TargetType,
        id: Int = 1,
        attempt: Int = 1,
        clock: any Clock<Duration> = ContinuousClock(),
        attributes: RequestAttributes = RequestAttributes(),
        isExplanation: Bool = false
    ) {
        let exchange = Exchange(
            target: target,
            id: id,
            clock: Box(clock),
            attributes: attributes,
            isExplanation: isExplanation,
            firstAttempt: attempt
        )
        self.init(exchange, attempt: attempt)
    }

    /// The call's target, with its arguments. For a `MultiTarget`, the target inside.
    public var target: any TargetType { exchange.target }

    /// The id of the call, unique within its provider, and the same for all attempts.
    public var id: Int { exchange.id }

    /// The provider's clock. A plugin that waits must use this clock.
    public var clock: any Clock<Duration> { exchange.clock.value }

    /// The attributes of the call's ``CallOptions``.
    public var attributes: RequestAttributes { exchange.attributes }

    /// Whether the call is only explained: the request isn't sent, and ends as `.cancelled`. A plugin that waits,
    /// counts, writes or sends requests itself must pass the request on without these effects.
    public var isExplanation: Bool { exchange.isExplanation }

    /// The slot that the call needs to send its request. `nil` for a call without a limit.
    var slot: (any CallSlot)? { exchange.slot }

    /// The context of an attempt that begins, since the plugin at this position has called `next`.
    func beginning(by index: Int) -> RequestContext {
        RequestContext(exchange, attempt: exchange.begin(attempt, of: index))
    }

    /// The session whose credentials an attempt of the call has received from this plugin; `nil` if none has.
    func session(of plugin: AnyObject) -> Int? { exchange.withAttempts { $0.session(of: plugin) } }

    /// Notes the session of the call, unless another attempt has.
    ///
    /// - Returns: The session of the call. It differs if an attempt at the same time has noted another one.
    func enter(session: Int, of plugin: AnyObject) -> Int {
        exchange.withAttempts { $0.enter(session: session, of: plugin) }
    }

    /// Counts a request that this plugin sends again because of its credentials.
    ///
    /// - Returns: `false` if the plugin has sent the call again as often as it may.
    func takeResend(of plugin: AnyObject, maximum: Int) -> Bool {
        exchange.withAttempts { $0.takeResend(of: plugin, maximum: maximum) }
    }

    /// The `Authorization` fields that plugins have set in the call, with the origins that may receive them.
    var boundAuthorizations: [OriginBoundAuthorization] { exchange.withAttempts(\.authorizations) }

    /// Records an `Authorization` field that a plugin sets.
    func bind(_ field: OriginBoundAuthorization) { exchange.withAttempts { $0.bind(field) } }
}

extension RequestContext: CustomStringConvertible, TextReflectable {
    /// The target without its arguments, the id and the attempt.
    public var description: String { "\(targetName(of: target)) #\(id), attempt \(attempt)" }
}
