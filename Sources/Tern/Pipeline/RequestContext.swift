/// What a plugin knows about the call whose request it sees.
public struct RequestContext: Sendable {
    /// The case with its arguments. Of a `MultiTarget`, the target inside.
    public let target: any TargetType

    /// The number of the call, unique within its provider; the same for all attempts.
    public let id: Int

    /// Which attempt this is, from 1. It counts up when a plugin further out calls `next` again.
    public internal(set) var attempt: Int

    /// The provider's clock. A plugin that waits, waits on it.
    public let clock: any Clock<Duration>

    /// Those of the call's ``CallOptions``.
    public let attributes: RequestAttributes

    public init(
        target: any TargetType,
        id: Int = 1,
        attempt: Int = 1,
        clock: any Clock<Duration> = ContinuousClock(),
        attributes: RequestAttributes = RequestAttributes()
    ) {
        self.target = target
        self.id = id
        self.attempt = attempt
        self.clock = clock
        self.attributes = attributes
    }
}

extension RequestContext: CustomStringConvertible, CustomReflectable {
    /// The case without its arguments, and the numbers.
    public var description: String { "\(targetName(of: target)) #\(id), attempt \(attempt)" }

    public var customMirror: Mirror {
        Mirror(self, children: ["description": description], displayStyle: .struct)
    }
}
