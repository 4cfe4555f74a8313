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

    /// A progress handler that calls the caller's handler on the queue.
    func progress(of handle: CallHandle) -> ProgressHandler? {
        guard let progress else { return nil }
        return { value in completion.run { if !handle.isCancelled { progress(value) } } }
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
