import Foundation

extension MoyaProvider {
    /// Calls a target, as `request(_:callbackQueue:progress:completion:)` does unless a subclass overrides it.
    ///
    /// - Parameters:
    ///   - target: The target to call.
    ///   - callbackQueue: The queue of callbacks. If it is `nil`, the main queue, or the caller's thread for an immediate
    ///     stub.
    ///   - progress: Receives the progress.
    ///   - completion: Receives the result, once.
    /// - Returns: A handle that cancels the call.
    public func requestNormal(
        _ target: Target,
        callbackQueue: DispatchQueue?,
        progress: ProgressBlock?,
        completion: @escaping Completion
    ) -> Cancellable {
        // A call that begins within this one has no part in it.
        let bridged = BridgedCall.current?.of(self)
        return BridgedCall.$current.withValue(nil) {
            call(target, bridged, callbackQueue, progress, completion)
        }
    }

    /// Completes a call that was cancelled before its request was sent.
    public func cancelCompletion(_ completion: Completion, target: Target) {
        let error = MoyaError.underlying(NSError(domain: NSURLErrorDomain, code: NSURLErrorCancelled), nil)
        for plugin in plugins { plugin.didReceive(.failure(error), target: target) }
        completion(.failure(error))
    }

    // MARK: - Private

    private func call(
        _ target: Target,
        _ bridged: BridgedCall?,
        _ callbackQueue: DispatchQueue?,
        _ progress: ProgressBlock?,
        _ completion: @escaping Completion
    ) -> Cancellable {
        let endpoint = bridged.map { $0.endpoint(self.endpoint(target)) } ?? self.endpoint(target)
        let behavior = stubClosure(target)
        let work = CallHandle()
        var handle: Cancellable = work
        let process: Completion = { [plugins] result in
            completion(plugins.reduce(result) { $1.process($0, target: target) })
        }
        var finish = process
        if trackInflights {
            let (id, key) = (UUID(), InflightCalls.Key(endpoint))
            let isFirst = inflightCalls.add(process, id: id, for: endpoint, key, work)
            if bridged != nil {
                // Tern's calls end on their own. Moya's first call cancels the others, and they don't cancel anything.
                handle = CancellableToken { [inflightCalls] in inflightCalls.remove(id, key) }
            }
            guard isFirst else { return handle }
            finish = { [inflightCalls] result in inflightCalls.end(key, work, with: result) }
        }
        let parts = Unchecked((target: target, progress: progress, finish: finish))
        requestClosure(endpoint) { [self] result in
            let (target, progress, finish) = parts.value
            if work.isCancelled { return cancelCompletion(finish, target: target) }
            switch result {
            case .failure(let error): finish(.failure(error))
            case .success(let request):
                if case .never = behavior {
                    let call = LiveCall(
                        session: session,
                        plugins: plugins,
                        target: target,
                        endpoint: endpoint,
                        request: request,
                        queue: callbackQueue ?? .main,
                        bridged: bridged,
                        progress: progress,
                        completion: finish
                    )
                    work.follow(call.start())
                } else {
                    let token = stubRequest(
                        target,
                        request: request,
                        callbackQueue: callbackQueue,
                        completion: finish,
                        endpoint: endpoint,
                        stubBehavior: behavior
                    )
                    work.follow(token)
                }
            }
        }
        return handle
    }
}
