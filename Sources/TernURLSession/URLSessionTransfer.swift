import Foundation
import TernHTTP

/// One exchange of a session. It returns the head with the body, or with a stream of the body, and ends exactly once.
///
/// `URLSessionTransferState` decides what an event causes; this class does it, outside of the lock.
final class URLSessionTransfer: Sendable {
    typealias Continuation = CheckedContinuation<URLSessionResult, any Error>
    typealias Exchange = URLSessionTransferState<Continuation>

    /// The failure if libcurl finds a reused connection closed and must send the body again. FoundationNetworking can't
    /// send a body again.
    struct BodyNeededAgain: Error {}

    struct State {
        var exchange: Exchange
        var work = TransferWork()
        /// Stores the cookies of the response. `nil` if the session stores them, or if they aren't stored.
        var cookies: SessionCookies?
    }

    let request: Request
    let kind: SessionKind
    let makeBodyStreams: BodyStreamPair.Make
    let state: Locked<State>
    private let relay: ProgressRelay
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
        self.kind = kind
        self.makeBodyStreams = makeBodyStreams
        state = Locked(State(exchange: Exchange(request, hop: hop, kind: kind)))
        // A task of FoundationNetworking starts again when it is resumed, and delivers the same bytes again.
        let mayPause = kind == .apple && !request.delivery.isCollected
        pausing = mayPause ? DispatchQueue(label: "Tern.pausing") : nil
        relay = ProgressRelay(for: hop)
    }

    /// Starts the task that `makeTask` returns, unless the transfer was cancelled before.
    func start(_ continuation: Continuation, makeTask: () -> any SessionTask) {
        guard !isEnded else { return continuation.resume(throwing: CancellationError()) }
        let task = makeTask()
        // A task that never ran must still be cancelled, so that the session releases it.
        guard state.withLock({ $0.exchange.start(task, for: continuation) }) else {
            task.cancel()
            return continuation.resume(throwing: CancellationError())
        }
        task.resume()
    }

    /// Whether the head of the response was received.
    var hasHead: Bool { state.withLock { $0.exchange.head != nil } }

    var isEnded: Bool { state.withLock(\.exchange.isEnded) }

    // MARK: - Events

    func perform(_ action: Exchange.Action) {
        switch action {
        case .none: break
        case .report(let progress): relay.report(progress)
        case .respond(let caller, let result): relay.afterAll { caller.resume(returning: result) }
        case .deliver(let data, let channel, let progress):
            relay.report(progress)
            if !channel.push(data) { applyBackpressure(channel) }
        case .fail(let error): fail(error)
        }
    }

    /// Pauses the task until the reader has caught up. On Linux, where a task can't be paused, fails the transfer if
    /// the reader is too far behind.
    private func applyBackpressure(_ channel: BodyChannel) {
        guard let pausing else {
            let limit = request.bodyLimit
            guard channel.waitingBytes > limit else { return }
            let reason = """
                The reader of the body is more than \(limit) bytes behind, and FoundationNetworking can't slow the \
                server down. Read faster, or use CurlTransport.
                """
            return fail(TernError(.bodyTooLarge, reason: reason))
        }
        pausing.async { self.state.withLock { $0.exchange.pause() }?.suspend() }
    }

    func makeChannel() -> BodyChannel {
        BodyChannel(
            onRoom: { [weak self] in self?.resumeTask() },
            onAbandon: { [weak self] in self?.fail(CancellationError()) }
        )
    }

    private func resumeTask() {
        pausing?.async { self.state.withLock { $0.exchange.resume() }?.resume() }
    }

    // MARK: - Ending

    /// Cancels the transfer.
    ///
    /// On Linux, the call ends after the session has cancelled the task, so that nothing is sent afterwards. On Apple
    /// platforms, `cancel()` only marks the task and returns (documentation of URLSessionTask.cancel()). The call
    /// doesn't wait for the end of the task, so the session may still send bytes for a moment.
    func cancel() {
        let ending = takeEnding()
        guard kind == .foundationNetworking, let task = ending.parts.task else {
            return endAfterCancelling(ending, with: CancellationError())
        }
        ending.cancelWork()
        Self.cancelling.async {
            task.cancel()
            // The first call only adds the end of the task to the session's queue. The second call waits until the
            // session has handled it. Without the second call, the session wouldn't be safe against a server that
            // closes the connection now.
            task.cancel()
            // `end` runs on another queue, since the caller's own cancellation handlers may take long.
            DispatchQueue.global().async { self.end(ending, with: .failure(CancellationError())) }
        }
    }

    func fail(_ error: any Error) {
        let ending = takeEnding()
        switch kind {
        case .apple: endAfterCancelling(ending, with: error)
        case .foundationNetworking:
            ending.cancelWork()
            end(ending, with: .failure(error))
            if let task = ending.parts.task { Self.cancelling.async { task.cancel() } }
        }
    }

    func end(with result: Result<URLSessionResult, any Error>) {
        let ending = takeEnding()
        ending.cancelWork()
        end(ending, with: result)
    }

    /// The parts of a transfer that its end has to complete.
    private struct Ending: Sendable {
        let parts: Exchange.Ending
        let work: [Task<Void, Never>]

        func cancelWork() {
            for task in work { task.cancel() }
        }
    }

    private func takeEnding() -> Ending {
        state.withLock { Ending(parts: $0.exchange.end(), work: $0.work.takeTasks()) }
    }

    /// Cancels the session's task before the work. Otherwise the session could treat the end of the work as the end of
    /// the request's body.
    private func endAfterCancelling(_ ending: Ending, with error: any Error) {
        ending.parts.task?.cancel()
        ending.cancelWork()
        end(ending, with: .failure(error))
    }

    private func end(_ ending: Ending, with result: Result<URLSessionResult, any Error>) {
        let (caller, channel, metrics) = (ending.parts.caller, ending.parts.channel, ending.parts.metrics)
        guard caller != nil || channel != nil else { return }
        relay.afterAll {
            caller?.resume(with: result)
            channel?.finish(result.map { _ in }, metrics: metrics)
        }
    }
}
