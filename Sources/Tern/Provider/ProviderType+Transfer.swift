import Foundation

extension ProviderType {
    /// The progress of a target's request, and then its response, as a sequence.
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
    /// Each loop makes the call. It ends with the response, or throws a ``TernError``. Leaving the loop early, or
    /// cancelling its task, cancels the call. A reader that is slower than the network misses some updates, but never the
    /// last one.
    ///
    /// - Parameters:
    ///   - target: The case to call.
    ///   - options: Its `progress` handler receives the same updates.
    public func transfer(_ target: Target, options: CallOptions = CallOptions()) -> StreamElements<TransferEvent> {
        StreamElements {
            // The buffer holds two events: the last update, and the result.
            let events = AsyncStream<Result<TransferEvent, TernError>>(bufferingPolicy: .bufferingNewest(2)) { events in
                var options = options
                options.progress = { [handler = options.progress] progress in
                    handler?(progress)
                    events.yield(.success(.progress(progress)))
                }
                // The task is unstructured, since the loop returns between two events.
                let task = Task { [options] in
                    do throws(TernError) {
                        events.yield(.success(.response(try await response(to: target, options: options))))
                    } catch {
                        events.yield(.failure(error))
                    }
                    events.finish()
                }
                events.onTermination = { _ in task.cancel() }
            }
            return TransferReader(events, of: target).next
        }
    }
}

/// An event of a call's transfer.
@nonexhaustive
public enum TransferEvent: Sendable {
    /// Bytes were sent or received.
    case progress(TransferProgress)
    /// The response. It is the last event.
    case response(Response)
}

/// Reads the events of a transfer for one loop.
private final class TransferReader {
    private let events: AsyncStream<Result<TransferEvent, TernError>>
    private let target: any TargetType
    private var isOver = false

    init(_ events: AsyncStream<Result<TransferEvent, TernError>>, of target: any TargetType) {
        self.events = events
        self.target = target
    }

    func next() async throws(TernError) -> TransferEvent? {
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
}

extension CallOptions {
    /// These options with a progress handler that updates a Foundation `Progress`, for views that display a `Progress`.
    ///
    /// The units are bytes: the bytes of the request's body and, once their number is known, the bytes of the
    /// response's body. While a length isn't known, the progress is indeterminate. It finishes when the call succeeds,
    /// also with an empty body, since it has at least one unit. If the call fails, the progress stays unfinished, with
    /// the bytes up to then. Cancelling `progress` doesn't cancel the call.
    public func reporting(to progress: Progress) -> CallOptions {
        var options = self
        options.progress = { [handler = self.progress] update in
            handler?(update)
            // One unit is left until the call succeeds, because a complete body may be that of a failed attempt.
            let bytes = update.sentBytes.addingSaturated(update.receivedBytes)
            progress.totalUnitCount = update.totalBytes.map { max($0, bytes.addingSaturated(1)) } ?? -1
            progress.completedUnitCount = bytes
        }
        options.onSuccess = { [onSuccess] in
            onSuccess?()
            let bytes = max(progress.completedUnitCount, 1)
            progress.totalUnitCount = bytes
            progress.completedUnitCount = bytes
        }
        return options
    }
}

extension TransferProgress {
    /// The total length of the bodies whose transfer has begun. `nil` if a length isn't known, or if the sum is too
    /// large for a `Progress`.
    fileprivate var totalBytes: Int64? {
        let sent = sentBytes > 0 ? expectedSentBytes : expectedSentBytes ?? 0
        let received = receivedBytes > 0 ? expectedReceivedBytes : expectedReceivedBytes ?? 0
        guard let sent, let received else { return nil }
        let (sum, overflows) = sent.addingReportingOverflow(received)
        return overflows ? nil : sum
    }
}

extension Int64 {
    fileprivate func addingSaturated(_ other: Int64) -> Int64 {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? .max : sum
    }
}
