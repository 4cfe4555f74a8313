import Foundation

/// One exchange of a session: brings back its head with the body, or with the stream that the body will come by, and
/// ends exactly once.
final class URLSessionTransfer: Sendable {
    typealias Continuation = CheckedContinuation<URLSessionAnswer, any Error>

    /// libcurl found a kept connection closed and wants to send the body again, which FoundationNetworking can't.
    struct BodyIsNeededAgain: Error {}

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
        var watch: Task<Void, Never>?
        /// Feeds the body of the request, where that comes in pieces.
        var pump: Task<Void, Never>?
        var progress = TransferProgress()
        var times = URLSessionTimes()
    }

    let request: TransportRequest
    let redirects: TransportConfiguration.RedirectPolicy
    let relay: ProgressRelay
    let state = Locked(State())
    /// Where tasks are cancelled, since FoundationNetworking waits for the session's queue there. That queue may be what
    /// calls, or be resuming the very Swift task that is cancelled, which isn't over before its cancellation handlers are.
    private static let cancelling = DispatchQueue(label: "Tern.cancelling")
    /// Where the task is suspended and resumed, so that the last word is the last in time. `nil` if it never is.
    private let pausing: DispatchQueue?

    init(_ request: TransportRequest, redirects: TransportConfiguration.RedirectPolicy) {
        self.request = request
        self.redirects = redirects
        let mayPause = URLSessionTransport.canPause && request.delivery != .collected
        pausing = mayPause ? DispatchQueue(label: "Tern.pausing") : nil
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

    /// Ends what is still to come of the body by then. The call that asked for the stream is over, so no structure can
    /// hold the task that waits.
    func end(by deadline: Deadline) {
        let watch = Task { [self] in
            guard (try? await Waiting.wait(for: deadline.remaining, on: ContinuousClock())) != nil else { return }
            fail(deadline.error)
        }
        let isEnded = state.withLock { state in
            if !state.isEnded { state.watch = watch }
            return state.isEnded
        }
        if isEnded { watch.cancel() }
    }

    /// What the exchange took so far.
    var metrics: TransportMetrics { state.withLock { $0.times.metrics(with: $0.progress) } }

    // MARK: - Ending

    func fail(_ error: any Error) {
        guard let task = end(with: .failure(error)) else { return }
        Self.cancelling.async { task.cancel() }
    }

    /// - Returns: The task, if it was still at work for anybody.
    @discardableResult
    func end(with result: Result<URLSessionAnswer, any Error>) -> URLSessionTask? {
        let (continuation, channel, waiting, task) = state.withLock { state in
            state.isEnded = true
            defer {
                (state.continuation, state.channel, state.task) = (nil, nil, nil)
                (state.watch, state.pump) = (nil, nil)
            }
            return (state.continuation, state.channel, (state.watch, state.pump), state.task)
        }
        waiting.0?.cancel()
        waiting.1?.cancel()
        if continuation != nil || channel != nil {
            relay.afterAll {
                continuation?.resume(with: result)
                channel?.finish(result.map { _ in })
            }
        }
        return task
    }

    // MARK: - Streaming

    /// Gives the head away, with the stream that the body comes by.
    func beginStream() {
        let channel = BodyChannel(
            onRoom: { [weak self] in self?.goOn() },
            onAbandon: { [weak self] in self?.fail(CancellationError()) }
        )
        let (continuation, answer) = state.withLock { state -> (Continuation?, URLSessionAnswer?) in
            guard !state.isEnded, state.channel == nil, var answer = state.answer else { return (nil, nil) }
            state.channel = channel
            defer { state.continuation = nil }
            answer.stream = BodyStream(channel)
            return (state.continuation, answer)
        }
        guard let continuation, let answer else { return }
        relay.afterAll { continuation.resume(returning: answer) }
    }

    /// Waits for a reader that is behind, where the platform can; else ends a stream that is too far behind.
    func slowDown(_ channel: BodyChannel) {
        guard let pausing else {
            let limit = request.maximumBodyBytes
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

    private func goOn() {
        pausing?.async { [self] in
            let task = state.withLock { state -> URLSessionTask? in
                defer { state.isPaused = false }
                return state.isPaused ? state.task : nil
            }
            task?.resume()
        }
    }
}
