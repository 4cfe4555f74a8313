/// Sends its events at fixed times since the scheduler's beginning, iterated or not.
///
/// An iterator gets every event from the time on at which it was made: those of that very time too, unless somebody else
/// has got them before. Those that come while nobody waits in `next()` are kept for it. After the end, an iterator ends at
/// once in the same way; a sequence without an end never ends.
///
/// Make one with ``VirtualScheduler/hot(_:)``.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
public struct HotSequence<Value: Sendable>: AsyncSequence, Sendable {
    public typealias Element = Value
    public typealias Failure = any Error

    let source: TimelineSource<Value>

    /// Who iterates it and has, in the order in which they began.
    public var subscriptions: [TimelineSubscription] { source.subscriptions }

    public func makeAsyncIterator() -> TimelineIterator<Value> {
        TimelineIterator(subscriber: source.subscribe())
    }
}
