import Foundation

/// A running request, and the calls that wait for its response.
///
/// The request runs in its own task, since no single call owns it. A cancelled call stops waiting. The request is
/// cancelled when the last call has stopped waiting. Each call with a progress handler receives all updates; a call
/// that joins late receives the latest update first.
final class InFlightRequest: Sendable {
    typealias Outcome = Result<Response, any Error>
    typealias Continuation = CheckedContinuation<Response, any Error>

    static let firstWaiterID = 0
    let fingerprint: Fingerprint
    private let sharing: InFlightSharing
    /// Counts for all calls.
    private let exchange: Exchange
    /// The outcome comes after all progress.
    private let delivery: SerialDelivery<State, Action>

    /// - Parameters:
    ///   - progress: The progress handler of the call that starts the request. That call has the waiter id
    ///     ``firstWaiterID``.
    ///   - sharing: The running requests. The request is removed from them when it has ended, before any call receives
    ///     the outcome.
    ///   - exchange: The exchange of the request, which belongs to no single call.
    init(
        _ fingerprint: Fingerprint,
        first progress: TransferProgress.Handler?,
        in sharing: InFlightSharing,
        as exchange: Exchange
    ) {
        self.fingerprint = fingerprint
        self.sharing = sharing
        self.exchange = exchange
        delivery = SerialDelivery(
            State(firstProgress: progress),
            take: { $0.nextAction() },
            deliver: { action in
                switch action {
                case .report(let progress, let handlers):
                    for handler in handlers { handler(progress) }
                case .end(let outcome, let continuations):
                    for continuation in continuations { continuation.resume(with: outcome) }
                }
            }
        )
    }

    /// The number of times that the request was sent.
    var sentCount: Int { exchange.sentCount }

    /// Adds a waiting call.
    ///
    /// - Returns: The call's waiter id. `nil` if the request has finished.
    func addWaiter(_ progress: TransferProgress.Handler?) -> Int? {
        delivery.update { $0.addWaiter(progress) }
    }

    /// Starts to send the request.
    ///
    /// - Returns: The outcome, if the request has already finished.
    func start(_ request: Request, over next: NextStage) -> Outcome? {
        let next = next.with(exchange, progress: ProgressSink(report, record: record))
        let task = Task.startingNow { [self] in
            let outcome: Outcome
            do {
                outcome = .success(try await next.send(request))
            } catch {
                outcome = .failure(error)
            }
            // No call can join after this.
            sharing.remove(self)
            delivery.update { $0.add(.end(outcome)) }
        }
        // The first waiter can't have been removed before this, since it doesn't wait yet.
        return delivery.update { state in
            if state.outcome == nil { state.task = task }
            return state.outcome
        }
    }

    /// Waits for the response.
    ///
    /// - Parameter progress: The progress handler with which the waiter was added.
    /// - Throws: `CancellationError` at once if the waiter's own task is cancelled.
    func response(for waiterID: Int, progress: TransferProgress.Handler?) async throws -> Response {
        if progress != nil, waiterID != Self.firstWaiterID { delivery.update { $0.add(.joined(waiterID)) } }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome = delivery.update { $0.wait(continuation, for: waiterID) }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let (continuation, task) = delivery.update { $0.removeWaiter(waiterID) }
            task?.cancel()
            continuation?.resume(throwing: CancellationError())
        }
    }

    // MARK: - Progress

    /// Passes an update to the progress handlers of all waiting calls, which may take long.
    @Sendable func report(_ progress: TransferProgress) {
        if !record(progress) { delivery.update { $0.add(.progress(progress)) } }
    }

    /// Stores an update for calls that join later, if no call with a progress handler has waited for this or an earlier
    /// update. Calls no handler.
    ///
    /// - Returns: Whether the update was stored. If not, ``report(_:)`` has to be called.
    @Sendable func record(_ progress: TransferProgress) -> Bool {
        delivery.update { $0.record(progress) }
    }
}

