import Tern

/// Finds the code at which a task that yields continues.
///
/// Such a task isn't enqueued at first. The runtime enqueues a job that enqueues the task, which shows that the task is in
/// the queue of an executor, although the state of the task is that of any wait.
enum YieldProbe {
    /// `nil` if the runtime doesn't provide it. Must be read before the hooks are installed.
    static let resume: UInt? = {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, *) else { return nil }
        let executor = Executor()
        Task.detached(executorPreference: executor) { await Task.yield() }
        let task = executor.jobs.withLock(\.first).flatMap { TaskReference($0) }
        executor.runNext()
        let resume = task?.state?.resume
        while executor.runNext() {}
        return resume
    }()

    /// Runs jobs on the calling thread.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    private final class Executor: TaskExecutor {
        let jobs = Locked<[UnownedJob]>([])

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            jobs.withLock { $0.append(job) }
        }

        /// - Returns: Whether there was a job.
        @discardableResult
        func runNext() -> Bool {
            guard let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return false }
            job.runSynchronously(on: asUnownedTaskExecutor())
            return true
        }
    }
}
