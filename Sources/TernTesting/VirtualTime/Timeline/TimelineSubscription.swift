/// How long a sequence was iterated: from `makeAsyncIterator()` until it ended, its task was cancelled, or its iterator went
/// away.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
public struct TimelineSubscription: Sendable, Equatable {
    public let start: VirtualTime
    /// `nil` while it is open.
    public let end: VirtualTime?

    public init(_ start: VirtualTime, _ end: VirtualTime? = nil) {
        self.start = start
        self.end = end
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension TimelineSubscription: CustomStringConvertible {
    /// Such as `0...20`, or `0...` while it is open.
    public var description: String { "\(start)..." + (end.map { "\($0)" } ?? "") }
}
