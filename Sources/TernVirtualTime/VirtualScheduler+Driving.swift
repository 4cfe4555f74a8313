@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension VirtualScheduler {
    /// Runs an operation to its end. Whenever no job is ready, time advances to the next timer.
    ///
    /// - Returns: The result of the operation. Unfinished work that the operation has started stays pending until the scheduler
    ///   is driven again.
    /// - Throws: The error of the operation. `TestKitError` if the operation can't continue. The operation is cancelled first, so that
    ///   it can end. Cancelling the task cancels the operation.
    @discardableResult
    public func run<Value: Sendable>(
        _ operation: @escaping @Sendable @isolated(any) () async throws -> Value
    ) async throws -> Value {
        let (end, failure) = try await drive(operation)
        if let failure { throw failure }
        guard let end else { throw TestKitError.closed }
        try core.takeForeignSleeps(besides: end.failure)
        return try end.get()
    }

    /// Runs an operation until it ends or can't continue.
    ///
    /// - Parameter onFailure: Receives the reason why the operation can't continue, before anything is cancelled.
    /// - Returns: The result of the operation, or `nil` if it doesn't end, and the reason why it couldn't continue.
    /// - Throws: `TestKitError` with code `.unsupportedRuntime`, before the operation begins.
    func drive<Value: Sendable>(
        _ operation: @escaping @Sendable @isolated(any) () async throws -> Value,
        onFailure: (@Sendable (TestKitError) -> Void)? = nil
    ) async throws -> (end: Result<Value, any Error>?, failure: (any Error)?) {
        try core.checkRuntime()
        let result = Guarded<Result<Value, any Error>?>(nil)
        let id = core.newID()
        let current = CurrentScheduler(self)
        let task = Task(executorPreference: core) { [core] in
            let end: Result<Value, any Error>
            do { end = .success(try await current.run(operation)) } catch { end = .failure(error) }
            result.withLock { $0 = end }
            core.forgetCurrentTask()
            core.end(id)
        }
        let failure = Guarded<(any Error)?>(nil)
        try await core.pausingCallersScheduler("an operation in virtual time") {
            await withTaskCancellationHandler {
                await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                    var driver = SchedulerCore.Driver(what: "the end of the operation") { error in
                        failure.withLock { $0 = error }
                        continuation.resume()
                    }
                    driver.onFailure = onFailure
                    driver.cancel = { task.cancel() }
                    core.add(.end, id: id, driver) { result.withLock { $0 != nil } }
                }
            } onCancel: {
                core.cancelElsewhere { task.cancel() }
            }
        }
        return (result.withLock { $0 }, failure.withLock { $0 })
    }

    /// Advances time by this duration. Runs all work that is due until then, including work at that time.
    ///
    /// With a duration of zero or less, it runs the work that is due now.
    ///
    /// - Throws: `TestKitError`; `CancellationError` when the task is cancelled.
    public func advance(by duration: Duration) async throws {
        try await advance(to: now.addingSaturated(max(duration, .zero)))
    }

    /// Advances time to this duration since the scheduler's beginning. Runs all work that is due until then. Time never
    /// moves backwards.
    ///
    /// - Throws: `TestKitError`; `CancellationError` when the task is cancelled.
    public func advance(to time: Duration) async throws {
        try await core.reach(.time(time), "all work that is due until \(time)")
    }

    /// Advances time by this number of units. Runs all work that is due until then, including work at that time.
    ///
    /// - Throws: `TestKitError`; `CancellationError` when the task is cancelled.
    public func advance(by ticks: Int) async throws {
        try await advance(by: VirtualTime(ticks: ticks).duration(unit: unit))
    }

    /// Advances time to this number of units since the scheduler's beginning. Runs all work that is due until then.
    /// Time never moves backwards.
    ///
    /// - Throws: `TestKitError`; `CancellationError` when the task is cancelled.
    public func advance(to ticks: Int) async throws {
        try await advance(to: VirtualTime(ticks: ticks).duration(unit: unit))
    }

    /// Runs all ready work, and then all work that is due at the time of the next timer, if there is a timer.
    ///
    /// - Throws: `TestKitError`; `CancellationError` when the task is cancelled.
    public func advanceToNextTimer() async throws {
        try await core.reach(.nextTimer, "the next timer")
    }

    /// Runs all work, including timers, until no work remains but that of ``background(isolation:_:)``.
    ///
    /// - Parameter horizon: The maximum duration by which time may advance. One hour by default.
    /// - Throws: `TestKitError` with code `.horizonReached`, which names the timer, if a
    ///   timer is set after the horizon; `CancellationError` when the task is cancelled.
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
