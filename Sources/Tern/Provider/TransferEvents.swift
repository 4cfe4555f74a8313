/// The progress of a call, and then its response.
///
/// ```swift
/// for try await event in github.transfer(.upload(video)) {
///     switch event {
///     case .progress(let progress): bar.value = progress.fractionCompleted ?? 0
///     case .response(let response): show(response)
///     @unknown default: break
///     }
/// }
/// ```
///
/// Each iteration makes the call. It ends with the response, or throws a ``TernError``. Leaving the loop early, or
/// cancelling its task, cancels the call. A reader that is slower than the network misses some updates, but never the
/// last one.
public struct TransferEvents: AsyncSequence, Sendable {
    typealias Call = @Sendable (_ progress: @escaping ProgressHandler) async throws(TernError) -> Response

    let target: any TargetType
    let call: Call

    public func makeAsyncIterator() -> Iterator {
        // The buffer holds two events: the last update, and the response.
        let events = AsyncThrowingStream<TransferEvent, any Error>(bufferingPolicy: .bufferingNewest(2)) { event in
            // The task is unstructured, since the iterator returns between two events.
            let task = Task { [call] in
                do throws(TernError) {
                    event.yield(.response(try await call { event.yield(.progress($0)) }))
                    event.finish()
                } catch {
                    event.finish(throwing: error)
                }
            }
            event.onTermination = { _ in task.cancel() }
        }
        return Iterator(events: events, target: target)
    }

    /// Starts the call, and reads its events.
    public struct Iterator: AsyncIteratorProtocol {
        private let events: AsyncThrowingStream<TransferEvent, any Error>
        private let target: any TargetType
        private var isOver = false

        fileprivate init(events: AsyncThrowingStream<TransferEvent, any Error>, target: any TargetType) {
            self.events = events
            self.target = target
        }

        /// The next event. `nil` after the response.
        ///
        /// - Throws: `TernError`, once.
        public mutating func next() async throws -> TransferEvent? {
            guard !isOver else { return nil }
            do {
                // A new iterator continues at the position of the previous iterator. Releasing the stream cancels the
                // call.
                var iterator = events.makeAsyncIterator()
                if let event = try await iterator.next() {
                    if case .response = event { isOver = true }
                    return event
                }
            } catch {
                isOver = true
                throw error
            }
            isOver = true
            // In a cancelled task, the stream ends without an error.
            throw TernError(.cancelled).about(target: target)
        }
    }
}

/// An event of ``TransferEvents``.
@nonexhaustive
public enum TransferEvent: Sendable {
    /// Bytes were sent or received.
    case progress(TransferProgress)
    /// The response. It is the last event.
    case response(Response)
}
