import Foundation
import TernHTTP

/// One exchange of a session. It returns the head with the body, or with a stream of the body, and ends exactly once.
final class URLSessionTransfer: Sendable {
    typealias Continuation = CheckedContinuation<URLSessionResult, any Error>

    /// The failure if libcurl finds a reused connection closed and must send the body again. FoundationNetworking can't
    /// send a body again.
    struct BodyNeededAgain: Error {}

    struct State {
        var continuation: Continuation?
        var task: (any SessionTask)?
        var isEnded = false
        /// Whether the response carries a challenge, after which FoundationNetworking fails the task as cancelled.
        var wasChallenged = false
        /// Stores the cookies of the response. `nil` if the session stores them, or if they aren't stored.
        var cookies: SessionCookies?
        var response: HTTPURLResponse?
        /// Whether the response is a followed redirect, whose body is discarded.
        var isFollowed = false
        /// The number of bytes received of a redirect's body.
        var redirectBytes = 0
        var body = Data()
        /// Receives the body after the caller has received the head. `nil` until then.
        var channel: BodyChannel?
        var isPaused = false
        /// Whether the task was ever suspended.
        var hasPaused = false
        /// Writes the request's body to the session's stream, if the body has to be read in pieces.
        var pump: Task<Void, Never>?
        var sendings = BodySendings()
        /// The streams to which pumps have written. They are closed after the end of the session's task.
        var writers: [any BodyWriter] = []
        /// Calls of the handler of challenges.
        var handlers: [Task<Void, Never>] = []
        var isChallengedByProxy = false
        /// The proxy's response with its challenge.
        var proxyResponse: HTTPURLResponse?
        var progress = TransferProgress()
        var times = URLSessionTimes()
    }

    let request: Request
    let hop: Hop
    let kind: SessionKind
    let makeBodyStreams: BodyStreamPair.Make
    let relay: ProgressRelay
    let state = Locked(State())
    /// The queue on which tasks are cancelled, because FoundationNetworking's `cancel()` waits for the session's queue.
    ///
    /// The caller may run on the session's queue. Or the session's queue may be resuming the Swift task that is being
    /// cancelled, and resuming waits for the task's cancellation handlers.
    private static let cancelling = DispatchQueue(label: "Tern.cancelling")
    /// The queue on which the task is suspended and resumed, so that the calls take effect in order. `nil` if the
    /// transfer never pauses.
    private let pausing: DispatchQueue?

    init(
        _ request: Request,
        hop: Hop = Hop(),
        kind: SessionKind = .current,
        makeBodyStreams: @escaping BodyStreamPair.Make = BodyStreamPair.make
    ) {
        self.request = request
        self.hop = hop
        self.kind = kind
        self.makeBodyStreams = makeBodyStreams
        // A task of FoundationNetworking starts again when it is resumed, and delivers the same bytes again.
        let mayPause = kind == .apple && !request.delivery.isCollected
        pausing = mayPause ? DispatchQueue(label: "Tern.pausing") : nil
        relay = ProgressRelay(for: hop)
    }

    /// Starts the task that `makeTask` returns, unless the transfer was cancelled before.
    func start(
        _ continuation: Continuation,
        makeTask: () -> any SessionTask
    ) {
        guard !isEnded else { return continuation.resume(throwing: CancellationError()) }
        let task = makeTask()
        let isStarting = state.withLock { state in
            guard !state.isEnded else { return false }
            state.continuation = continuation
            state.task = task
            state.times.start = .now
            return true
        }
        // A task that never ran must still be cancelled, so that the session releases it.
        guard isStarting else {
            task.cancel()
            return continuation.resume(throwing: CancellationError())
        }
        task.resume()
    }

    /// Whether the head of the response was received.
    var hasHead: Bool { state.withLock { $0.response != nil } }

    var isEnded: Bool { state.withLock(\.isEnded) }

    /// The response whose collected body hasn't arrived wholly. `nil` before its head, and for a followed redirect.
    var interruptedResult: URLSessionResult? {
        state.withLock { $0.channel == nil && !$0.isFollowed && request.delivery.isCollected ? $0.result : nil }
    }

    // MARK: - Ending

    /// The parts of a transfer that its end has to complete.
    private struct Pending: Sendable {
        let continuation: Continuation?
        let channel: BodyChannel?
        let task: (any SessionTask)?
        let relay: ProgressRelay
        let metrics: Response.Metrics
        let work: [Task<Void, Never>]

