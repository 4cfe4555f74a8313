import CTernHooks
import Tern

/// Which scheduler a job belongs to: a task to that on whose thread it was made, whoever wakes it; any other job to that of
/// its thread.
///
/// Tasks are told by their numbers, which a process gives once.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
struct JobOwners: Sendable {
    private var owners: [UInt64: SchedulerCore] = [:]
    /// The tasks that were made elsewhere, a bit for each number. One that such a scheduler's thread wakes isn't its own.
    private var strangers: [UInt64] = []
    /// All tasks up to this number are strangers: they were made before anybody looked.
    private var lastUnseen: UInt64 = 0

    private static let all = Locked(JobOwners())

    /// - Parameter job: A `Job` of the runtime's that is to run.
    static func owner(of job: UnsafeMutableRawPointer) -> SchedulerCore? {
        guard let here = SchedulerCore.onThisThread else {
            let number = tern_task_number(job)
            return number > 0 ? all.withLock { $0.owner(of: number) } : nil
        }
        // Where an actor is shared, a stranger can run on a scheduler's thread, and what it makes is strange, too.
        let (number, maker) = (tern_task_number(job), currentTask)
        return all.withLock { owners in
            let isStrange = maker > 0 && owners.owners[maker] == nil && owners.isStranger(maker)
            if number == 0 { return isStrange ? nil : here }
            return owners.owner(of: number, madeBy: isStrange ? nil : here)
        }
    }

    /// A `Task.immediate` has been nowhere yet where it could be seen, and may be woken by another thread.
    static func claimCurrentTaskIfUnseen(for core: SchedulerCore) {
        let number = currentTask
        guard number > 0 else { return }
        all.withLock { _ = $0.owner(of: number, madeBy: core) }
    }

    /// From now on, the task that calls this belongs to the scheduler.
    static func claimCurrentTask(for core: SchedulerCore) {
        let number = currentTask
        all.withLock { $0.owners[number] = core }
    }

    /// The task that calls this goes on its way.
    static func releaseCurrentTask() {
        let number = currentTask
        all.withLock { owners in
            owners.owners[number] = nil
            owners.addStranger(number)
        }
    }

    static func removeAll(of core: SchedulerCore) {
        all.withLock { owners in
            for (number, owner) in owners.owners where owner === core {
                owners.owners[number] = nil
                owners.addStranger(number)
            }
        }
    }

    /// All tasks that there are now are strangers.
    static func beginToLook(at job: UnsafeMutableRawPointer) {
        let number = tern_task_number(job)
        all.withLock { $0.lastUnseen = number }
    }

    // MARK: - Private

    private static var currentTask: UInt64 {
        withUnsafeCurrentTask { task in
            unsafeBitCast(task, to: UnsafeMutableRawPointer?.self).map { tern_task_number($0) } ?? 0
        }
    }

    private mutating func owner(of number: UInt64, madeBy maker: SchedulerCore? = nil) -> SchedulerCore? {
        if let owner = owners[number] { return owner }
        guard let maker, !isStranger(number) else {
            addStranger(number)
            return nil
        }
        owners[number] = maker
        return maker
    }

    private func isStranger(_ number: UInt64) -> Bool {
        let (word, bit) = (Int(number / 64), number % 64)
        return number <= lastUnseen || word < strangers.count && strangers[word] & 1 << bit != 0
    }

    private mutating func addStranger(_ number: UInt64) {
        let (word, bit) = (Int(number / 64), number % 64)
        if word >= strangers.count { strangers += [UInt64](repeating: 0, count: max(word + 1 - strangers.count, 1024)) }
        strangers[word] |= 1 << bit
    }
}
