import CTernHooks

/// The scheduler that owns each job. A task belongs to the scheduler on whose thread it was created, regardless of the
/// thread that resumes it. Any other job belongs to the scheduler of its thread.
///
/// Tasks are identified by their numbers, which are unique in a process.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
struct JobOwners: Sendable {
    private var owners: [UInt64: SchedulerCore] = [:]
    /// The tasks of each scheduler, so that the end of a scheduler doesn't search the tasks of all schedulers.
    private var tasks: [ObjectIdentifier: [UInt64]] = [:]
    /// Foreign tasks, which were created outside of any scheduler: one bit for each task number. A scheduler that
    /// resumes such a task doesn't own it.
    private var foreignTasks: [UInt64] = []
    /// All tasks up to this number are foreign: they were created before the hooks were installed.
    private var lastUntracked: UInt64 = 0

    private static let all = Guarded(JobOwners())

    /// The owner of a job that becomes ready on this thread.
    ///
    /// - Parameter job: A `Job` of the runtime.
    static func owner(of job: UnsafeMutableRawPointer) -> SchedulerCore? {
        let (number, maker) = (tern_task_number(job), TaskReference.current?.number ?? 0)
        if let owner = all.withLock({ $0.knownOwner(of: number, madeBy: maker) }) { return owner.core }
        // The task may have begun on an actor whose job another scheduler is running.
        let scheduler = CurrentScheduler.scheduler?.core ?? SchedulerCore.onThisThread
        return all.withLock { $0.claim(number, for: scheduler) }
    }

    /// Determines the owner of a new task before it is enqueued, so that its scheduler also knows a task that begins on an
    /// actor or on another executor.
    ///
    /// - Parameters:
    ///   - job: The task.
    ///   - executor: The task executor that the creator has named. `nil` if there is none.
    static func addCreated(_ job: UnsafeMutableRawPointer, preferring executor: UnsafeMutableRawPointer?) {
        guard let task = TaskReference(job: job) else { return }
        if let core = executor.flatMap({ SchedulerCore.of(executor: $0) }) {
            if claim(task, for: core) { core.add(created: task) }
        } else {
            owner(of: job)?.add(created: task)
        }
    }

    /// Makes the scheduler the owner of a task that one of its tasks has created, and that hasn't been observed yet.
    ///
    /// - Returns: Whether the scheduler owns the task.
    static func claim(_ task: TaskReference, for core: SchedulerCore) -> Bool {
        all.withLock { owners in
            let owner = owners.knownOwner(of: task.number, madeBy: 0)?.core ?? owners.claim(task.number, for: core)
            return owner === core
        }
    }

    /// Claims the current task if it is a `Task.immediate`. No hook has observed such a task yet, and another thread
    /// may resume it.
    ///
    /// - Returns: The task. `nil` if it belongs to no scheduler or to another scheduler.
    static func claimCurrentTaskIfUntracked(for core: SchedulerCore) -> TaskReference? {
        guard let task = TaskReference.current, claim(task, for: core) else { return nil }
        return task
    }

    static func removeAll(of core: SchedulerCore) {
        all.withLock { owners in
            for number in owners.tasks.removeValue(forKey: ObjectIdentifier(core)) ?? [] {
                owners.owners[number] = nil
                owners.addForeign(number)
            }
        }
    }

    /// Marks all existing tasks as foreign tasks.
    static func startTracking(at job: UnsafeMutableRawPointer) {
        let number = tern_task_number(job)
        all.withLock { $0.lastUntracked = number }
    }

    // MARK: - Private

    private struct Owner {
        /// `nil` for a foreign task.
        let core: SchedulerCore?
    }

    /// The owner of a job, if it is known from the task itself or from the task that makes the job ready. `nil` if it
    /// isn't known.
    ///
    /// - Parameters:
    ///   - number: The number of a task. 0 for another job, such as one that runs an actor.
    ///   - maker: The task that makes the job ready. 0 if no task does.
    private mutating func knownOwner(of number: UInt64, madeBy maker: UInt64) -> Owner? {
        if let owner = owners[number] { return Owner(core: owner) }
        if isForeign(number) { return Owner(core: nil) }
        // With a shared actor, a task can run on the thread of a scheduler that doesn't own it. That scheduler doesn't
        // own the tasks that this task creates, either.
        if let owner = owners[maker] { return Owner(core: claim(number, for: owner)) }
        return isForeign(maker) ? Owner(core: claim(number, for: nil)) : nil
    }

    /// - Returns: The scheduler.
    private mutating func claim(_ number: UInt64, for core: SchedulerCore?) -> SchedulerCore? {
        guard number > 0 else { return core }
        guard let core else {
            addForeign(number)
            return nil
        }
        owners[number] = core
        tasks[ObjectIdentifier(core), default: []].append(number)
        return core
    }

    private func isForeign(_ number: UInt64) -> Bool {
        let (word, bit) = (Int(number / 64), number % 64)
        guard number > 0 else { return false }
        return number <= lastUntracked || word < foreignTasks.count && foreignTasks[word] & 1 << bit != 0
    }

    private mutating func addForeign(_ number: UInt64) {
        let (word, bit) = (Int(number / 64), number % 64)
        if word >= foreignTasks.count {
            foreignTasks += [UInt64](repeating: 0, count: max(word + 1 - foreignTasks.count, 1024))
        }
        foreignTasks[word] |= 1 << bit
    }
}
