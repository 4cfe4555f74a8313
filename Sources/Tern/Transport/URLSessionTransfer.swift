import Foundation

/// One exchange of a session: collects the answer, and ends exactly once.
final class URLSessionTransfer: Sendable {
    /// The answer as the session gave it. The caller makes Tern's own of it, off the queue that all transfers share.
    struct Answer: Sendable {
        let response: HTTPURLResponse
        let body: Data

        var transportResponse: TransportResponse {
            TransportResponse(
                statusCode: response.statusCode,
                headers: HTTPHeaders(response),
                body: body,
                url: response.url
            )
        }
    }

    typealias Continuation = CheckedContinuation<Answer, any Error>

    private struct State {
        var continuation: Continuation?
        var task: URLSessionTask?
        var isEnded = false
        var wasChallenged = false
        var response: HTTPURLResponse?
        var isRedirect = false
        var body = Data()
        var progress = TransferProgress()
    }

    private let request: TransportRequest
    private let relay: ProgressRelay
    private let state = Locked(State())

    init(_ request: TransportRequest) {
        self.request = request
        relay = ProgressRelay(request.progress)
    }

    /// Starts the task that `makeTask` makes, unless the transfer was cancelled before.
    func start(
        _ continuation: Continuation,
        makeTask: () -> URLSessionTask
    ) {
        guard !state.withLock({ $0.isEnded }) else { return continuation.resume(throwing: CancellationError()) }
        let task = makeTask()
        let isStarting = state.withLock { state in
            guard !state.isEnded else { return false }
            state.continuation = continuation
            state.task = task
            return true
        }
        // A task that never ran still has to end, so that the session forgets it.
        guard isStarting else {
            task.cancel()
            return continuation.resume(throwing: CancellationError())
        }
        task.resume()
    }

    func cancel() {
        end(with: .failure(CancellationError()))?.cancel()
    }

    // MARK: - What the session reports

    func received(_ response: URLResponse) {
        guard let response = response as? HTTPURLResponse else { return }
        let isRedirect =
            Redirect.isRedirect(response.statusCode) && response.value(forHTTPHeaderField: "Location") != nil
        let hasBody =
            response.statusCode != 204 && response.statusCode != 304 && request.urlRequest.httpMethod != "HEAD"
        let expected = response.expectedContentLength
        state.withLock { state in
            state.response = response
            state.isRedirect = isRedirect
            state.progress.expectedReceivedBytes = expected >= 0 ? expected : nil
        }
        if hasBody, !isRedirect, expected > Int64(request.maximumBodyBytes) { endTooLarge() }
    }

    /// A head that is only known at the end.
    func missed(_ response: URLResponse) {
        if state.withLock({ $0.response == nil }) { received(response) }
    }

    func received(_ data: Data) {
        let limit = request.maximumBodyBytes
        let progress = state.withLock { state -> TransferProgress?? in
            // The body of a redirect is nobody's.
            guard !state.isEnded, !state.isRedirect else { return .some(nil) }
            guard data.count <= limit - state.body.count else { return nil }
            state.body.append(data)
            state.progress.receivedBytes += Int64(data.count)
            return .some(state.progress)
        }
        guard let progress else { return endTooLarge() }
        if let progress { relay.report(progress) }
    }

    func sent(_ bytes: Int64, of expected: Int64) {
        let progress = state.withLock { state in
            state.progress.sentBytes = max(bytes, state.progress.sentBytes)
            state.progress.expectedSentBytes = expected >= 0 ? expected : nil
            return state.isEnded ? nil : state.progress
        }
        if let progress { relay.report(progress) }
    }

    func challenged() {
        state.withLock { $0.wasChallenged = true }
    }

    func completed(_ error: (any Error)?) {
        let (response, body, wasChallenged) = state.withLock { ($0.response, $0.body, $0.wasChallenged) }
        let isAnswered = error == nil || (wasChallenged && (error as? URLError)?.code == .cancelled)
        if let response, isAnswered {
            end(with: .success(Answer(response: response, body: body)))
        } else if let error {
            end(with: .failure(URLSessionTransport.precise(error, after: response, receivedBytes: body.count)))
        } else {
            end(with: .failure(TernError(.malformedResponse)))
        }
    }

    // MARK: - Private

    private func endTooLarge() {
        let task = end(with: .failure(TernError.bodyTooLarge(limit: request.maximumBodyBytes)))
        // The session is calling; where it does so from its own queue, it can't be called back from here.
        DispatchQueue.global().async { task?.cancel() }
    }

    /// - Returns: The task, if it was still at work for anybody.
    @discardableResult
    private func end(with result: Result<Answer, any Error>) -> URLSessionTask? {
        let (continuation, task) = state.withLock { state in
            state.isEnded = true
            defer { (state.continuation, state.task) = (nil, nil) }
            return (state.continuation, state.task)
        }
        if let continuation { relay.afterAll { continuation.resume(with: result) } }
        return task
    }
}
