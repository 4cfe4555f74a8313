import Foundation
import Tern

/// One call over the network: Moya's order of plugins and callbacks, on Tern's transport.
// `first` is set on the root queue before the task begins, and then used by the task alone. All else is constant. The
// plugins and closures are the app's, and run where Moya runs them.
final class LiveCall: @unchecked Sendable {
    let session: Session
    let target: TargetType
    let endpoint: Endpoint
    let bridged: BridgedCall?
    let hasProgress: Bool
    private let plugins: [PluginType]
    private let original: URLRequest
    private let queue: DispatchQueue
    private let progress: ProgressBlock?
    private let completion: Completion
    private let token = CancellableToken {}
    /// This call, as retriers and the session know it.
    private let request: Request
    /// The multipart form. Made once, since plugins see its boundary.
    private let multipart: Result<RequestBody?, any Swift.Error>
    /// The progress of the request's body for an upload, and of the response's body otherwise.
    private let latest = Guarded(Progress(totalUnitCount: 0))
    /// The prepared request of the first attempt.
    private var first: Prepared?

    init(
        session: Session,
        plugins: [PluginType],
        target: TargetType,
        endpoint: Endpoint,
        request: URLRequest,
        queue: DispatchQueue,
        bridged: BridgedCall?,
        progress: ProgressBlock?,
        completion: @escaping Completion
    ) {
        self.session = session
        self.plugins = plugins
        self.target = target
        self.endpoint = endpoint
        original = request
        self.request = Request(token)
        self.queue = queue
        self.bridged = bridged
        self.progress = progress
        hasProgress = progress != nil
        self.completion = completion
        multipart = Result { try MultipartBody.body(of: endpoint) }
    }

    func start() -> CancellableToken {
        session.add(request)
        // Plugins prepare requests in the order of the calls, so this can't wait until a task begins.
        session.rootQueue.async { [self] in
            first = prepare()
            let task = _Concurrency.Task { await run() }
            token.onCancel { task.cancel() }
        }
        return token
    }

    /// The body of an upload. `nil` for other tasks.
    func uploadBody() throws -> RequestBody? {
        if case .uploadFile(let file) = endpoint.task { return try MultipartBody.file(file) }
        return try multipart.get()
    }

    /// Passes the progress of an exchange on.
    func report(_ update: TransferProgress, isUpload: Bool) {
        let count = isUpload ? update.sentBytes : update.receivedBytes
        // An equal count is an update of the other body.
        guard let progress, count != latest.value.completedUnitCount else { return }
        // A value of its own for each closure, since the queue may be concurrent.
        let value = Progress(totalUnitCount: (isUpload ? update.expectedSentBytes : update.expectedReceivedBytes) ?? -1)
        value.completedUnitCount = count
        latest.value = value
        let report = Unchecked(progress)
        queue.async { report.value(ProgressResponse(progress: value)) }
    }

    // MARK: - Private

    private struct Prepared: Sendable {
        let request: URLRequest
        let credentials: Guarded<BasicCredentials?>
    }

    /// Runs on the root queue.
    private func prepare() -> Prepared {
        var request = original
        if let type = try? multipart.get()?.contentType { request.setValue(type, forHTTPHeaderField: "Content-Type") }
        request = plugins.reduce(request) { $1.prepare($0, target: target) }
        let sent = SentRequest(request: request, sessionHeaders: session.additionalHeaders)
        for plugin in plugins { plugin.willSend(sent, target: target) }
        return Prepared(request: request, credentials: sent.credentials)
    }

    private func run() async {
        var exchange = await attempt()
        var retries = 0
        while let error = exchange.error, !token.isCancelled, let interceptor = session.interceptor {
            request.end(exchange, retryCount: retries)
            let decision = await onRootQueue(ifCancelled: RetryResult.doNotRetry) { [session, request] completion in
                interceptor.retry(request, for: session, dueTo: error) { completion($0) }
            }
            switch decision {
            case .doNotRetry:
                if token.isCancelled { exchange.error = AFError.explicitlyCancelled }
                return finish(exchange)
            case .doNotRetryWithError(let failure):
                exchange.error = AFError.requestRetryFailed(retryError: failure, originalError: error)
                return finish(exchange)
            case .retryWithDelay(let seconds): try? await _Concurrency.Task.sleep(for: Duration(limiting: seconds))
            case .retry: break
            }
            retries += 1
            exchange = token.isCancelled ? LiveExchange(error: AFError.explicitlyCancelled) : await attempt()
        }
        finish(exchange)
    }

    /// Adapts and sends the request once.
    private func attempt() async -> LiveExchange {
        var exchange = LiveExchange()
        let prepared: Prepared
        if let first { prepared = first } else { prepared = await onRootQueue { [self] in $0(prepare()) } }
        first = nil
        var request = prepared.request
        if let interceptor = session.interceptor {
            let cancelled = Result<URLRequest, Swift.Error>.failure(AFError.explicitlyCancelled)
            let adapted = await onRootQueue(ifCancelled: cancelled) { [session] completion in
                interceptor.adapt(prepared.request, for: session) { completion($0) }
            }
            switch adapted {
            case .success(let adapted): request = adapted
            case .failure(let error):
                exchange.error = error as? AFError ?? AFError.requestAdaptationFailed(error: error)
                return exchange
            }
        }
        exchange.request = request
        token.request.value = request
        await exchange.send(request, of: self, credentials: prepared.credentials)
        return exchange
    }

    /// Runs a function on the root queue, since it may block, and a thread of Swift's pool mustn't be blocked.
    ///
    /// - Parameter value: The result if the call is cancelled before the function calls its completion. `nil` to wait.
    /// - Returns: The first value that the function passes to its completion.
    private func onRootQueue<Value: Sendable>(
        ifCancelled value: Value? = nil,
        _ start: @escaping (_ completion: @escaping @Sendable (Value) -> Void) -> Void
    ) async -> Value {
        let start = Unchecked(start)
        let first = FirstValue<Value>()
        session.rootQueue.async { start.value { first.set($0) } }
        return await withTaskCancellationHandler {
            await first.wait()
        } onCancel: {
            if let value { first.set(value) }
        }
    }

    private func finish(_ exchange: LiveExchange) {
        session.remove(request)
        queue.async { [self] in
            let result = exchange.result
            for plugin in plugins { plugin.didReceive(result, target: target) }
            progress?(ProgressResponse(progress: latest.value, response: try? result.get()))
            completion(result)
        }
    }
}
