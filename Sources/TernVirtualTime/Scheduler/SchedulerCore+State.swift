@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension SchedulerCore {
    /// A task that waits for a time, and the way to resume it.
    struct Sleeper: Sendable {
        enum Wakeup: Sendable {
            case resume(CheckedContinuation<Void, any Error>)
            /// Resumes a sleep on another clock.
            case run(ScheduledJob)
        }

        /// The number of the task in its process.
        let task: UInt64
        let wakeup: Wakeup
        /// Whether the sleep began on the scheduler's thread.
        let isOnSchedulerThread: Bool

        func cancel() {
            switch wakeup {
            case .resume(let continuation): continuation.resume(throwing: CancellationError())
            case .run(let job): job.runUnscheduled()
            }
        }
    }

    /// A wait for an event outside of virtual time.
    struct ExternalWait: Sendable {
        let what: String
        /// `nil` if it isn't known.
        let task: TaskReference?
        /// Whether the wait is for more of a response that an earlier wait was for.
        let continues: Bool
        /// Whether a test may end before the wait.
        let isBackground: Bool
    }

    /// A caller that drives the scheduler until its goal is reached or has failed.
    struct Driver: Sendable {
        let what: String
        /// Called once, without the lock and while no job runs.
        let finish: @Sendable ((any Error)?) -> Void
        /// Receives the reason why an operation can't continue, before anything is cancelled.
        var onFailure: (@Sendable (TestKitError) -> Void)?
        /// Cancels an operation that can't continue, so that it can clean up.
        var cancel: (@Sendable () -> Void)?
        var error: TestKitError?
    }

    struct State: Sendable {
        var jobQueue: JobQueue<ScheduledJob>
        var tasks = OwnedTasks()
        var log = RunLog()
        var sleepers: [Int: Sleeper] = [:]
        var drivers: [Int: Driver] = [:]
        var externalWaits: [Int: ExternalWait] = [:]
        /// The numbers of external waits that test doubles suspend while they sleep or wait for a gate.
        var holds: [Int: Int] = [:]
        var foreignSleeps: [String] = []
        /// The code in which the operation waited when it couldn't continue. Empty if it didn't wait, `nil` if it can
        /// continue.
        var hang: [UInt]?
        var isRunning = false
        /// Whether a job, or a cancellation handler, is running on the thread.
        var isInJob = false
        /// The real time at which the last job began.
        var jobStart = ContinuousClock.now
        var isClosed = false
        /// Whether the operation was abandoned because it didn't end. Its jobs are dropped on purpose.
        var isAbandoned = false
        /// The number of consecutive checks in which a task was outside.
        var outsidePolls = 0
        var lastID = 0

        mutating func removeSleeper(_ id: Int) -> Sleeper? {
            let sleeper = sleepers.removeValue(forKey: id)
            if let sleeper { tasks.wake(sleeper.task) }
            if holds.removeValue(forKey: id) != nil { countExternalWaits() }
            return sleeper
        }

        /// The sleep of a ready task on another clock. The runtime has cancelled it without a message to its executor.
        mutating func removeCancelledSleep(of task: TaskReference) -> Sleeper? {
            guard tasks.isAsleep(task) else { return nil }
            let sleep = sleepers.first { _, sleeper in
                if case .run = sleeper.wakeup { sleeper.task == task.number } else { false }
            }
            guard let (id, _) = sleep, jobQueue.removeTimer(id) else { return nil }
            return removeSleeper(id)
        }

        /// Describes a new task.
        ///
        /// - Parameters:
        ///   - maker: The task that has created it. `nil` if no task has.
        ///   - isBackground: Whether that task ran code of ``VirtualScheduler/background(isolation:_:)``.
        mutating func describe(_ task: TaskReference, madeBy maker: TaskReference?, isBackground: Bool) {
            jobQueue.describe(task.number, name: task.nameOfReadyTask, beginning: task.beginning)
            if isBackground || maker.map({ tasks.background.contains($0.number) }) ?? false {
                tasks.setBackground(task)
            }
        }

        mutating func newID() -> Int {
            lastID += 1
            return lastID
        }
    }
}
