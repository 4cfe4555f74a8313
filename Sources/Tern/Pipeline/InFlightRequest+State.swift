extension InFlightRequest {
    /// What the waiting calls have to learn, in this order.
    enum Event {
        case progress(TransferProgress)
        case joined(Int)
        case end(Outcome)
    }

    /// What an event asks for, outside the lock.
    enum Action {
        case report(TransferProgress, [ProgressHandler])
        case end(Outcome, [Continuation])
    }

    struct Waiter {
        let id: Int
        let progress: ProgressHandler?
        /// Whether it has received any progress.
        var hasProgress = false
        var continuation: Continuation?
    }

    struct State {
        private var waiters: [Waiter]
        private var lastID = InFlightRequest.firstWaiterID
        private var progress: TransferProgress?
        private var events: [Event] = []
        /// Whether a thread is processing events; another one that adds an event leaves it to that thread.
        private var isProcessing = false
        /// The task that the request runs in.
        var task: Task<Void, Never>?
        /// Set once; after that no call can join.
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

        /// - Returns: The outcome, if there is nothing to wait for.
        mutating func wait(_ continuation: Continuation, for id: Int) -> Outcome? {
            if let outcome { return outcome }
            // A waiter that isn't there was cancelled before it began to wait.
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

        /// Ends the request of a single waiter, which needs no event.
        ///
        /// - Returns: Whether it did, which it does unless another call has joined; and the waiter's continuation, if it has
        ///   begun to wait.
        mutating func endAlone(_ outcome: Outcome) -> (hasEnded: Bool, Continuation?) {
            guard waiters.count == 1, !isProcessing else { return (false, nil) }
            self.outcome = outcome
            task = nil
            defer { waiters = [] }
            return (true, waiters[0].continuation)
        }

        /// Keeps an update for calls that join later, if no call listens at present.
        ///
        /// - Returns: Whether it did.
        mutating func record(_ progress: TransferProgress) -> Bool {
            guard !isProcessing, waiters.allSatisfy({ $0.progress == nil }) else { return false }
            self.progress = progress
            return true
        }

        /// Adds an event.
        ///
        /// - Returns: What to do next; `nil` if there is nothing to do, or another thread does it.
        mutating func begin(_ event: Event) -> Action? {
            guard !isProcessing else {
                events.append(event)
                return nil
            }
            isProcessing = true
            return action(for: event) ?? nextAction()
        }

        /// What the next event asks for; `nil` when no event is left.
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
