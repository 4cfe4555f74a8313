import CTernHooks
import Dispatch

/// The executor of a scheduler: the state behind a lock, and the loop that performs the steps of the job queue.
///
/// At most one job runs at any time, on a thread of Dispatch; the main actor's jobs run on the main queue.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
package final class SchedulerCore: TaskExecutor {
    let state: Guarded<State>
    let unit: Duration
    let adoptsForeignSleeps: Bool
    /// Whether jobs run in an order other than the order of their arrival.
    let isExploring: Bool
    let queue = DispatchQueue(label: "Tern.VirtualScheduler")
    let watchdog: Watchdog
    /// The reason why the scheduler runs nothing. `nil` if it can control the order of tasks.
    private let runtimeProblem: String?

    init(order: Order, unit: Duration, options: VirtualScheduler.Options, runtimeProblem: String?) {
        self.unit = unit
        isExploring = !order.isArrival
        adoptsForeignSleeps = options.foreignSleeps == .adopted
        watchdog = Watchdog(patience: options.patience)
        let jobQueue = JobQueue<ScheduledJob>(order: order, horizon: options.horizon, stepLimit: options.steps)
        state = Guarded(State(jobQueue: jobQueue))
        self.runtimeProblem = runtimeProblem
    }

    /// - Throws: `TestKitError` with code `.unsupportedRuntime` if the order of tasks can't be controlled.
    func checkRuntime() throws(TestKitError) {
        if let runtimeProblem { throw TestKitError(.unsupportedRuntime, runtimeProblem) }
    }

    /// The scheduler that is a task executor. `nil` if it is another executor.
    static func of(executor: UnsafeMutableRawPointer) -> SchedulerCore? {
        let executor = Unmanaged<AnyObject>.fromOpaque(executor).takeUnretainedValue()
        return executor as? SchedulerCore ?? (executor as? VirtualScheduler)?.core
    }

    /// The scheduler whose job runs on this thread.
    package static var onThisThread: SchedulerCore? {
        tern_thread_value().map { Unmanaged<SchedulerCore>.fromOpaque($0).takeUnretainedValue() }
    }

    var now: Duration { state.withLock(\.jobQueue.now) }

    // MARK: - Jobs

    package func enqueue(_ job: consuming ExecutorJob) {
        take(ScheduledJob(UnownedJob(job), for: .scheduler))
    }

    func take(_ job: ScheduledJob) {
        let (isOpen, cancelled) = change { state -> (Bool, Sleeper?) in
            guard !state.isAbandoned else { return (true, nil) }
            guard !state.isClosed else { return (false, nil) }
            let cancelled = job.task.flatMap { state.removeCancelledSleep(of: $0) }
            if let task = job.task, state.tasks.arrive(task) {
                state.describe(task, madeBy: job.current, isBackground: job.isBackground)
            }
            if job.isActor { state.tasks.arriveActor() }
            if job.resumesCurrent, let task = job.current { state.tasks.arrive(yielding: task) }
            state.jobQueue.add(
                job,
                isMain: job.isMain,
                task: job.maker,
                isActorJob: job.isActor,
                isDeinit: job.isDeinit
            )
            return (true, cancelled)
        }
        cancelled?.cancel()
        // A closed scheduler runs no jobs, but the job must not be lost.
        if !isOpen { job.runUnscheduled() }
    }

    /// Adds a task before it is enqueued on any executor.
    func add(created task: TaskReference) {
        let (current, isBackground) = (TaskReference.current, CurrentScheduler.isBackground)
        state.withLock { state in
            guard !state.isClosed, !state.isAbandoned, !state.tasks.contains(task) else { return }
            state.tasks.addEnqueued(task)
            state.describe(task, madeBy: current, isBackground: current != nil && isBackground)
        }
    }

    /// Removes the calling task from the records, because it is about to end.
    func forgetCurrentTask() {
        guard let task = TaskReference.current else { return }
        state.withLock { $0.tasks.remove(task) }
    }

    /// Reports that the operation of a goal has ended.
    func end(_ id: Int) {
        change { $0.jobQueue.end(id) }
    }

    // MARK: - Changing

    /// Changes the state, and starts the loop if there is work to do.
    @discardableResult
    func change<Result: Sendable>(_ operation: (inout State) -> Result) -> Result {
        let (result, starts) = state.withLock { state in
            let result = operation(&state)
            let starts = !state.isRunning && state.jobQueue.isDriven
            if starts { state.isRunning = true }
            return (result, starts)
        }
        if starts { queue.async { self.drive(.own) } }
        return result
    }

    /// Ends all waits, and runs the remaining jobs outside of the scheduler.
    ///
    /// - Returns: Descriptions of the remaining work. None if the scheduler was closed before.
    func close() -> [String] {
        guard !state.withLock({ $0.isAbandoned || $0.isClosed }) else { return [] }
        let (left, jobs, sleepers, drivers) = state.withLock { state in
            state.isClosed = true
            let left = state.pendingWork(includesBackground: false)
            let jobs = state.jobQueue.removeAll()
            defer { (state.sleepers, state.drivers) = ([:], [:]) }
            let sleepers = state.sleepers.sorted { $0.key < $1.key }.map(\.value)
            return (left, jobs, sleepers, state.drivers.sorted { $0.key < $1.key }.map(\.value))
        }
        JobOwners.removeAll(of: self)
        for entry in jobs { entry.job.runUnscheduled() }
        for sleeper in sleepers { sleeper.cancel() }
        for driver in drivers { driver.finish(TestKitError.closed) }
        return left
    }

    // MARK: - Private

    private enum Place {
        case own
        case main
    }

    /// Performs one step after another, and switches to the other queue if a job requires it.
    private func drive(_ place: Place, _ first: JobQueue<ScheduledJob>.Entry? = nil) {
        watchdog.watch(self)
        if let first { run(first) }
        while true {
            let step = state.withLock { $0.nextStep(of: self) }
            switch step {
            case .run(let entry) where entry.isMain == (place == .main):
                run(entry)
            case .run(let entry):
                let next = entry.isMain ? (DispatchQueue.main, Place.main) : (queue, Place.own)
                return next.0.async { self.drive(next.1, entry) }
            case .wake(let timer):
                wake(timer)
            case .reached(let goal):
                finish(goal)
            case .failed(let goal, let failure):
                fail(goal, failure)
            case .rest:
                return pollOutside()
            }
        }
    }

    /// Tries again soon if a task is outside, because no event reports its return.
    private func pollOutside() {
        guard let delay = state.withLock(\.pollDelay) else { return }
        queue.asyncAfter(deadline: .now() + delay) { self.change { _ in } }
    }

    private func run(_ entry: JobQueue<ScheduledJob>.Entry) {
        var end: TaskReference.State?
        asCurrentScheduler {
            let run = { entry.job.run(in: self, suspendsAtCalls: self.isExploring) }
            if let task = entry.job.task { end = task.stateAfter(run) } else { run() }
        }
        state.withLock { state in
            state.isInJob = false
            if let task = state.tasks.endJob(end) { state.logEndOfJob(of: task, end) }
        }
    }

    /// Makes this scheduler the owner of all tasks that `operation` creates.
    func asCurrentScheduler(_ operation: () -> Void) {
        let value = tern_thread_value()
        tern_set_thread_value(Unmanaged.passUnretained(self).toOpaque())
        operation()
        tern_set_thread_value(value)
    }

    private func wake(_ timer: Int) {
        guard let sleeper = state.withLock({ $0.removeSleeper(timer) }) else { return }
        switch sleeper.wakeup {
        // The task may be a `Task.immediate` or a task of an actor that no hook has observed yet.
        case .resume(let continuation) where sleeper.isOnSchedulerThread: asCurrentScheduler { continuation.resume() }
        case .resume(let continuation): continuation.resume()
        case .run(let job): take(job)
        }
    }

    func finish(_ goal: Int) {
        guard let driver = state.withLock({ $0.drivers.removeValue(forKey: goal) }) else { return }
        driver.finish(driver.error)
    }
}
