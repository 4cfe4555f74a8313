import CTernHooks
import Tern

/// The scheduler that owns each job. A task belongs to the scheduler on whose thread it was made, whichever thread
/// resumes it. Any other job belongs to the scheduler of its thread.
///
/// Tasks are identified by their numbers, which are unique in a process.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
struct JobOwners: Sendable {
    private var owners: [UInt64: SchedulerCore] = [:]
    /// Foreign tasks, which were made outside of any scheduler: one bit for each task number. A scheduler that resumes
    /// such a task doesn't own it.
    private var foreignTasks: [UInt64] = []
    /// All tasks up to this number are foreign: they were made before the hooks were installed.
    private var lastUntracked: UInt64 = 0

    private static let all = Locked(JobOwners())

    /// - Parameter job: A `Job` of the runtime that is ready to run.
    static func owner(of job: UnsafeMutableRawPointer) -> SchedulerCore? {
        guard let here = SchedulerCore.onThisThread else {
            let number = tern_task_number(job)
            return number > 0 ? all.withLock { $0.owner(of: number) } : nil
        }
        // With a shared actor, a foreign task can run on a scheduler's thread. The tasks that it makes are foreign,
        // too.
        let (number, maker) = (tern_task_number(job), currentTask)
        return all.withLock { owners in
            let isMakerForeign = maker > 0 && owners.owners[maker] == nil && owners.isForeign(maker)
            if number == 0 { return isMakerForeign ? nil : here }
            return owners.owner(of: number, madeBy: isMakerForeign ? nil : here)
        }
    }

    /// Claims a `Task.immediate`: no hook has observed it yet, and another thread may resume it.
    static func claimCurrentTaskIfUntracked(for core: SchedulerCore) {
        let number = currentTask
        guard number > 0 else { return }
        all.withLock { _ = $0.owner(of: number, madeBy: core) }
    }

    /// Makes the scheduler the owner of the task that calls this.
    static func claimCurrentTask(for core: SchedulerCore) {
        let number = currentTask
        all.withLock { $0.owners[number] = core }
    }

    /// Makes the task that calls this a foreign task again.
    static func releaseCurrentTask() {
        let number = currentTask
        all.withLock { owners in
            owners.owners[number] = nil
            owners.addForeign(number)
        }
    }

    static func removeAll(of core: SchedulerCore) {
        all.withLock { owners in
            for (number, owner) in owners.owners where owner === core {
                owners.owners[number] = nil
                owners.addForeign(number)
            }
        }
    }

    /// Makes all tasks that exist now foreign tasks.
    static func startTracking(at job: UnsafeMutableRawPointer) {
        let number = tern_task_number(job)
        all.withLock { $0.lastUntracked = number }
    }

    /// The number of the task that calls this. 0 outside of a task.
    static var currentTask: UInt64 {
        withUnsafeCurrentTask { task in
            unsafeBitCast(task, to: UnsafeMutableRawPointer?.self).map { tern_task_number($0) } ?? 0
        }
    }

    // MARK: - Private

    private mutating func owner(of number: UInt64, madeBy maker: SchedulerCore? = nil) -> SchedulerCore? {
        if let owner = owners[number] { return owner }
        guard let maker, !isForeign(number) else {
            addForeign(number)
            return nil
        }
        owners[number] = maker
        return maker
    }

    private func isForeign(_ number: UInt64) -> Bool {
        let (word, bit) = (Int(number / 64), number % 64)
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
