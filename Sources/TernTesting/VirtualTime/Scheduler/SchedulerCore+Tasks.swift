import CTernHooks

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension SchedulerCore {
    /// The number of a task in its process. 0 for a job that isn't a task.
    static func number(of job: UnownedJob) -> UInt64 {
        tern_task_number(unsafeBitCast(job, to: UnsafeMutableRawPointer.self))
    }

    /// Whether a job runs the tasks that wait for an actor.
    static func isActorJob(_ job: UnownedJob) -> Bool {
        tern_is_actor_job(unsafeBitCast(job, to: UnsafeMutableRawPointer.self))
    }

    /// The task that calls this, if it has a name.
    static var namedCurrentTask: (number: UInt64, name: String)? {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, *), let name = Task.name else { return nil }
        return (JobOwners.currentTask, name)
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension SchedulerCore.State {
    func looping(task: Int) -> TestKitError {
        TestKitError(
            .tooManySteps,
            """
            A loop was found: \(jobQueue.tasks.description(of: task)) ran \(JobQueue<UnownedJob>.streakLimit) times in a row \
            at \(jobQueue.now), while no other job was ready and no timer was due. It yields, or sleeps for no time, again \
            and again. Wait for the event itself, with a continuation or a stream, or sleep for a duration.
            """
        )
    }
}
