/// Finds the code at which a task that yields continues.
///
/// Such a task isn't enqueued at first: the runtime enqueues a job that enqueues the task. Meanwhile, only this code shows
/// that the task needs no other event to continue.
enum YieldProbe {
    #if os(Linux) && compiler(>=6.3)
        /// `nil` if the runtime doesn't provide it. Must be read before the hooks are installed.
        static let resume: UInt? = {
            let executor = Executor()
            Task.detached(executorPreference: executor) { await Task.yield() }
            let task = executor.jobs.withLock(\.first).flatMap { TaskReference($0) }
            executor.runNext()
            let resume = task?.state?.resume
            while executor.runNext() {}
            return resume
        }()

        /// Runs jobs on the calling thread.
        private final class Executor: TaskExecutor {
            let jobs = Guarded<[UnownedJob]>([])

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
    #else
        static let resume: UInt? = nil
    #endif
}
