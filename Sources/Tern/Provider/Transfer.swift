/// The progress of a call, and then its value. `provider.transfer(_:)` creates this sequence.
///
/// Throws `TernError`: the errors of the call, and `.decodingFailed` if the body can't be decoded.
public struct Transfer<Value>: AsyncSequence {
    /// An element of a transfer.
    public enum Event {
        /// Bytes were sent or received.
        case progress(TransferProgress)
        /// The value of the call. It is the last event.
        case value(Value)
    }

    let target: any TargetType
    /// Makes the call. Releasing the stream cancels it.
    let begin: @Sendable () -> AsyncStream<TransferStep>
    let makeValue: (Response) throws(TernError) -> Value

    public func makeAsyncIterator() -> StreamElements<Event>.Iterator {
        StreamElements<Event>.Iterator(read: TransferReader(self).next)
    }
}

extension Transfer.Event: Sendable where Value: Sendable {}

extension Transfer: CustomReflectable {
    /// Nothing: the request may have secrets.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

/// A step of a transfer, before its value is created.
enum TransferStep: Sendable {
    case progress(TransferProgress)
    case response(Response)
    case failure(TernError)
}

/// Reads the events of a transfer for one loop.
private final class TransferReader<Value> {
    private let transfer: Transfer<Value>
    private let steps: AsyncStream<TransferStep>
    private var isOver = false

    init(_ transfer: Transfer<Value>) {
        self.transfer = transfer
        steps = transfer.begin()
    }

    func next() async throws(TernError) -> Transfer<Value>.Event? {
        guard !isOver else { return nil }
        // A new iterator continues at the position of the previous iterator.
        var iterator = steps.makeAsyncIterator()
        switch await iterator.next() {
        case .progress(let progress): return .progress(progress)
        case .response(let response):
            isOver = true
            return .value(try transfer.makeValue(response))
        case .failure(let error):
            isOver = true
            throw error
        case nil:
            isOver = true
            // In a cancelled task, the stream ends without a result.
            throw TernError(.cancelled).about(target: transfer.target)
        }
    }
}
