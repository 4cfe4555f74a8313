/// The call that a plugin's request belongs to: its target, id, attempt, clock and attributes.
public struct RequestContext: Sendable {
    let exchange: Exchange

    /// The number of this attempt, starting at 1. It increases when an outer plugin calls `next` again.
    public internal(set) var attempt: Int

    /// The number of stages that the request has reached.
    var depth: Int

    init(_ exchange: Exchange, attempt: Int = 1, depth: Int = 0) {
        self.exchange = exchange
        self.attempt = attempt
        self.depth = depth
    }

    /// Creates a context, for the test of a plugin. In a call, the provider creates it.
    public init(
        target: any TargetType,
        id: Int = 1,
        attempt: Int = 1,
        clock: any Clock<Duration> = ContinuousClock(),
        attributes: RequestAttributes = RequestAttributes()
    ) {
        let exchange = Exchange(
            target: target,
            id: id,
            clock: Box(clock),
            attributes: attributes,
            authorization: CallSettings(of: target).authorization,
            firstAttempt: attempt
        )
        self.init(exchange, attempt: attempt)
    }

    /// The call's target, with its arguments. For a `MultiTarget`, the target inside.
    public var target: any TargetType { exchange.target }

    /// The authentication scheme of the call's target. `target.authorization` would evaluate a route again.
    public var authorization: Authorization { exchange.authorization }

    /// The id of the call, unique within its provider, and the same for all attempts.
    public var id: Int { exchange.id }

    /// The provider's clock. A plugin that waits must use this clock.
    public var clock: any Clock<Duration> { exchange.clock.value }

    /// The context of an attempt that begins, since a plugin has called `next`.
    func beginning() -> RequestContext {
        RequestContext(exchange, attempt: exchange.begin(attempt, at: depth), depth: depth)
    }
}

// MARK: - Values of the call

extension RequestContext {
    /// A value that plugins keep for the call, such as the number of its retries. All attempts of the call share it.
    ///
    /// ```swift
    /// enum HasRefreshed: RequestAttributeKey { static let defaultValue = false }
    ///
    /// context[HasRefreshed.self] = true
    /// ```
    ///
    /// It begins with the attribute of the call's ``CallOptions``, or else with the key's default, and ends with the
    /// call. ``Request/attributes`` belong to one request instead. Attempts can run at the same time, if a plugin calls
    /// `next` again before it has returned. Use ``update(_:_:)`` for a change that depends on the value.
    public subscript<Key: RequestAttributeKey>(key: Key.Type) -> Key.Value {
        get { exchange.value(of: key) }
        nonmutating set { exchange.settableValue(of: key).withLock { $0 = newValue } }
    }

    /// Changes a value of the call, while no other attempt reads or changes it.
    ///
    /// - Parameters:
    ///   - key: The key of the value.
    ///   - body: Changes the value. It holds a lock, so it must not take long or use this value of the context.
    public func update<Key: RequestAttributeKey, Result: Sendable>(
        _ key: Key.Type,
        _ body: (inout Key.Value) throws -> Result
    ) rethrows -> Result {
        try exchange.settableValue(of: key).withLock(body)
    }
}

extension RequestContext: CustomStringConvertible, TextReflectable {
    /// The target without its arguments, the id and the attempt.
    public var description: String { "\(targetName(of: target)) #\(id), attempt \(attempt)" }
}
