import Foundation

extension ProviderType {
    /// The response to a target's request, by callback.
    ///
    /// - Parameters:
    ///   - options: Its `progress` is called before `completion`.
    ///   - callbackQueue: Where `progress` and `completion` run. The provider's by default, or else the main queue. On a
    ///     concurrent queue they may overlap.
    ///   - completion: Is called exactly once. Once `cancel()` has returned, it can only be called with
    ///     `TernError.Code.cancelled`.
    /// - Returns: A handle that cancels the call. It need not be kept.
    @discardableResult
    public func request(
        _ target: Target,
        options: CallOptions = CallOptions(),
        callbackQueue: DispatchQueue? = nil,
        completion: @escaping @Sendable (Result<Response, TernError>) -> Void
    ) -> CallHandle {
        perform(on: callbackQueue, target: target, options: options, completion: completion) {
            options throws(TernError) in
            try await self.response(to: target, options: options)
        }
    }

    /// The value of a call, by callback. Options, queue and completion are those of
    /// ``request(_:options:callbackQueue:completion:)``.
    @discardableResult
    public func value<Value>(
        _ call: Call<Target, Value>,
        options: CallOptions = CallOptions(),
        callbackQueue: DispatchQueue? = nil,
        completion: @escaping @Sendable (Result<Value, TernError>) -> Void
    ) -> CallHandle {
        perform(on: callbackQueue, target: call.target, options: options, completion: completion) {
            options throws(TernError) in
            try await self.value(call, options: options)
        }
    }

    private func perform<Value: Sendable>(
        on callbackQueue: DispatchQueue?,
        target: Target,
        options: CallOptions,
        completion: @escaping @Sendable (Result<Value, TernError>) -> Void,
        operation: @escaping @Sendable (CallOptions) async throws(TernError) -> Value
    ) -> CallHandle {
        let queue = callbackQueue ?? self.callbackQueue ?? .main
        let call = CallHandle()
        var options = options
        if let progress = options.progress {
            options.progress = { value in queue.async { if !call.isCancelled { progress(value) } } }
        }
        call.run { [options] in
            var result: Result<Value, TernError>
            do throws(TernError) {
                result = .success(try await operation(options))
            } catch {
                result = .failure(error)
            }
            queue.async { [result] in
                completion(call.finish() ? Self.cancelled(result, of: target) : result)
            }
        }
        return call
    }

    /// What a cancelled call completes with. If the cancellation ended the exchange, that error knows more.
    private static func cancelled<Value>(
        _ result: Result<Value, TernError>,
        of target: Target
    ) -> Result<Value, TernError> {
        if case .failure(let error) = result, error.code == .cancelled { return result }
        return .failure(TernError(.cancelled).about(target: target))
    }
}
