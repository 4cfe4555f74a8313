/// An instant of a virtual or manual clock: the duration since the clock's beginning.
public struct VirtualInstant: InstantProtocol {
    /// The duration since the clock's beginning.
    public let offset: Duration

    /// Creates an instant. The beginning of the clock by default.
    public init(offset: Duration = .zero) {
        self.offset = offset
    }

    /// The sum, limited to the maximum instant, so that it never overflows.
    public func advanced(by duration: Duration) -> VirtualInstant {
        VirtualInstant(offset: offset.addingSaturated(duration))
    }

    public func duration(to other: VirtualInstant) -> Duration {
        other.offset.addingSaturated(.zero - offset.clamped)
    }

    public static func < (one: VirtualInstant, other: VirtualInstant) -> Bool { one.offset < other.offset }
}

extension Duration {
    /// A limit that exceeds every practical wait. Sums of durations up to this limit can't overflow.
    static let furthest = Duration.seconds(Int64.max / 4)

    var clamped: Duration { max(.zero - .furthest, min(self, .furthest)) }

    func addingSaturated(_ other: Duration) -> Duration { (clamped + other.clamped).clamped }
}
