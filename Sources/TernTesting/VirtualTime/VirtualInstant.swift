/// A time on a clock of this kit's: the distance from the clock's beginning.
public struct VirtualInstant: InstantProtocol {
    public let offset: Duration

    public init(offset: Duration = .zero) {
        self.offset = offset
    }

    /// Ends at the furthest time that there is, rather than overflow.
    public func advanced(by duration: Duration) -> VirtualInstant {
        VirtualInstant(offset: offset.addingSaturated(duration))
    }

    public func duration(to other: VirtualInstant) -> Duration {
        other.offset.addingSaturated(.zero - offset.clamped)
    }

    public static func < (one: VirtualInstant, other: VirtualInstant) -> Bool { one.offset < other.offset }
}

extension Duration {
    /// Far beyond what anybody waits for, and far from where sums overflow.
    static let furthest = Duration.seconds(Int64.max / 4)

    var clamped: Duration { max(.zero - .furthest, min(self, .furthest)) }

    func addingSaturated(_ other: Duration) -> Duration { (clamped + other.clamped).clamped }
}
