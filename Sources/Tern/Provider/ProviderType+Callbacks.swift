import Foundation

extension ProviderType {
    /// Sends a target's request and passes the response to a closure.
    ///
    /// ```swift
    /// github.request(.zen) { result in self.text = (try? result.get().string()) ?? "" }
    /// ```
    ///
    /// - Parameters:
    ///   - target: The case to call.
    ///   - options: The options of the call. Their `progress` is called before `completion`, on the provider's callback
    ///     queue, or else on the main queue.
    ///   - completion: Called exactly once, on the actor that the closure is isolated to. A closure in code of the main
    ///     actor runs on the main actor, and may use its state. A closure without an actor runs on the provider's
    ///     callback queue, or else on the main queue. After `cancel()`, it only receives `TernError.Code.cancelled`.
    /// - Returns: A handle that cancels the call. It needn't be kept.
    @discardableResult
    public func request(
        _ target: Target,
        options: CallOptions = CallOptions(),
        @_inheritActorContext completion: @escaping @Sendable @isolated(any) (Result<Response, TernError>) -> Void
    ) -> CallHandle {
        perform(target, options, CompletionClosure(completion, queue: callbackQueue)) { $0 }
    }

    /// Sends a target's request and passes the response to a closure on a queue.
    ///
    /// - Parameters:
    ///   - target: The case to call.
    ///   - options: The options of the call. Their `progress` is called on the queue, before `completion`.
    ///   - callbackQueue: The queue for `progress` and `completion`. `nil` for the provider's callback queue, or else
    ///     the main queue.
    ///   - completion: Called exactly once. After `cancel()`, it only receives `TernError.Code.cancelled`.
    /// - Returns: A handle that cancels the call. It needn't be kept.
    @discardableResult
    public func request(
        _ target: Target,
        options: CallOptions = CallOptions(),
        callbackQueue: DispatchQueue?,
        completion: @escaping @Sendable (Result<Response, TernError>) -> Void
    ) -> CallHandle {
        perform(target, options, CompletionClosure(completion, queue: callbackQueue ?? self.callbackQueue)) { $0 }
    }

    /// Makes a call and passes its value to a closure. The parameters are those of ``request(_:options:completion:)-(Self.Target,_,_)``.
    @discardableResult
    public func value<Value: SendableMetatype>(
        _ call: Call<Target, Value>,
        options: CallOptions = CallOptions(),
        @_inheritActorContext completion: @escaping @Sendable @isolated(any) (Result<Value, TernError>) -> Void
    ) -> CallHandle {
        perform(call.target, options, CompletionClosure(completion, queue: callbackQueue)) {
            [decoder] response throws(TernError) in
            try call.value(of: response, decoder: decoder)
        }
    }

    /// Makes a call and passes its value to a closure on a queue. The parameters are those of
    /// ``request(_:options:callbackQueue:completion:)``.
    @discardableResult
    public func value<Value: SendableMetatype>(
        _ call: Call<Target, Value>,
        options: CallOptions = CallOptions(),
        callbackQueue: DispatchQueue?,
        completion: @escaping @Sendable (Result<Value, TernError>) -> Void
    ) -> CallHandle {
        perform(call.target, options, CompletionClosure(completion, queue: callbackQueue ?? self.callbackQueue)) {
            [decoder] response throws(TernError) in
            try call.value(of: response, decoder: decoder)
        }
    }

    // MARK: - Private

    /// - Parameter makeValue: Runs on the same actor or queue as `completion`.
    private func perform<Value: SendableMetatype>(
        _ target: Target,
        _ options: CallOptions,
        _ completion: CompletionClosure<Value>,
        makeValue: @escaping @Sendable (Response) throws(TernError) -> Value
    ) -> CallHandle {
        let handle = CallHandle()
        var options = options
        let updates = ProgressDelivery(options.progress, on: completion.run, while: { !handle.isCancelled })
        if let updates { options.progress = updates.report }
        handle.run { [options] in
            let result: Result<Response, TernError>
            do throws(TernError) {
                result = .success(try await response(to: target, options: options))
            } catch {
                result = .failure(error)
            }
            await updates?.finish()
            await completion.call {
                handle.finish(with: result, of: target, makeValue)
            }
        }
        return handle
    }
}

extension CallHandle {
    /// The result for the completion closure. A cancelled call always fails with `.cancelled`. If the cancellation ended
    /// the exchange, it fails with the error of the exchange.
    fileprivate func finish<Value>(
        with result: Result<Response, TernError>,
        of target: any TargetType,
        _ makeValue: (Response) throws(TernError) -> Value
    ) -> sending Result<Value, TernError> {
        do throws(TernError) {
            let response = try result.get()
            if finish() { return .failure(TernError(.cancelled).about(target: target)) }
            return .success(try makeValue(response))
        } catch {
            let isCancelled = finish() && error.code != .cancelled
            return .failure(isCancelled ? TernError(.cancelled).about(target: target) : error)
        }
    }
}
