import CTernHooks

/// A task by its address and number. The task may have ended: the number, which is unique in a process, tells.
struct TaskReference: Sendable, Hashable {
    let number: UInt64
    private let address: UInt

    /// - Parameter job: A `Job` of the runtime. `nil` if it isn't a task, or the runtime doesn't tell.
    init?(job: UnsafeMutableRawPointer?) {
        guard let job else { return nil }
        let number = tern_task_number(job)
        guard number > 0 else { return nil }
        self.number = number
        address = UInt(bitPattern: job)
    }

    fileprivate init?(number: UInt64, address: UInt) {
        guard number > 0 else { return nil }
        (self.number, self.address) = (number, address)
    }

    init?(_ job: UnownedJob) {
        self.init(job: unsafeBitCast(job, to: UnsafeMutableRawPointer.self))
    }

    /// The task that calls this.
    static var current: TaskReference? {
        withUnsafeCurrentTask { TaskReference(job: unsafeBitCast($0, to: UnsafeMutableRawPointer?.self)) }
    }

    /// What the runtime knows of the task. `nil` if it has been released, or the runtime doesn't tell.
    var state: State? {
        var state = tern_task_state()
        return tern_read_task(address, number, &state) ? State(state) : nil
    }

    /// The state of a task that has not been released.
    struct State: Sendable {
        /// Whether an executor has the task to run it, or runs it.
        let isScheduled: Bool
        let isComplete: Bool
        /// The task whose end the task waits for.
        let awaitedTask: TaskReference?

        fileprivate init(_ state: tern_task_state) {
            isScheduled = state.is_enqueued || state.is_running
            isComplete = state.is_complete
            awaitedTask = TaskReference(number: state.dependency_number, address: state.dependency)
        }
    }
}
