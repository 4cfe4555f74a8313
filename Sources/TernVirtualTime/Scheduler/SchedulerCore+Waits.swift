@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension SchedulerCore {
    /// Drives the scheduler until the goal is reached.
    ///
    /// - Throws: `TestKitError`; `CancellationError` immediately when the task is cancelled.
    func reach(_ goal: Goal, _ what: String) async throws {
        try Task.checkCancellation()
        try checkRuntime()
        try await pausingCallersScheduler(what) {
            let id = newID()
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                    add(
                        goal,
                        id: id,
                        Driver(what: what) { continuation.resume(with: $0.map { .failure($0) } ?? .success(())) }
                    )
                    if Task.isCancelled { abandon(id) }
                }
            } onCancel: {
                abandon(id)
            }
        }
    }

    /// - Parameter hasEnded: Whether the operation of the goal has ended before. Another caller may drive the scheduler, so
    ///   that the operation begins, and may end, before its goal is added.
    func add(
        _ goal: Goal,
        id: Int,
        _ driver: Driver,
        hasEnded: @Sendable () -> Bool = { false }
    ) {
        let isOpen = change { state in
            guard !state.isClosed else { return false }
            state.drivers[id] = driver
            state.jobQueue.add(goal, id: id)
            if hasEnded() { state.jobQueue.end(id) }
            return true
        }
        if !isOpen { driver.finish(TestKitError.closed) }
    }

    /// Waits until a time, without driving the scheduler.
    ///
    /// - Throws: `CancellationError` when the task is cancelled, or the scheduler was released.
    func sleep(until time: Duration) async throws {
        // A sleep until a past time also waits for a step, so that the step limit detects an endless loop.
        try await waitForTimer(at: max(time, now), canBeLate: true)
    }

    /// Waits for a timer at this time. If it is the current time, waits until all ready jobs have run. If it is in the
    /// past, returns at once.
    ///
    /// - Parameter canBeLate: Whether jitter applies to the timer.
    /// - Throws: `CancellationError` when the task is cancelled, or the scheduler was released.
    func waitForTimer(at time: Duration, canBeLate: Bool = false) async throws {
        try Task.checkCancellation()
        guard time >= now else { return }
        let (id, current) = (newID(), TaskReference.current)
        let task = current?.number ?? 0
        let isOnSchedulerThread = Self.onThisThread === self
        let isBackground = CurrentScheduler.isBackground
        let heldWaits = CurrentScheduler.heldWaits
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let isAsleep = change { state in
                    if Task.isCancelled || state.isClosed { return false }
                    // No hook has observed a `Task.immediate`, or a task that began on an actor.
                    if isOnSchedulerThread, let current, !state.tasks.contains(current) {
                        state.tasks.add(current)
                        if isBackground { state.tasks.setBackground(current) }
                    }
                    state.sleepers[id] = Sleeper(
                        task: task,
                        wakeup: .resume(continuation),
                        isOnSchedulerThread: isOnSchedulerThread
                    )
                    if heldWaits > 0 {
                        state.holds[id] = heldWaits
                        state.countExternalWaits()
                    }
                    state.addTimer(id, at: time, task: task, canBeLate: canBeLate)
                    return true
                }
                if isAsleep { return }
                cancelCurrentTaskIfClosed()
                continuation.resume(throwing: CancellationError())
            }
        } onCancel: {
            let sleeper = change { state in
                state.jobQueue.removeTimer(id) ? state.removeSleeper(id) : nil
            }
            sleeper?.cancel()
        }
    }

    /// Cancels the calling task if it belongs to this scheduler and the scheduler is closed. Otherwise, a loop that
    /// ignores the errors of its sleeps would never end.
    func cancelCurrentTaskIfClosed() {
        guard let task = TaskReference.current,
            state.withLock({ $0.isClosed && $0.tasks.contains(task) })
        else { return }
        withUnsafeCurrentTask { $0?.cancel() }
    }

    // MARK: - External waits

    package func outside<Value>(
        _ what: String,
        continues: Bool = false,
        isolation: isolated (any Actor)? = #isolation,
        _ operation: () async throws -> Value
    ) async rethrows -> Value {
        let wait = beginExternalWait(what, continues: continues)
        defer { endExternalWait(wait) }
        return try await CurrentScheduler.$externalWait.withValue(.init(core: self, id: wait)) { try await operation() }
    }

    /// Starts an external wait. Time doesn't advance until every external wait has ended or is suspended.
    ///
    /// - Parameters:
    ///   - continues: Whether the wait is for more of a response that an earlier wait was for.
    ///   - isBackground: Whether a test may end before the wait.
    func beginExternalWait(_ what: String, continues: Bool = false, isBackground: Bool = false) -> Int {
        let task = Self.onThisThread === self ? JobOwners.claimCurrentTaskIfUntracked(for: self) : TaskReference.current
        return change { state in
            if let task, Self.onThisThread === self { state.tasks.add(task) }
            let id = state.newID()
            state.externalWaits[id] = ExternalWait(
                what: what,
                task: task,
                continues: continues,
                isBackground: isBackground || task.map { state.tasks.background.contains($0.number) } ?? false
            )
            state.countExternalWaits()
            state.log(.waits, ofTask: task?.number ?? 0)
            return id
        }
    }

    func isWaitOpen(_ id: Int) -> Bool {
        state.withLock { $0.externalWaits[id] != nil }
    }

    func endExternalWait(_ id: Int) {
        change { state in
            state.externalWaits[id] = nil
            state.countExternalWaits()
        }
    }

    /// - Parameter failure: Another error that occurred, for the error text.
    /// - Throws: `TestKitError` if there were sleeps on other clocks since the last call.
    func takeForeignSleeps(besides failure: (any Error)?) throws(TestKitError) {
        let sleeps = state.withLock { state in
            defer { state.foreignSleeps = [] }
            return state.foreignSleeps
        }
        if !sleeps.isEmpty { throw TestKitError.foreignSleeps(sleeps, besides: failure) }
    }

    /// Runs an operation that drives this scheduler. A scheduler that calls it treats the operation as an external wait.
    func pausingCallersScheduler(_ what: String, _ operation: () async throws -> Void) async throws {
        guard let other = Self.onThisThread, other !== self else { return try await operation() }
        let wait = other.beginExternalWait(what)
        defer { other.endExternalWait(wait) }
        try await operation()
    }

    // MARK: - Names

    func newID() -> Int {
        state.withLock { $0.newID() }
    }

    // MARK: - Private

    private func abandon(_ id: Int) {
        let driver = change { state in
            state.jobQueue.remove(id)
            return state.drivers.removeValue(forKey: id)
        }
        driver?.finish(CancellationError())
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension SchedulerCore {
    /// Starts an external wait without suspending a task.
    ///
    /// - Parameter isBackground: Whether a test may end before the wait.
    /// - Returns: A closure that ends the wait.
    package func begin(_ description: String, isBackground: Bool) -> @Sendable () -> Void {
        let wait = beginExternalWait(description, isBackground: isBackground)
        return { self.endExternalWait(wait) }
    }

    /// Suspends external waits for a test double that waits in virtual time itself.
    ///
    /// - Parameter waits: The number of external waits for the double's response.
    /// - Returns: A closure that ends the suspension.
    package func hold(_ waits: Int) -> @Sendable () -> Void {
        let id = change { state in
            let id = state.newID()
            state.holds[id] = waits
            state.countExternalWaits()
            return id
        }
        return {
            self.change { state in
                state.holds[id] = nil
                state.countExternalWaits()
            }
        }
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension SchedulerCore.State {
    /// Counts the external waits that aren't suspended. A test double that sleeps or waits for a gate suspends waits
    /// that began before, or that continue such a wait. So a double whose client has gone never suspends a later wait.
    /// The wait of a cancelled task isn't suspended, because it is about to end.
    mutating func countExternalWaits() {
        jobQueue.externalWaits = externalWaits.count
        jobQueue.hasOnlyBackgroundWaits = externalWaits.values.allSatisfy { wait in
            wait.task.map { tasks.background.contains($0.number) } ?? false
        }
        guard !holds.isEmpty else { return }
        let open = externalWaits.filter { $0.value.task?.state?.isCancelled != true }.map {
            (id: $0.value.continues ? 0 : $0.key, suspends: -1)
        }
        var suspendable = 0
        for (_, suspends) in (holds.map { ($0.key, $0.value) } + open).sorted(by: { $0.0 > $1.0 }) {
            if suspends < 0, suspendable > 0 { jobQueue.externalWaits -= 1 }
            suspendable = max(0, suspendable + suspends)
        }
    }
}
