/// The call that a plugin's request belongs to: its target, id, attempt, clock and attributes.
public struct RequestContext: Sendable {
    /// The values that all attempts of a call share. A class, so that copying a context costs one reference.
    private final class Shared: Sendable {
        let target: any TargetType
        let id: Int
        let clock: any Clock<Duration>
        let attributes: RequestAttributes
        let isExplanation: Bool
        /// By plugin, the session whose credentials the call has received. `nil` for a call without plugins, since the
        /// lock takes time.
        let sessions: Locked<[ObjectIdentifier: Int]>?

        init(
            _ target: any TargetType,
            _ id: Int,
            _ clock: any Clock<Duration>,
            _ attributes: RequestAttributes,
            isExplanation: Bool,
            hasPlugins: Bool
        ) {
            self.target = target
            self.id = id
            self.clock = clock
            self.attributes = attributes
            self.isExplanation = isExplanation
            sessions = hasPlugins ? Locked([:]) : nil
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
        shared = Shared(target, id, clock, attributes, isExplanation: isExplanation, hasPlugins: true)
        self.attempt = attempt
    }

    /// Creates the context of a provider's call.
    init(
        target: any TargetType,
        id: Int,
        clock: any Clock<Duration>,
        attributes: RequestAttributes,
        hasPlugins: Bool
    ) {
        shared = Shared(target, id, clock, attributes, isExplanation: false, hasPlugins: hasPlugins)
        attempt = 1
    }

    /// The call's target, with its arguments. For a `MultiTarget`, the target inside.
    public var target: any TargetType { shared.target }

    /// The id of the call, unique within its provider, and the same for all attempts.
    public var id: Int { shared.id }

    /// The provider's clock. A plugin that waits must use this clock.
    public var clock: any Clock<Duration> { shared.clock }

    /// The attributes of the call's ``CallOptions``.
    public var attributes: RequestAttributes { shared.attributes }

    /// Whether the call is only explained: the request isn't sent, and ends as `.cancelled`. A plugin that waits,
    /// counts, writes or sends requests itself must pass the request on without these effects.
    public var isExplanation: Bool { shared.isExplanation }

    /// The session whose credentials an attempt of the call has received from this plugin; `nil` if none has.
    func session(of plugin: AnyObject) -> Int? {
        shared.sessions?.withLock { $0[ObjectIdentifier(plugin)] }
    }

    /// Notes the session of the call, unless another attempt has.
    ///
    /// - Returns: The session of the call. It differs if an attempt at the same time has noted another one.
    func enter(session: Int, of plugin: AnyObject) -> Int {
        shared.sessions?.withLock { sessions in
            let entered = sessions[ObjectIdentifier(plugin)] ?? session
            sessions[ObjectIdentifier(plugin)] = entered
            return entered
        } ?? session
    }
}

extension RequestContext: CustomStringConvertible, CustomReflectable {
    /// The target without its arguments, the id and the attempt.
    public var description: String { "\(targetName(of: target)) #\(id), attempt \(attempt)" }

    public var customMirror: Mirror {
        Mirror(self, children: ["description": description], displayStyle: .struct)
    }
}