// MARK: - State

extension InFlightRequest {
    /// An event that the waiting calls receive. Events are processed in order.
    private enum Event {
        case progress(TransferProgress)
        case joined(Int)
        case end(Outcome)
    }

    /// The action that an event requires. It is performed outside the lock.
    private enum Action {
        case report(TransferProgress, [TransferProgress.Handler])
        case end(Outcome, [Continuation])
    }

    private struct Waiter {
        let id: Int
        let progress: TransferProgress.Handler?
        /// Whether the waiter has received any progress update.
        var hasProgress = false
        var continuation: Continuation?
    }

    private struct State {
        private var waiters: [Waiter]
        private var lastID = InFlightRequest.firstWaiterID
        private var progress: TransferProgress?
        /// Whether updates are only stored. `false` from the first update that a call with a progress handler receives.
        private var recordsProgress = true
        private var events: [Event] = []
        /// The task that the request runs in.
        var task: Task<Void, Never>?
        /// Set once. No call can join afterwards.
        private(set) var outcome: Outcome?

        init(firstProgress: TransferProgress.Handler?) {
            waiters = [Waiter(id: InFlightRequest.firstWaiterID, progress: firstProgress)]
        }

        mutating func addWaiter(_ progress: TransferProgress.Handler?) -> Int? {
            guard outcome == nil else { return nil }
            lastID += 1
            waiters.append(Waiter(id: lastID, progress: progress))
            return lastID
        }

        /// - Returns: The outcome, if the waiter doesn't have to wait.
        mutating func wait(_ continuation: Continuation, for id: Int) -> Outcome? {
            if let outcome { return outcome }
            // A missing waiter was cancelled before it began to wait.
            guard let index = waiters.firstIndex(where: { $0.id == id }) else { return .failure(CancellationError()) }
            waiters[index].continuation = continuation
            return nil
        }

        /// - Returns: The waiter's continuation, and the task to cancel if this was the last waiter.
        mutating func removeWaiter(_ id: Int) -> (Continuation?, Task<Void, Never>?) {
            guard outcome == nil, let index = waiters.firstIndex(where: { $0.id == id }) else { return (nil, nil) }
            let continuation = waiters.remove(at: index).continuation
            guard waiters.isEmpty else { return (continuation, nil) }
            outcome = .failure(CancellationError())
            return (continuation, task)
        }

        mutating func record(_ progress: TransferProgress) -> Bool {
            recordsProgress = recordsProgress && waiters.allSatisfy { $0.progress == nil }
            if recordsProgress { self.progress = progress }
            return recordsProgress
        }

        mutating func add(_ event: Event) {
            events.append(event)
        }

        mutating func nextAction() -> Action? {
            while !events.isEmpty {
                if let action = action(for: events.removeFirst()) { return action }
            }
            return nil
        }

        private mutating func action(for event: Event) -> Action? {
            switch event {
            case .progress(let progress):
                self.progress = progress
                for index in waiters.indices { waiters[index].hasProgress = true }
                let handlers = waiters.compactMap(\.progress)
                return handlers.isEmpty ? nil : .report(progress, handlers)
            case .joined(let id):
                guard let progress, let index = waiters.firstIndex(where: { $0.id == id && !$0.hasProgress }) else {
                    return nil
                }
                waiters[index].hasProgress = true
                return waiters[index].progress.map { .report(progress, [$0]) }
            case .end(let outcome):
                self.outcome = self.outcome ?? outcome
                task = nil
                defer { waiters = [] }
                return .end(outcome, waiters.compactMap(\.continuation))
            }
        }
    }
}

extension Task where Success == Void, Failure == Never {
    /// A task that runs on the caller's thread until its first suspension, if the runtime supports that.
    fileprivate static func startingNow(_ operation: @escaping @Sendable @concurrent () async -> Void) -> Task {
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            Task.immediate(operation: operation)
        } else {
            Task(operation: operation)
        }
    }
}
