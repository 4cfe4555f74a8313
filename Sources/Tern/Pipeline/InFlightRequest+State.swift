extension InFlightRequest {
    /// An event that the waiting calls receive. Events are processed in order.
    enum Event {
        case progress(TransferProgress)
        case joined(Int)
        case end(Outcome)
    }

    /// The action that an event requires. It is performed outside the lock.
    enum Action {
        case report(TransferProgress, [ProgressHandler])
        case end(Outcome, [Continuation])
    }

    struct Waiter {
        let id: Int
        let progress: ProgressHandler?
        /// Whether the waiter has received any progress update.
        var hasProgress = false
        var continuation: Continuation?
    }

    struct State {
        private var waiters: [Waiter]
        private var lastID = InFlightRequest.firstWaiterID
        private var progress: TransferProgress?
        /// Whether updates are only stored. `false` from the first update that a call with a progress handler receives.
        private var recordsProgress = true
        private var events: [Event] = []
        /// Whether a thread is processing events. It also processes the events that other threads add.
        private var isProcessing = false
        /// The task that the request runs in.
        var task: Task<Void, Never>?
        /// Set once. No call can join afterwards.
        private(set) var outcome: Outcome?

        init(firstProgress: ProgressHandler?) {
            waiters = [Waiter(id: InFlightRequest.firstWaiterID, progress: firstProgress)]
        }

        // MARK: - Waiters

        mutating func addWaiter(_ progress: ProgressHandler?) -> Int? {
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

        // MARK: - Events

        /// Ends the request without an event, if it has a single waiter.
        ///
        /// - Returns: Whether the request has ended, which is `false` if another call has joined; and the waiter's
        ///   continuation, if it has begun to wait.
        mutating func endAlone(_ outcome: Outcome) -> (hasEnded: Bool, Continuation?) {
            guard waiters.count == 1, !isProcessing else { return (false, nil) }
            self.outcome = outcome
            task = nil
            defer { waiters = [] }
            return (true, waiters[0].continuation)
        }

        /// Stores an update for calls that join later, if no call with a progress handler has waited for this or an
        /// earlier update.
        ///
        /// - Returns: Whether the update was stored.
        mutating func record(_ progress: TransferProgress) -> Bool {
            recordsProgress = recordsProgress && !isProcessing && waiters.allSatisfy { $0.progress == nil }
            if recordsProgress { self.progress = progress }
            return recordsProgress
        }

        /// Adds an event.
        ///
        /// - Returns: The action to perform. `nil` if there is none, or if another thread processes the event.
        mutating func begin(_ event: Event) -> Action? {
            guard !isProcessing else {
                events.append(event)
                return nil
            }
            isProcessing = true
            return action(for: event) ?? nextAction()
        }

        /// The action of the next event. `nil` when no event is left.
        mutating func nextAction() -> Action? {
            while !events.isEmpty {
                if let action = action(for: events.removeFirst()) { return action }
            }
            isProcessing = false
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
