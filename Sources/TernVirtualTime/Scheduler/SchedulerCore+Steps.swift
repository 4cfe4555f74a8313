import Dispatch

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension SchedulerCore.State {
    /// Chooses the next step of the loop. While a task is outside, no work begins and time doesn't advance, since the
    /// task may create work that must run first.
    mutating func nextStep(of core: SchedulerCore) -> JobQueue<ScheduledJob>.Step {
        let step = stepOfQueue(of: core)
        outsidePolls = step == nil ? outsidePolls + 1 : 0
        switch step ?? .rest {
        case .rest: isRunning = false
        case .run(let entry):
            isInJob = true
            jobStart = .now
            logRun(of: entry)
            tasks.beginJob(of: entry.job.task, isActor: entry.job.isActor)
        case .wake, .reached, .failed: break
        }
        return step ?? .rest
    }

    /// The time after which the tasks that are outside are checked again: 50 µs at first, up to 2 ms. `nil` if no task
    /// is outside.
    var pollDelay: DispatchTimeInterval? {
        outsidePolls > 0 ? .microseconds(min(25 << min(outsidePolls, 7), 2_000)) : nil
    }

    /// Adds a timer for a task that sleeps.
    ///
    /// - Parameter task: The number of the task in its process.
    mutating func addTimer(_ id: Int, at time: Duration, task: UInt64, canBeLate: Bool) {
        tasks.beginSleep(task)
        let isBackground = tasks.background.contains(task)
        jobQueue.addTimer(id, at: time, task: task, canBeLate: canBeLate, isBackground: isBackground)
        log(.sleeps, ofTask: task)
    }

    /// - Returns: `nil` while a task is outside.
    private mutating func stepOfQueue(of core: SchedulerCore) -> JobQueue<ScheduledJob>.Step? {
        if !jobQueue.hasEnded, jobQueue.isDriven, tasks.areKnownOutside() { return nil }
        // A task may have been cancelled since the last count.
        if !holds.isEmpty, jobQueue.readyCount == 0 { countExternalWaits() }
        if let step = jobQueue.next() { return step }
        if jobQueue.isTimerDue { return jobQueue.moveTime() }
        return tasks.areOutside(owns: { JobOwners.claim($0, for: core) }) ? nil : jobQueue.moveTime()
    }
}
