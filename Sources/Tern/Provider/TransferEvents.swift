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
        // The buffer holds two events: the last update, and the result.
        let events = AsyncStream<Iterator.Event>(bufferingPolicy: .bufferingNewest(2)) { events in
            // The task is unstructured, since the iterator returns between two events.
            let task = Task { [call] in
                do throws(TernError) {
                    events.yield(.success(.response(try await call { events.yield(.success(.progress($0))) })))
                } catch {
                    events.yield(.failure(error))
                }
                events.finish()
            }
            events.onTermination = { _ in task.cancel() }
        }
        return Iterator(events: events, target: target)
    }

    /// Starts the call, and reads its events.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate typealias Event = Result<TransferEvent, TernError>

        private let events: AsyncStream<Event>
        private let target: any TargetType
        private var isOver = false

        fileprivate init(events: AsyncStream<Event>, target: any TargetType) {
            self.events = events
            self.target = target
        }

        /// The next event. `nil` after the response, and after an error.
        ///
        /// - Throws: `TernError`, once.
        public nonisolated(nonsending) mutating func next() async throws(TernError) -> TransferEvent? {
            guard !isOver else { return nil }
            // A new iterator continues at the position of the previous iterator. Releasing the stream cancels the call.
            var iterator = events.makeAsyncIterator()
            switch await iterator.next() {
            case .success(let event):
                if case .response = event { isOver = true }
                return event
            case .failure(let error):
                isOver = true
                throw error
            case nil:
                isOver = true
                // In a cancelled task, the stream ends without an event.
                throw TernError(.cancelled).about(target: target)
            }
        }

        /// The same as `next()`, on this actor.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(TernError) -> TransferEvent? {
            try await next()
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

extension TransferEvents: CustomReflectable {
    /// The name of the target, without its arguments.
    public var customMirror: Mirror {
        Mirror(self, children: ["target": targetName(of: target)], displayStyle: .struct)
    }
}

extension TransferEvents.Iterator: CustomReflectable {
    public var customMirror: Mirror {
        Mirror(self, children: ["target": targetName(of: target)], displayStyle: .struct)
    }
}
