/// The call that a plugin's request belongs to: its target, id, attempt, clock and attributes.
public struct RequestContext: Sendable {
    /// The values that all attempts of a call share. A class, so that copying a context costs one reference.
    private final class Shared: Sendable {
        let target: any TargetType
        let id: Int
        let clock: Box<any Clock<Duration>>
        let attributes: RequestAttributes
        let isExplanation: Bool
        let slot: (any CallSlot)?
        /// `nil` for a call without plugins, since the lock takes time.
        let attempts: Locked<CallAttempts>?

        init(
            _ target: any TargetType,
            _ id: Int,
            _ clock: Box<any Clock<Duration>>,
            _ attributes: RequestAttributes,
            isExplanation: Bool,
            slot: (any CallSlot)?,
            attempts: Locked<CallAttempts>?
        ) {
            self.target = target
            self.id = id
            self.clock = clock
            self.attributes = attributes
            self.isExplanation = isExplanation
            self.slot = slot
            self.attempts = attempts
        }
    }

    private let shared: Shared

    /// The number of this attempt, starting at 1. It increases when an outer plugin calls `next` again.
    public internal(set) var attempt: Int

    /// Creates a context, for the test of a plugin. In a call, the provider creates it.
    public init(
        target: any TargetType,
        id: Int = 1,
        attempt: Int = 1,
        clock: any Clock<Duration> = ContinuousClock(),
        attributes: RequestAttributes = RequestAttributes(),
        isExplanation: Bool = false
    ) {
        let attempts = Locked(CallAttempts(first: attempt))
        let clock = Box(clock)
        shared = Shared(target, id, clock, attributes, isExplanation: isExplanation, slot: nil, attempts: attempts)
        self.attempt = attempt
    }

    /// Creates the context of a provider's call.
    init(
        target: any TargetType,
        id: Int,
        clock: Box<any Clock<Duration>>,
        attributes: RequestAttributes,
        slot: (any CallSlot)?,
        hasPlugins: Bool
    ) {
        let attempts = hasPlugins ? Locked(CallAttempts(first: 1)) : nil
        shared = Shared(target, id, clock, attributes, isExplanation: false, slot: slot, attempts: attempts)
        attempt = 1
    }

    /// The call's target, with its arguments. For a `MultiTarget`, the target inside.
    public var target: any TargetType { shared.target }

    /// The id of the call, unique within its provider, and the same for all attempts.
    public var id: Int { shared.id }

    /// The provider's clock. A plugin that waits must use this clock.
    public var clock: any Clock<Duration> { shared.clock.value }

    /// The attributes of the call's ``CallOptions``.
    public var attributes: RequestAttributes { shared.attributes }

    /// Whether the call is only explained: the request isn't sent, and ends as `.cancelled`. A plugin that waits,
    /// counts, writes or sends requests itself must pass the request on without these effects.
    public var isExplanation: Bool { shared.isExplanation }

    /// The slot that the call needs to send its request. `nil` for a call without a limit.
    var slot: (any CallSlot)? { shared.slot }

    private var attempts: Locked<CallAttempts>? { shared.attempts }

    /// The context of an attempt that begins, since the plugin with this index has called `next`.
    func begun(by index: Int) -> RequestContext {
        var context = self
        context.attempt = attempts?.withLock { $0.begin(attempt, of: index) } ?? attempt
        return context
    }

    /// The number of times that all attempts of the call have sent a request. 0 for a call without plugins.
    var sentCount: Int { attempts?.withLock(\.sent) ?? 0 }

    /// Adds the number of times that one attempt sent the request, and returns the sum of all attempts.
    func addSent(_ count: Int) -> Int { attempts?.withLock { $0.addSent(count) } ?? count }

    /// The session whose credentials an attempt of the call has received from this plugin; `nil` if none has.
    func session(of plugin: AnyObject) -> Int? { attempts?.withLock { $0.session(of: plugin) } }

    /// Notes the session of the call, unless another attempt has.
    ///
    /// - Returns: The session of the call. It differs if an attempt at the same time has noted another one.
    func enter(session: Int, of plugin: AnyObject) -> Int {
        attempts?.withLock { $0.enter(session: session, of: plugin) } ?? session
    }

    /// Counts a request that this plugin sends again because of its credentials.
    ///
    /// - Returns: `false` if the plugin has sent the call again as often as it may.
    func takeResend(of plugin: AnyObject, maximum: Int) -> Bool {
        attempts?.withLock { $0.takeResend(of: plugin, maximum: maximum) } ?? false
    }

    /// The `Authorization` fields that plugins have set in the call, with the origins that may receive them.
    var boundAuthorizations: [OriginBoundAuthorization] { attempts?.withLock(\.authorizations) ?? [] }

    /// Records an `Authorization` field that a plugin sets.
    func bind(_ field: OriginBoundAuthorization) { attempts?.withLock { $0.bind(field) } }
}

extension RequestContext: CustomStringConvertible, CustomReflectable {
    /// The target without its arguments, the id and the attempt.
    public var description: String { "\(targetName(of: target)) #\(id), attempt \(attempt)" }

    public var customMirror: Mirror {
        Mirror(self, children: ["description": description], displayStyle: .struct)
    }
}
