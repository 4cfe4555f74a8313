/// The period of one iteration of a sequence: from `makeAsyncIterator()` until the sequence ends, the task is
/// cancelled, or the iterator is released.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
public struct TimelineSubscription: Sendable, Equatable {
    /// The time of `makeAsyncIterator()`.
    public let start: VirtualTime
    /// The end. `nil` while the iteration continues.
    public let end: VirtualTime?

    /// Creates a period, for a comparison with a recorded period. Without an end, the iteration continues.
    public init(_ start: VirtualTime, _ end: VirtualTime? = nil) {
        self.start = start
        self.end = end
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension TimelineSubscription: CustomStringConvertible {
    /// For example `0...20`, or `0...` while the iteration continues.
    public var description: String { "\(start)..." + (end.map { "\($0)" } ?? "") }
}
