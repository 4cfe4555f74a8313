/// Begins its timeline anew for each iteration: times count from `makeAsyncIterator()`.
///
/// Events that come while nobody waits in `next()` are kept. A sequence without an end never ends.
///
/// Make one with ``VirtualScheduler/cold(_:)``.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
public struct ColdSequence<Value: Sendable>: AsyncSequence, Sendable {
    public typealias Element = Value
    public typealias Failure = any Error

    let source: TimelineSource<Value>

    /// Who iterates it and has, in the order in which they began.
    public var subscriptions: [TimelineSubscription] { source.subscriptions }

    public func makeAsyncIterator() -> TimelineIterator<Value> {
        TimelineIterator(subscriber: source.subscribe())
    }
}
