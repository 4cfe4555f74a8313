import Tern

/// The work for which loads wait, such as the pipeline of a client. A load is identified by its ``ImageTask``.
protocol ImageTaskWork: AnyObject, Sendable {
    /// Handles the cancellation of a load.
    func cancel(_ load: ObjectIdentifier)
    func setPriority(_ priority: CallOptions.Priority, of load: ObjectIdentifier)
}

/// Work for a single load that has no priority.
final class ImageTaskCancellation: ImageTaskWork {
    private let onCancel: @Sendable () -> Void

    init(_ onCancel: @escaping @Sendable () -> Void) {
        self.onCancel = onCancel
    }

    func cancel(_ load: ObjectIdentifier) { onCancel() }

    func setPriority(_ priority: CallOptions.Priority, of load: ObjectIdentifier) {}
}

extension ImageTask {
    struct State: Sendable {
        var priority: CallOptions.Priority
        /// The result of the load. Set once.
        var result: Result<Value, TernError>?
        /// Whether `cancel()` was called, even after the end of the load.
        var isCancelled = false
        var closures: [@Sendable (Result<Value, TernError>) -> Void] = []
        var observers: [Int: AsyncStream<TransferProgress>.Continuation] = [:]
        /// The observers in the order in which they were added.
        private var sortedObservers: [AsyncStream<TransferProgress>.Continuation] {
            observers.sorted { $0.key < $1.key }.map(\.value)
        }
        private var lastObserver = 0
        var latestProgress: TransferProgress?
        /// The work for this load. `nil` before the beginning and after the end.
        var work: (any ImageTaskWork)?

        init(priority: CallOptions.Priority, result: Result<Value, TernError>? = nil) {
            self.priority = priority
            self.result = result
        }

        /// - Returns: The number of the observer. `nil` if the load has ended.
        mutating func addObserver(_ continuation: AsyncStream<TransferProgress>.Continuation) -> Int? {
            guard result == nil else { return nil }
            lastObserver += 1
            observers[lastObserver] = continuation
            return lastObserver
        }

        /// Ends the load.
        ///
        /// - Returns: The observers to finish and the closures to call. `nil` if the load has ended already.
        mutating func finish(
            _ result: Result<Value, TernError>
        ) -> (
            observers: [AsyncStream<TransferProgress>.Continuation],
            closures: [@Sendable (Result<Value, TernError>) -> Void]
        )? {
            guard self.result == nil else { return nil }
            self.result = result
            defer { (observers, closures, work) = ([:], [], nil) }
            return (sortedObservers, closures)
        }

        /// Yields under the lock, so that the observers receive the updates in order. This is safe, since yielding only
        /// fills a buffer or schedules the reader.
        mutating func report(_ progress: TransferProgress) {
            guard result == nil, progress.receivedBytes >= latestProgress?.receivedBytes ?? 0 else { return }
            latestProgress = progress
            for observer in sortedObservers { observer.yield(progress) }
        }
    }
}

extension TernError {
    /// Converts an error of a load's operation.
    static func wrapping(_ error: any Error) -> TernError {
        if let error = error as? TernError { return error }
        if error is CancellationError { return TernError(.cancelled) }
        return TernError(.transportFailed, reason: "The load of a picture threw an error.", underlying: error)
    }
}
