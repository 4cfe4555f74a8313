/// A sequence that sends its events at fixed times since the scheduler's beginning, whether it is iterated or not.
///
/// An iterator receives every event after the time of its creation. Events of exactly that time are past, as in RxTest,
/// whether another iterator has received them or not. Only an iterator that is made at time 0 receives the events of
/// time
/// 0. Events are kept for the iterator until `next()` is called. An iterator that is made after the end ends
///    immediately in the same way. A sequence without an end never ends.
///
/// Make one with ``VirtualScheduler/hot(_:)``.
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
