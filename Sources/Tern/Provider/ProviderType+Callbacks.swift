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
        perform(target, options, Callback(completion, progress: options.progress, queue: callbackQueue) { $0 })
    }

    /// Sends a target's request and passes the response to a closure on a queue.
    ///
    /// - Parameters:
    ///   - target: The case to call.
    ///   - options: The options of the call. Their `progress` is called on the queue, before `completion`.
    ///   - callbackQueue: The queue for `progress` and `completion`. `nil` for the provider's callback queue, or else
    ///     the main queue. On a concurrent queue the two may overlap.
    ///   - completion: Called exactly once. After `cancel()`, it only receives `TernError.Code.cancelled`.
    /// - Returns: A handle that cancels the call. It needn't be kept.
    @discardableResult
    public func request(
        _ target: Target,
        options: CallOptions = CallOptions(),
        callbackQueue: DispatchQueue?,
        completion: @escaping @Sendable (Result<Response, TernError>) -> Void
    ) -> CallHandle {
        perform(
            target,
            options,
            Callback(completion, progress: options.progress, queue: callbackQueue ?? self.callbackQueue) { $0 }
        )
    }

    /// Makes a call and passes its value to a closure. The parameters are those of ``request(_:options:completion:)``.
    @discardableResult
    public func value<Value: SendableMetatype>(
        _ call: Call<Target, Value>,
        options: CallOptions = CallOptions(),
        @_inheritActorContext completion: @escaping @Sendable @isolated(any) (Result<Value, TernError>) -> Void
    ) -> CallHandle {
        let callback = Callback(completion, progress: options.progress, queue: callbackQueue) {
            [decoder] response throws(TernError) in
            try call.value(of: response, decoder: decoder)
        }
        return perform(call.target, options, callback)
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
        let queue = callbackQueue ?? self.callbackQueue
        let callback = Callback(completion, progress: options.progress, queue: queue) {
            [decoder] response throws(TernError) in
            try call.value(of: response, decoder: decoder)
        }
        return perform(call.target, options, callback)
    }

    // MARK: - Private

    private func perform<Value: SendableMetatype>(
        _ target: Target,
        _ options: CallOptions,
        _ callback: Callback<Value>
    ) -> CallHandle {
        let handle = CallHandle()
        var options = options
        options.progress = callback.progress(of: handle)
        options.onSuccess = options.onSuccess.map(callback.afterProgress)
        handle.run { [options] in
            let result: Result<Response, TernError>
            do throws(TernError) {
                result = .success(try await response(to: target, options: options))
            } catch {
                result = .failure(error)
            }
            await callback.complete(with: result, of: target, handle)
        }
        return handle
    }
}
