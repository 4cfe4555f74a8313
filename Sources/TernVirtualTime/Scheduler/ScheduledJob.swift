import CTernHooks

/// A job of the runtime, and the executor to which it was given.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
struct ScheduledJob: Sendable {
    enum Executor: Sendable {
        /// A scheduler that is the preferred executor of the task.
        case scheduler
        /// The default executor of the process.
        case process
        case mainActor
    }

    let job: UnownedJob
    /// `nil` if the job isn't a task, for instance if it runs an actor.
    let task: TaskReference?
    /// The task that was running when the job became ready. `nil` if no task was running.
    let current: TaskReference?
    /// Whether that task ran code of ``VirtualScheduler/background(isolation:_:)``.
    let isBackground: Bool
    /// Whether the job runs the tasks that wait for an actor.
    let isActor: Bool
    /// Whether the job runs the isolated `deinit` of an object.
    let isDeinit: Bool
    let executor: Executor

    init(_ job: UnownedJob, for executor: Executor) {
        self.job = job
        self.executor = executor
        task = TaskReference(job)
        current = TaskReference.current
        isBackground = current != nil && CurrentScheduler.isBackground
        let pointer = unsafeBitCast(job, to: UnsafeMutableRawPointer.self)
        isActor = task == nil && tern_is_actor_job(pointer)
        isDeinit = task == nil && tern_is_deinit_job(pointer)
    }

    /// The number of the task, or of the task that has created the job: for a job of an actor, or for a job with which
    /// a task resumes itself.
    var maker: UInt64 { (task ?? current)?.number ?? 0 }

    /// Whether it is the job with which a task that yields resumes itself.
    var resumesCurrent: Bool { task == nil && !isActor && !isDeinit }

    var isMain: Bool { executor == .mainActor }

    /// Runs the job in the same way as its executor would. By default, the call of a free actor doesn't suspend the
    /// task.
    ///
    /// - Parameter suspendsAtCalls: Whether each call of an actor suspends the task, so that other tasks can run first,
    ///   as they can in parallel code.
    func run(in core: SchedulerCore, suspendsAtCalls: Bool) {
        switch executor {
        case .process where !suspendsAtCalls: job.runSynchronously(on: Self.noActor)
        case .scheduler, .process: job.runSynchronously(on: core.asUnownedTaskExecutor())
        case .mainActor:
            let mainActor = MainActorExecutor.shared.asUnownedSerialExecutor()
            job.runSynchronously(isolatedTo: mainActor, taskExecutor: core.asUnownedTaskExecutor())
        }
    }

    /// Runs the job as if there were no scheduler.
    func runUnscheduled() {
        if isMain { return MainActorExecutor.shared.enqueue(ExecutorJob(job)) }
        #if os(Linux) && compiler(>=6.3)
            RoutingExecutor.original.enqueue(ExecutorJob(job))
        #else
            globalConcurrentExecutor.enqueue(ExecutorJob(job))
        #endif
    }

    /// The executor of code without isolation to an actor: the runtime represents it by zeros.
    private static var noActor: UnownedSerialExecutor { unsafeBitCast((0, 0), to: UnownedSerialExecutor.self) }
}
