@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension SchedulerCore.State {
    mutating func logRun(of entry: JobQueue<ScheduledJob>.Entry) {
        log.add(.ran(isOnMainActor: entry.isMain, count: 1), task: entry.task, at: jobQueue.now)
    }

    mutating func logEndOfJob(of task: TaskReference, _ state: TaskReference.State?) {
        let kind: RunLog.Kind
        switch state?.wait {
        case _ where state?.isComplete != false: kind = .ended
        case .task, .taskGroup: kind = .waits
        case .continuation: kind = .suspended
        case nil: return
        }
        log(kind, ofTask: task.number)
    }

    /// - Parameter task: The number of the task in its process.
    mutating func log(_ kind: RunLog.Kind, ofTask task: UInt64) {
        // The log must not assign a number to a task, because this would change the numbers of other tasks.
        log.add(kind, task: jobQueue.tasks.knownNumber(of: task), at: jobQueue.now)
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension SchedulerCore {
    /// Logs an event of a call in the run to which this task belongs, if there is one.
    package static func log(_ event: CallEvent, of call: CallID) {
        guard let core = CurrentScheduler.core else { return }
        let task = TaskReference.current?.number ?? 0
        core.state.withLock { $0.log(.call(call, event), ofTask: task) }
    }
}