        func cancelWork() {
            for task in work { task.cancel() }
        }

        /// Cancels the session's task before the work. Otherwise the session could treat the end of the work as the end
        /// of the request's body.
        func endAfterCancelling(with error: any Error) {
            task?.cancel()
            cancelWork()
            end(with: .failure(error))
        }

        func end(with result: Result<URLSessionResult, any Error>) {
            guard continuation != nil || channel != nil else { return }
            relay.afterAll {
                continuation?.resume(with: result)
                channel?.finish(result.map { _ in }, metrics: metrics)
            }
        }
    }

    /// Cancels the transfer.
    ///
    /// On Linux, the call ends after the session has cancelled the task, so that nothing is sent afterwards. On Apple
    /// platforms, `cancel()` only marks the task and returns (documentation of URLSessionTask.cancel()). The call
    /// doesn't wait for the end of the task, so the session may still send bytes for a moment.
    func cancel() {
        let pending = takePending()
        switch kind {
        case .apple: pending.endAfterCancelling(with: CancellationError())
        case .foundationNetworking:
            pending.cancelWork()
            let end = { @Sendable in pending.end(with: .failure(CancellationError())) }
            guard let task = pending.task else { return end() }
            Self.cancelling.async {
                task.cancel()
                // The first call only adds the end of the task to the session's queue. The second call waits until the
                // session has handled it. Without the second call, the session wouldn't be safe against a server that
                // closes the connection now.
                task.cancel()
                // `end` runs on another queue, since the caller's own cancellation handlers may take long.
                DispatchQueue.global().async(execute: end)
            }
        }
    }

    func fail(_ error: any Error) {
        let pending = takePending()
        switch kind {
        case .apple: pending.endAfterCancelling(with: error)
        case .foundationNetworking:
            pending.cancelWork()
            pending.end(with: .failure(error))
            if let task = pending.task { Self.cancelling.async { task.cancel() } }
        }
    }

    func end(with result: Result<URLSessionResult, any Error>) {
        let pending = takePending()
        pending.cancelWork()
        pending.end(with: result)
    }

    private func takePending() -> Pending {
        state.withLock { state in
            state.isEnded = true
            defer {
                (state.continuation, state.channel, state.task) = (nil, nil, nil)
                state.dropWork()
            }
            return Pending(
                continuation: state.continuation,
                channel: state.channel,
                task: state.task,
                relay: relay,
                metrics: state.times.metrics(with: state.progress),
                work: state.work
            )
        }
    }

    // MARK: - Streaming

    /// Returns the head to the caller, with a stream of the body.
    func beginStream() {
        let channel = BodyChannel(
            onRoom: { [weak self] in self?.resumeTask() },
            onAbandon: { [weak self] in self?.fail(CancellationError()) }
        )
        let (continuation, result) = state.withLock { state -> (Continuation?, URLSessionResult?) in
            guard !state.isEnded, state.channel == nil, var result = state.result else { return (nil, nil) }
            // FoundationNetworking reports the head of a redirect without a Location after its body.
            if !state.body.isEmpty { _ = channel.push(state.body) }
            (state.channel, state.body) = (channel, Data())
            defer { state.continuation = nil }
            result.stream = BodyStream(channel)
            return (state.continuation, result)
        }
        guard let continuation, let result else { return }
        relay.afterAll { continuation.resume(returning: result) }
    }

    /// Pauses the task until the reader has caught up. On Linux, where a task can't be paused, fails the transfer if
    /// the reader is too far behind.
    func applyBackpressure(_ channel: BodyChannel) {
        guard let pausing else {
            let limit = request.bodyLimit
            guard channel.waitingBytes > limit else { return }
            let reason = """
                The reader of the body is more than \(limit) bytes behind, and FoundationNetworking can't slow the \
                server down. Read faster, or use CurlTransport.
                """
            return fail(TernError(.bodyTooLarge, reason: reason))
        }
        pausing.async { [self] in
            let task = state.withLock { state -> (any SessionTask)? in
                // The reader may have caught up by now.
                guard channel.isEngineWaiting, !state.isPaused else { return nil }
                (state.isPaused, state.hasPaused) = (true, true)
                return state.task
            }
            task?.suspend()
        }
    }

    private func resumeTask() {
        pausing?.async { [self] in
            let task = state.withLock { state -> (any SessionTask)? in
                defer { state.isPaused = false }
                return state.isPaused ? state.task : nil
            }
            task?.resume()
        }
    }
}
