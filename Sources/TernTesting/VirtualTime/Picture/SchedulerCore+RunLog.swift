@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension SchedulerCore.State {
    mutating func logRun(of entry: JobQueue<ScheduledJob>.Entry) {
        log.add(.ran(isOnMainActor: entry.isMain, count: 1), task: entry.task, at: jobQueue.now)
    }

    mutating func logEndOfJob(of task: TaskReference, _ state: TaskReference.State?) {
        let kind: RunLog.Kind
        switch state?.wait {
        case _ where state?.isComplete != false: kind = .ended
        case .task(let other): kind = .waits(.task(other.number))
        case .taskGroup: kind = .waits(.childTasks)
        case .continuation: kind = .waits(.continuation)
        case nil: return
        }
        log(kind, ofTask: task.number)
    }

    /// - Parameter task: The number of the task in its process.
    mutating func log(_ kind: RunLog.Kind, ofTask task: UInt64) {
        // The log must not number a task, because that would change the numbers of others.
        log.add(kind, task: jobQueue.tasks.knownNumber(of: task), at: jobQueue.now)
    }

    /// Adds a timer for a task that sleeps.
    ///
    /// - Parameter task: The number of the task in its process.
    mutating func addTimer(_ id: Int, at time: Duration, task: UInt64, canBeLate: Bool) {
        jobQueue.addTimer(id, at: time, task: task, canBeLate: canBeLate)
        if let time = jobQueue.timers.time(of: id) { log(.sleeps(until: time), ofTask: task) }
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension SchedulerCore {
    /// Logs an event of a call in the run to which this task belongs, if there is one.
    static func log(_ event: Journal.Event.Kind, of call: RunLog.CallID) {
        guard let core = CurrentScheduler.scheduler?.core ?? onThisThread else { return }
        let task = TaskReference.current?.number ?? 0
        core.state.withLock { $0.log(.exchange(call: call, event), ofTask: task) }
    }
}
