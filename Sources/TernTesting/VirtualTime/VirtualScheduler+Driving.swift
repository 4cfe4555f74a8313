import Tern

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension VirtualScheduler {
    /// Runs a body to its end. Whenever nothing is ready, time moves to the next timer.
    ///
    /// - Returns: What the body returns. What else it has begun stays where it is until the scheduler is driven again.
    /// - Throws: What the body throws; `VirtualTimeError` if it can't go on, once it has been cancelled and has ended, or
    ///   has not. Cancelling the task cancels the body.
    @discardableResult
    public func run<Value: Sendable>(
        _ body: @escaping @Sendable @isolated(any) () async throws -> Value
    ) async throws -> Value {
        let result = Locked<Result<Value, any Error>?>(nil)
        let id = core.newID()
        let current = CurrentScheduler(self)
        let task = Task(executorPreference: core) { [core] in
            let end: Result<Value, any Error>
            do { end = .success(try await current.run(body)) } catch { end = .failure(error) }
            result.withLock { $0 = end }
            core.end(id)
        }
        try await core.outsideOfOthers("a body in virtual time") {
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                    var driver = SchedulerCore.Driver(what: "the end of the body") { error in
                        continuation.resume(with: error.map { .failure($0) } ?? .success(()))
                    }
                    driver.cancel = { task.cancel() }
                    core.add(.end, id: id, driver)
                    if result.withLock({ $0 != nil }) { core.end(id) }
                }
            } onCancel: {
                task.cancel()
            }
        }
        guard let end = result.withLock({ $0 }) else { throw VirtualTimeError.closed }
        try core.takeForeignSleeps(besides: end.failure)
        return try end.get()
    }

    /// Moves time on, and does all that is due until then, at that time too.
    ///
    /// A duration that isn't positive does what is due now.
    ///
    /// - Throws: `VirtualTimeError`, and `CancellationError` when the task is cancelled.
    public func advance(by duration: Duration) async throws {
        try await advance(to: now.addingSaturated(max(duration, .zero)))
    }

    /// Moves time on to a distance from the scheduler's beginning; never back.
    ///
    /// - Throws: `VirtualTimeError`, and `CancellationError` when the task is cancelled.
    public func advance(to time: Duration) async throws {
        try await core.reach(.time(time), "all that is due until \(time)")
    }

    /// Does what is ready, and then all that is due at the time of the next timer, if there is one.
    ///
    /// - Throws: `VirtualTimeError`, and `CancellationError` when the task is cancelled.
    public func advanceToNextTimer() async throws {
        try await core.reach(.nextTimer, "the next timer")
    }

    /// Does all that there is to do, timers too.
    ///
    /// - Parameter horizon: How far time may move, from now on. An hour by default.
    /// - Throws: `VirtualTimeError` with code ``VirtualTimeError/Code/horizonReached``, which names the timer, if one is
    ///   set after that; and `CancellationError` when the task is cancelled.
    public func runUntilIdle(horizon: Duration = .seconds(3_600)) async throws {
        try await core.reach(.idle(horizon: now.addingSaturated(horizon)), "all work to be done")
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension VirtualScheduler: TaskExecutor {
    public func enqueue(_ job: consuming ExecutorJob) {
        core.enqueue(job)
    }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let failure) = self { failure } else { nil }
    }
}
