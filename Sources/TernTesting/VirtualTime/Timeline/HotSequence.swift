/// A sequence that sends its events at fixed times since the scheduler's beginning, even while it isn't iterated.
///
/// An iterator receives every event after the time of its creation. As in RxTest, it doesn't receive events of exactly
/// that time, even if no other iterator has received them. The only exception is time 0: an iterator that is created at
/// time 0 also receives the events of that time. Events are kept for the iterator until `next()` is called. An iterator
/// that is created after the end of the sequence ends immediately in the same way. A sequence without an end never
/// ends.
///
/// ``VirtualScheduler/hot(_:)`` creates this sequence.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
public struct HotSequence<Value: Sendable>: AsyncSequence, Sendable {
    public typealias Element = Value
    public typealias Failure = any Error

    let source: TimelineSource<Value>

    /// All iterations so far, in the order in which they began.
    public var subscriptions: [TimelineSubscription] { source.subscriptions }

    public func makeAsyncIterator() -> TimelineIterator<Value> {
        TimelineIterator(subscriber: source.subscribe())
    }
}
