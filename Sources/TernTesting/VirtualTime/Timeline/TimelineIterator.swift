/// Returns the events of a ``HotSequence`` or ``ColdSequence`` at their times. Copies share their position.
///
/// The iterator ends without an error when the waiting task is cancelled.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
public struct TimelineIterator<Value: Sendable>: AsyncIteratorProtocol {
    let subscriber: TimelineSubscriber<Value>

    public mutating func next() async throws -> Value? {
        try await subscriber.next()
    }
}
