import Foundation

/// One exchange of a session: brings back its head with the body, or with the stream that the body will come by, and
/// ends exactly once.
final class URLSessionTransfer: Sendable {
    typealias Continuation = CheckedContinuation<URLSessionResult, any Error>

    /// libcurl found a kept connection closed and wants to send the body again, which FoundationNetworking can't.
    struct BodyNeededAgain: Error {}

    struct State {
        var continuation: Continuation?
        var task: URLSessionTask?
        var isEnded = false
        var wasChallenged = false
        var response: HTTPURLResponse?
        /// Whether this is a redirect that is followed, so that its body is nobody's.
        var isFollowed = false
        var body = Data()
        /// Takes the body once the head was given away.
        var channel: BodyChannel?
        var isPaused = false
        /// Feeds the body of the request, where that comes in pieces.
        var pump: Task<Void, Never>?
        var progress = TransferProgress()
        var times = URLSessionTimes()
    }

    let request: Request
    let redirects: TransportConfiguration.RedirectPolicy
    let relay: ProgressRelay
    let state = Locked(State())
    /// Where tasks are cancelled, since FoundationNetworking waits for the session's queue there. That queue may be what
    /// calls, or be resuming the very Swift task that is cancelled, which isn't over before its cancellation handlers are.
    private static let cancelling = DispatchQueue(label: "Tern.cancelling")
    /// Where the task is suspended and resumed, so that the last word is the last in time. `nil` if it never is.
    private let pausing: DispatchQueue?

    init(_ request: Request, redirects: TransportConfiguration.RedirectPolicy) {
        self.request = request
        self.redirects = redirects
        let mayPause = URLSessionTransport.canPause && !request.delivery.isCollected
        pausing = mayPause ? DispatchQueue(label: "Tern.pausing") : nil
        relay = ProgressRelay(for: request)
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
            state.times.start = .now
            return true
        }
        // A task that never ran still has to end, so that the session forgets it.
        guard isStarting else {
            task.cancel()
            return continuation.resume(throwing: CancellationError())
        }
        task.resume()
    }

    /// Whether the head of the response has come.
    var hasBegun: Bool { state.withLock { $0.response != nil } }

    // MARK: - Ending

    /// What somebody still waits for.
    private struct Pending: Sendable {
        let continuation: Continuation?
        let channel: BodyChannel?
        let task: URLSessionTask?
        let relay: ProgressRelay
        let metrics: TransportMetrics

        func end(with result: Result<URLSessionResult, any Error>) {
            guard continuation != nil || channel != nil else { return }
            relay.afterAll {
                continuation?.resume(with: result)
                channel?.finish(result.map { _ in }, metrics: metrics)
            }
        }
    }

    /// Ends when the session has let go of the task, so that nothing is sent after that.
    func cancel() {
        let pending = takePending()
        let end = { @Sendable in pending.end(with: .failure(CancellationError())) }
        guard let task = pending.task else { return end() }
        Self.cancelling.async {
            task.cancel()
            // The caller may have cancellation handlers of its own, which take their time.
            DispatchQueue.global().async(execute: end)
        }
    }

    func fail(_ error: any Error) {
        let pending = takePending()
        pending.end(with: .failure(error))
        if let task = pending.task { Self.cancelling.async { task.cancel() } }
    }

    func end(with result: Result<URLSessionResult, any Error>) {
        takePending().end(with: result)
    }

    private func takePending() -> Pending {
        let (pending, pump) = state.withLock { state in
            state.isEnded = true
            defer {
                (state.continuation, state.channel, state.task) = (nil, nil, nil)
                state.pump = nil
            }
            let pending = Pending(
                continuation: state.continuation,
                channel: state.channel,
                task: state.task,
                relay: relay,
                metrics: state.times.metrics(with: state.progress)
            )
            return (pending, state.pump)
        }
        pump?.cancel()
        return pending
    }

    // MARK: - Streaming

    /// Gives the head away, with the stream that the body comes by.
    func beginStream() {
        let channel = BodyChannel(
            onRoom: { [weak self] in self?.resumeTask() },
            onAbandon: { [weak self] in self?.fail(CancellationError()) }
        )
        let (continuation, result) = state.withLock { state -> (Continuation?, URLSessionResult?) in
            guard !state.isEnded, state.channel == nil, var result = state.result else { return (nil, nil) }
            state.channel = channel
            defer { state.continuation = nil }
            result.stream = BodyStream(channel)
            return (state.continuation, result)
        }
        guard let continuation, let result else { return }
        relay.afterAll { continuation.resume(returning: result) }
    }

    /// Waits for a reader that is behind, where the platform can; else ends a stream that is too far behind.
    func applyBackpressure(_ channel: BodyChannel) {
        guard let pausing else {
            let limit = request.bodyLimit
            guard channel.waitingBytes > limit else { return }
            let reason = """
                The reader of the body is more than \(limit) bytes behind, and FoundationNetworking can't slow the server \
                down. Read faster, or use CurlTransport.
                """
            return fail(TernError(.bodyTooLarge, reason: reason))
        }
        pausing.async { [self] in
            let task = state.withLock { state -> URLSessionTask? in
                // The reader may have caught up by now.
                guard channel.isEngineWaiting, !state.isPaused else { return nil }
                state.isPaused = true
                return state.task
            }
            task?.suspend()
        }
    }

    private func resumeTask() {
        pausing?.async { [self] in
            let task = state.withLock { state -> URLSessionTask? in
                defer { state.isPaused = false }
                return state.isPaused ? state.task : nil
            }
            task?.resume()
        }
    }
}
