import Foundation

/// The completion closure of a call. It runs on the closure's actor, or on a queue if the closure has no actor.
struct Callback<Value: SendableMetatype>: Sendable {
    private let completion: CompletionClosure<Value>
    private let progress: ProgressHandler?
    private let makeValue: @Sendable (Response) throws(TernError) -> Value

    /// - Parameters:
    ///   - queue: `nil` for the main queue.
    ///   - makeValue: Runs on the same actor or queue as `completion`.
    init(
        _ completion: @escaping CompletionClosure<Value>.Function,
        progress: ProgressHandler?,
        queue: DispatchQueue?,
        makeValue: @escaping @Sendable (Response) throws(TernError) -> Value
    ) {
        self.completion = CompletionClosure(completion, queue: queue)
        self.progress = progress
        self.makeValue = makeValue
    }

    /// A progress handler that calls the caller's handler on the queue. While a call of the handler waits there, later
    /// updates replace its update.
    func progress(of handle: CallHandle) -> ProgressHandler? {
        guard let progress else { return nil }
        let waiting = Locked<TransferProgress?>(nil)
        return { value in
            let isScheduled = waiting.withLock { waiting in
                defer { waiting = value }
                return waiting != nil
            }
            guard !isScheduled else { return }
            completion.run {
                guard let latest = waiting.withLock({ $0.take() }), !handle.isCancelled else { return }
                progress(latest)
            }
        }
    }

    /// A closure that calls another one on the queue, after all progress updates.
    func afterProgress(_ closure: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        { completion.run(closure) }
    }

    /// Calls the completion closure, after all progress updates.
    func complete(with result: Result<Response, TernError>, of target: any TargetType, _ handle: CallHandle) async {
        await completion.call(followsQueue: progress != nil) { self.result(from: result, of: target, handle) }
    }

    // MARK: - Private

    /// The result for the closure. A cancelled call always fails with `.cancelled`. If the cancellation ended the
    /// exchange, it fails with the error of the exchange.
    private func result(
        from result: Result<Response, TernError>,
        of target: any TargetType,
        _ handle: CallHandle
    ) -> sending Result<Value, TernError> {
        do throws(TernError) {
            let response = try result.get()
            if handle.finish() { return .failure(TernError(.cancelled).about(target: target)) }
            return .success(try makeValue(response))
        } catch {
            let isCancelled = handle.finish() && error.code != .cancelled
            return .failure(isCancelled ? TernError(.cancelled).about(target: target) : error)
        }
    }
}
