import Foundation

/// The completion closure of a call, and where it runs: on the closure's own actor, or on a queue if it has none.
struct Callback<Value: SendableMetatype>: Sendable {
    typealias Completion = @Sendable @isolated(any) (Result<Value, TernError>) -> Void

    private let completion: Completion
    private let progress: ProgressHandler?
    private let queue: DispatchQueue
    private let makeValue: @Sendable (Response) throws(TernError) -> Value

    /// - Parameters:
    ///   - queue: `nil` for the main queue.
    ///   - makeValue: Runs where `completion` runs.
    init(
        _ completion: @escaping Completion,
        progress: ProgressHandler?,
        queue: DispatchQueue?,
        makeValue: @escaping @Sendable (Response) throws(TernError) -> Value
    ) {
        self.completion = completion
        self.progress = progress
        self.queue = queue ?? .main
        self.makeValue = makeValue
    }

    /// The progress handler of the call: the caller's own, on the queue.
    func progress(of handle: CallHandle) -> ProgressHandler? {
        guard let progress else { return nil }
        return { [queue] value in queue.async { if !handle.isCancelled { progress(value) } } }
    }

    /// Calls the completion closure, after all progress.
    func complete(with result: Result<Response, TernError>, of target: any TargetType, _ handle: CallHandle) async {
        guard let actor = completion.isolation else {
            // The closure has no actor, so it is a plain function, which any thread may call. Only the type doesn't say so.
            let plain = unsafeBitCast(completion, to: (@Sendable (Result<Value, TernError>) -> Void).self)
            return queue.async { plain(self.result(from: result, of: target, handle)) }
        }
        if progress != nil { await withCheckedContinuation { done in queue.async { done.resume() } } }
        await complete(on: actor, with: result, of: target, handle)
    }

    /// Nothing suspends between the end of the call and the closure: a `cancel()` of the same actor comes before or after both.
    private func complete(
        on actor: isolated any Actor,
        with result: Result<Response, TernError>,
        of target: any TargetType,
        _ handle: CallHandle
    ) async {
        await completion(self.result(from: result, of: target, handle))
    }

    /// What the closure gets. A cancelled call is an error; if the cancellation ended the exchange, its own one.
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
