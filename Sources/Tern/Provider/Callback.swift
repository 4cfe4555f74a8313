import Foundation

/// The completion closure of a call. It runs on the closure's actor, or on a queue if the closure has no actor.
struct Callback<Value: SendableMetatype>: Sendable {
    typealias Completion = @Sendable @isolated(any) (Result<Value, TernError>) -> Void

    private struct IsolatedFunction {
        let call: Completion
    }

    private struct PlainFunction: Sendable {
        let call: @Sendable (Result<Value, TernError>) -> Void
    }

    private let completion: Completion
    private let progress: ProgressHandler?
    /// `nil` for the main actor, whose executor is the main queue.
    private let queue: DispatchQueue?
    private let makeValue: @Sendable (Response) throws(TernError) -> Value

    /// - Parameters:
    ///   - queue: `nil` for the main queue.
    ///   - makeValue: Runs on the same actor or queue as `completion`.
    init(
        _ completion: @escaping Completion,
        progress: ProgressHandler?,
        queue: DispatchQueue?,
        makeValue: @escaping @Sendable (Response) throws(TernError) -> Value
    ) {
        self.completion = completion
        self.progress = progress
        self.queue = queue === DispatchQueue.main ? nil : queue
        self.makeValue = makeValue
    }

    /// A progress handler that calls the caller's handler on the queue.
    func progress(of handle: CallHandle) -> ProgressHandler? {
        guard let progress else { return nil }
        return { value in run { if !handle.isCancelled { progress(value) } } }
    }

    /// Calls the completion closure, after all progress updates.
    func complete(with result: Result<Response, TernError>, of target: any TargetType, _ handle: CallHandle) async {
        guard let actor = completion.isolation else {
            // A closure without an actor may run on any thread. Its type can't express that, hence the cast. Structs are
            // cast, because the metadata of an `@isolated(any)` type needs macOS 15.
            let plain = unsafeBitCast(IsolatedFunction(call: completion), to: PlainFunction.self)
            return run { plain.call(self.result(from: result, of: target, handle)) }
        }
        if progress != nil { await withCheckedContinuation { done in run { done.resume() } } }
        await complete(on: actor, with: result, of: target, handle)
    }

    /// Runs a closure after all earlier ones. In virtual time, no time passes until it has run.
    private func run(_ closure: @escaping @Sendable () -> Void) {
        guard let queue else {
            Task { @MainActor in closure() }
            return
        }
        let endWait = ExternalWait.begin("a callback on the queue \(queue.label)")
        queue.async {
            closure()
            endWait?()
        }
    }

    /// Nothing suspends between the end of the call and the closure, so a `cancel()` on the same actor runs before both
    /// or after both.
    private func complete(
        on actor: isolated any Actor,
        with result: Result<Response, TernError>,
        of target: any TargetType,
        _ handle: CallHandle
    ) async {
        await completion(self.result(from: result, of: target, handle))
    }

    /// The result for the closure. A cancelled call always fails with `.cancelled`. It uses the error of the exchange,
    /// if the cancellation ended that.
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
