import Foundation

/// A running request, and the calls that wait for its response.
///
/// The request runs in its own task, since no single call owns it. A cancelled call stops waiting. The request is
/// cancelled when the last call has stopped waiting. Each call with a progress handler receives all updates; a call
/// that joins late receives the latest update first.
final class InFlightRequest: Sendable {
    typealias Outcome = Result<Response, any Error>
    /// In a box, because each copy of a `CheckedContinuation` is a call into the runtime.
    typealias Continuation = Box<CheckedContinuation<Response, any Error>>

    static let firstWaiterID = 0
    let fingerprint: Fingerprint
    private let sharing: InFlightSharing
    /// Counts for all calls.
    private let exchange: Exchange
    private let state: Locked<State>

    /// - Parameters:
    ///   - progress: The progress handler of the call that starts the request. That call has the waiter id
    ///     ``firstWaiterID``.
    ///   - sharing: The running requests. The request is removed from them when it has ended, before any call receives
    ///     the outcome.
    ///   - exchange: The exchange of the request, which belongs to no single call.
    init(
        _ fingerprint: Fingerprint,
        first progress: ProgressHandler?,
        in sharing: InFlightSharing,
        as exchange: Exchange
    ) {
        self.fingerprint = fingerprint
        self.sharing = sharing
        self.exchange = exchange
        state = Locked(State(firstProgress: progress))
    }

    /// The number of times that the request was sent.
    var sentCount: Int { exchange.sentCount }

    /// Adds a waiting call.
    ///
    /// - Returns: The call's waiter id. `nil` if the request has finished.
    func addWaiter(_ progress: ProgressHandler?) -> Int? {
        state.withLock { $0.addWaiter(progress) }
    }

    /// Starts to send the request.
    ///
    /// - Returns: The outcome, if the request has already finished.
    func start(_ request: Request, over next: NextStage) -> Outcome? {
        let next = next.with(exchange, progress: ProgressSink(report, record: record))
        let task = Task.startingNow { [self] in
            do {
                end(with: .success(try await next.send(request)))
            } catch {
                end(with: .failure(error))
            }
        }
        // The first waiter can't have been removed before this, since it doesn't wait yet.
        return state.withLock { state in
            if state.outcome == nil { state.task = task }
            return state.outcome
        }
    }

    /// Waits for the response.
    ///
    /// - Parameter progress: The progress handler with which the waiter was added.
    /// - Throws: `CancellationError` at once if the waiter's own task is cancelled.
    func response(for waiterID: Int, progress: ProgressHandler?) async throws
        -> Response
    {
        if progress != nil, waiterID != Self.firstWaiterID { process(.joined(waiterID)) }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { wait(Continuation($0), for: waiterID) }
        } onCancel: {
            removeWaiter(waiterID)
        }
    }

    // MARK: - Progress

    /// Passes an update to the progress handlers of all waiting calls, which may take long.
    @Sendable func report(_ progress: TransferProgress) {
        if !record(progress) { process(.progress(progress)) }
    }

    /// Stores an update for calls that join later, if no call with a progress handler has waited for this or an earlier
    /// update. Calls no handler.
    ///
    /// - Returns: Whether the update was stored. If not, ``report(_:)`` has to be called.
    func record(_ progress: TransferProgress) -> Bool {
        state.withLock { $0.record(progress) }
    }

    // MARK: - Private

    private func wait(_ continuation: Continuation, for waiterID: Int) {
        if let outcome = state.withLock({ $0.wait(continuation, for: waiterID) }) {
            continuation.value.resume(with: outcome)
        }
    }

    private func removeWaiter(_ waiterID: Int) {
        let (continuation, task) = state.withLock { $0.removeWaiter(waiterID) }
        task?.cancel()
        continuation?.value.resume(throwing: CancellationError())
    }

    private func end(with outcome: Outcome) {
        // No call can join after this.
        sharing.remove(self)
        let (hasEnded, continuation) = state.withLock { $0.endAlone(outcome) }
        continuation?.value.resume(with: outcome)
        if !hasEnded { process(.end(outcome)) }
    }

    /// Processes this event and all added ones, unless another thread is already processing events. So handlers are
    /// called one after another, and the outcome comes after all progress.
    private func process(_ event: Event) {
        var next = state.withLock { $0.begin(event) }
        while let action = next {
            switch action {
            case .report(let progress, let handlers):
                for handler in handlers { handler(progress) }
            case .end(let outcome, let continuations):
                for continuation in continuations { continuation.value.resume(with: outcome) }
            }
            next = state.withLock { $0.nextAction() }
        }
    }
}

extension Task where Success == Void, Failure == Never {
    /// A task that runs on the caller's thread until its first suspension, if the runtime supports that.
    fileprivate static func startingNow(_ operation: @escaping @Sendable @concurrent () async -> Void) -> Task {
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, *) {
            Task.immediate(operation: operation)
        } else {
            Task(operation: operation)
        }
    }
}
