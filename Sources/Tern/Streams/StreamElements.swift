/// The elements of a stream as they arrive: lines or server-sent events.
///
/// ``ResponseStream/lines(limit:)``, ``ResponseStream/events(limit:)`` and `provider.events(_:)` create this sequence.
/// Every error of a loop is a ``TernError``, which ends the sequence: the `error` of a plain `catch` needs no cast.
/// Leaving the loop early, releasing its iterator, or cancelling the task ends the exchange.
public struct StreamElements<Element>: AsyncSequence, Sendable {
    package typealias Next = () async throws(TernError) -> Element?

    /// Begins a loop. Releasing the returned function ends the exchange.
    let begin: @Sendable () -> Next

    public func makeAsyncIterator() -> Iterator {
        Iterator(read: begin())
    }

    /// Reads the elements of a stream, in order.
    public struct Iterator: AsyncIteratorProtocol {
        let read: Next

        package init(read: @escaping Next) {
            self.read = read
        }

        /// The next element. `nil` at the end of the stream and in every later call.
        public nonisolated(nonsending) mutating func next() async throws(TernError) -> Element? {
            try await read()
        }

        /// The same as `next()`, on this actor.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(TernError) -> Element? {
            try await next()
        }
    }
}

extension StreamElements: CustomReflectable {
    /// Nothing: the request may have secrets.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

extension StreamElements.Iterator: CustomReflectable {
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
