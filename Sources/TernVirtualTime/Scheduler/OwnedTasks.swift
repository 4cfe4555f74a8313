/// The tasks of a scheduler that have not ended. Records the tasks that are outside of the scheduler: in the queue of
/// an actor that other code drives, or on another executor.
struct OwnedTasks: Sendable {
    private var tasks: [UInt64: TaskReference] = [:]
    /// The numbers of the tasks that may still be running at the end of a test.
    private(set) var background: Set<UInt64> = []
    /// The numbers of the tasks that wait for a timer of the scheduler, so that they aren't outside.
    private var asleep: Set<UInt64> = []
    /// The numbers of the tasks that an executor other than the scheduler's queue will run or is running.
    private(set) var outside: Set<UInt64> = []
    /// Whether a task has been outside, where it may make other tasks ready at any time.
    private var haveBeenOutside = false
    /// The task whose job is running. `nil` after the task has arrived in the scheduler's queue again.
    private var running: TaskReference?
    /// The number of jobs in the scheduler's queue that run an actor.
    private var actorJobs = 0
    private var pruningCount = 256

    /// The tasks in the order in which they were created.
    var all: [TaskReference] { tasks.values.sorted { $0.number < $1.number } }

    func contains(_ task: TaskReference) -> Bool { tasks[task.number] == task }

    /// Whether the task waits for a timer of the scheduler.
    func isAsleep(_ task: TaskReference) -> Bool { asleep.contains(task.number) }

    /// Records that a task has arrived in the scheduler's queue.
    ///
    /// - Returns: Whether the task is new.
    mutating func arrive(_ task: TaskReference) -> Bool {
        let isNew = tasks[task.number] == nil
        add(task)
        outside.remove(task.number)
        if running == task { running = nil }
        return isNew
    }

    /// Adds a task that is about to be enqueued. Unless it arrives in the scheduler's queue, or in the queue of an actor whose
    /// job is there, it is outside.
    mutating func addEnqueued(_ task: TaskReference) {
        add(task)
        outside.insert(task.number)
    }

    /// Allows a new task, and the tasks that it creates, to be still running at the end of a test.
    mutating func setBackground(_ task: TaskReference) {
        background.insert(task.number)
    }

    /// Records that the job with which a task resumes itself has arrived in the scheduler's queue.
    mutating func arrive(yielding task: TaskReference) {
        outside.remove(task.number)
        if running == task { running = nil }
    }

    /// Records that a job of an actor has arrived in the scheduler's queue.
    mutating func arriveActor() {
        actorJobs += 1
    }

    mutating func add(_ task: TaskReference) {
        tasks[task.number] = task
        if tasks.count > pruningCount {
            tasks = tasks.filter { $0.value.state?.isComplete == false }
            pruningCount = max(256, tasks.count * 2)
        }
    }

    mutating func remove(_ task: TaskReference) {
        tasks[task.number] = nil
        background.remove(task.number)
        outside.remove(task.number)
    }

    mutating func beginJob(of task: TaskReference?, isActor: Bool) {
        if isActor { actorJobs -= 1 }
        running = task
    }

    /// - Parameter state: The state of the task whose job has ended.
    /// - Returns: The task. `nil` if it is ready again, or the job ran an actor.
    mutating func endJob(_ state: TaskReference.State?) -> TaskReference? {
        guard let task = running.take() else { return nil }
        if state?.isScheduled == true { outside.insert(task.number) }
        if state?.isComplete != false { remove(task) }
        return task
    }

    mutating func beginSleep(_ task: UInt64) {
        asleep.insert(task)
    }

    mutating func wake(_ task: UInt64) {
        asleep.remove(task)
    }

    /// Whether a task is known to be outside after the end of its job, or since its creation.
    mutating func areKnownOutside() -> Bool {
        // A job of an actor in the queue may run the task.
        guard !outside.isEmpty, actorJobs == 0 else { return false }
        haveBeenOutside = true
        outside = outside.filter { tasks[$0]?.state?.isInQueue == true }
        return !outside.isEmpty
    }

    /// Whether any task is outside. Valid while no job is in the scheduler's queue.
    ///
    /// - Parameter owns: Whether the scheduler owns a task that one of its tasks waits for.
    mutating func areOutside(owns: (TaskReference) -> Bool) -> Bool {
        var awake = tasks.values.filter { !asleep.contains($0.number) }
        // A task that is outside may make a task ready that was checked before, and wait again before its own check. It is
        // most unlikely that this happens in each of several checks.
        var checks = haveBeenOutside ? 3 : 1
        while checks > 0, outside.isEmpty {
            checks -= 1
            var unread = awake
            while let task = unread.popLast() {
                guard let state = task.state, !state.isComplete else {
                    // A task that has ended in the meantime may have made a task ready that was checked before.
                    if tasks[task.number] != nil { checks = max(checks, 1) }
                    remove(task)
                    continue
                }
                if state.isInQueue { outside.insert(task.number) }
                // A task that no hook has observed, such as one that began on an actor.
                if case .task(let other) = state.wait, tasks[other.number] == nil, owns(other) {
                    add(other)
                    awake.append(other)
                    unread.append(other)
                }
            }
        }
        haveBeenOutside = haveBeenOutside || !outside.isEmpty
        return !outside.isEmpty
    }
}
