/// A sequence of events at given times.
///
/// ``VirtualScheduler/hot(_:)`` creates a hot sequence. Its times count from the scheduler's beginning, and it sends its
/// events even while it isn't iterated. An iterator receives every event after the time of its creation. As in RxTest,
/// it doesn't receive events of exactly that time, even if no other iterator has received them. The only exception is
/// time 0: an iterator that is created at time 0 also receives the events of that time. An iterator that is created
/// after the end of the sequence ends immediately in the same way.
///
/// ``VirtualScheduler/cold(_:)`` creates a cold sequence. It starts again for each iteration: its times count from
/// `makeAsyncIterator()`.
///
/// Events are kept for an iterator until `next()` is called. A sequence without an end never ends.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
public struct TimelineSequence<Value: Sendable>: AsyncSequence, Sendable {
    public typealias Element = Value
    public typealias Failure = any Error

    let source: TimelineSource<Value>

    /// All iterations so far, in the order in which they began.
    public var subscriptions: [TimelineSubscription] { source.subscriptions }

    public func makeAsyncIterator() -> Iterator { Iterator(subscriber: source.subscribe()) }

    /// Returns the events at their times. Copies share their position. The iterator ends without an error when the
    /// waiting task is cancelled.
    public struct Iterator: AsyncIteratorProtocol {
        let subscriber: TimelineSubscriber<Value>

        public mutating func next() async throws -> Value? { try await subscriber.next() }
    }
}
