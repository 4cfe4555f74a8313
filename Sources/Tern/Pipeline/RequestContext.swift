/// What a plugin knows about the call whose request it sees.
public struct RequestContext: Sendable {
    /// What all attempts of a call share: one reference, since each plugin receives a context of its own.
    private final class Shared: Sendable {
        let target: any TargetType
        let id: Int
        let clock: any Clock<Duration>
        let attributes: RequestAttributes

        init(_ target: any TargetType, _ id: Int, _ clock: any Clock<Duration>, _ attributes: RequestAttributes) {
            self.target = target
            self.id = id
            self.clock = clock
            self.attributes = attributes
        }
    }

    private let shared: Shared

    /// Which attempt this is, from 1. It counts up when a plugin further out calls `next` again.
    public internal(set) var attempt: Int

    public init(
        target: any TargetType,
        id: Int = 1,
        attempt: Int = 1,
        clock: any Clock<Duration> = ContinuousClock(),
        attributes: RequestAttributes = RequestAttributes()
    ) {
        shared = Shared(target, id, clock, attributes)
        self.attempt = attempt
    }

    /// The case with its arguments. Of a `MultiTarget`, the target inside.
    public var target: any TargetType { shared.target }

    /// The number of the call, unique within its provider; the same for all attempts.
    public var id: Int { shared.id }

    /// The provider's clock. A plugin that waits, waits on it.
    public var clock: any Clock<Duration> { shared.clock }

    /// Those of the call's ``CallOptions``.
    public var attributes: RequestAttributes { shared.attributes }
}

extension RequestContext: CustomStringConvertible, CustomReflectable {
    /// The case without its arguments, and the numbers.
    public var description: String { "\(targetName(of: target)) #\(id), attempt \(attempt)" }

    public var customMirror: Mirror {
        Mirror(self, children: ["description": description], displayStyle: .struct)
    }
}
