/// A sequence that starts its timeline again for each iteration: times count from `makeAsyncIterator()`.
///
/// Events are kept until `next()` is called. A sequence without an end never ends.
///
/// ``VirtualScheduler/cold(_:)`` creates this sequence.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
public struct ColdSequence<Value: Sendable>: AsyncSequence, Sendable {
    public typealias Element = Value
    public typealias Failure = any Error

    let source: TimelineSource<Value>

    /// All iterations so far, in the order in which they began.
    public var subscriptions: [TimelineSubscription] { source.subscriptions }

    public func makeAsyncIterator() -> TimelineIterator<Value> {
        TimelineIterator(subscriber: source.subscribe())
    }
}
