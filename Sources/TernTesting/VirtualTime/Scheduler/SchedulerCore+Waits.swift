import Tern

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension SchedulerCore {
    /// Waits until the goal is reached, and drives the scheduler until then.
    ///
    /// - Throws: `VirtualTimeError`, and `CancellationError` when the task is cancelled, at once.
    func reach(_ goal: Agenda<UnownedJob>.Goal, _ what: String) async throws {
        try Task.checkCancellation()
        try await outsideOfOthers(what) {
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

    func add(_ goal: Agenda<UnownedJob>.Goal, id: Int, _ driver: Driver) {
        let isOpen = change { state in
            guard !state.isClosed else { return false }
            state.drivers[id] = driver
            state.agenda.add(goal, id: id)
            return true
        }
        if !isOpen { driver.finish(VirtualTimeError.closed) }
    }

    /// Waits for a time, without driving.
    ///
    /// - Throws: `CancellationError` when the task is cancelled, or the scheduler is gone.
    func sleep(until time: Duration) async throws {
        // What is over by now takes its turn, too, so that nothing goes round for ever unseen.
        try await turn(at: max(time, now))
    }

    /// Waits for a time as a timer does: if it is now, for its turn, after all that is ready. Doesn't wait if it is over.
    ///
    /// - Throws: `CancellationError` when the task is cancelled, or the scheduler is gone.
    func turn(at time: Duration) async throws {
        try Task.checkCancellation()
        guard time >= now else { return }
        let (id, who, isOwn) = (newID(), Self.nameOfTask, Self.onThisThread === self)
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let isAsleep = change { state in
                    if Task.isCancelled || state.isClosed { return false }
                    state.sleepers[id] = Sleeper(who: who, alarm: .resume(continuation), isOwn: isOwn)
                    state.agenda.addTimer(id, at: time)
                    return true
                }
                if !isAsleep { continuation.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            let sleeper = change { state in
                state.agenda.removeTimer(id) ? state.sleepers.removeValue(forKey: id) : nil
            }
            sleeper?.cancel()
        }
    }

    // MARK: - The world outside

    func outside<Value>(
        _ what: String,
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Value
    ) async rethrows -> Value {
        let wait = beginOutside(what)
        defer { endOutside(wait) }
        return try await CurrentScheduler.$outsideWait.withValue(.init(core: self, id: wait)) { try await body() }
    }

    /// Time stands still from now on, until as many waits have ended.
    func beginOutside(_ what: String) -> Int {
        if Self.onThisThread === self { JobOwners.claimCurrentTaskIfUnseen(for: self) }
        return change { state in
            let id = state.newID()
            state.outsideWaits[id] = what
            state.agenda.outsideWaits = state.outsideWaits.count
            return id
        }
    }

    func isOutside(_ id: Int) -> Bool {
        state.withLock { $0.outsideWaits[id] != nil }
    }

    func endOutside(_ id: Int) {
        change { state in
            state.outsideWaits[id] = nil
            state.agenda.outsideWaits = state.outsideWaits.count
        }
    }

    /// - Parameter failure: What else went wrong.
    /// - Throws: `VirtualTimeError`, if there were sleeps on other clocks since the last time.
    func takeForeignSleeps(besides failure: (any Error)?) throws(VirtualTimeError) {
        let sleeps = state.withLock { state in
            defer { state.foreignSleeps = [] }
            return state.foreignSleeps
        }
        if !sleeps.isEmpty { throw VirtualTimeError.foreignSleeps(sleeps, besides: failure) }
    }

    /// A scheduler is the world outside for another one that waits for it.
    func outsideOfOthers(_ what: String, _ body: () async throws -> Void) async throws {
        guard let other = Self.onThisThread, other !== self else { return try await body() }
        let wait = other.beginOutside(what)
        defer { other.endOutside(wait) }
        try await body()
    }

    // MARK: - Names

    func newID() -> Int {
        state.withLock { $0.newID() }
    }

    static var nameOfTask: String {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, *), let name = Task.name else { return "a task" }
        return "the task “\(name)”"
    }

    // MARK: - Private

    private func abandon(_ id: Int) {
        let driver = change { state in
            state.agenda.remove(id)
            return state.drivers.removeValue(forKey: id)
        }
        driver?.finish(CancellationError())
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension SchedulerCore: ExternalWaitObserver {
    nonisolated(nonsending) func wait<Value: Sendable>(
        _ description: String,
        _ body: nonisolated(nonsending) @Sendable () async throws -> Value
    ) async throws -> Value {
        try await outside(description, body)
    }
}
