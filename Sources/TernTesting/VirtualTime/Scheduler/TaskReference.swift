import CTernHooks

/// A task by its address and number. The task may have ended: the number, which is unique in a process, tells.
struct TaskReference: Sendable, Hashable {
    let number: UInt64
    private let address: UInt

    /// - Parameter job: A `Job` of the runtime. `nil` if it isn't a task, or the runtime doesn't tell.
    init?(job: UnsafeMutableRawPointer?) {
        guard let job else { return nil }
        self.init(number: tern_task_number(job), address: UInt(bitPattern: job))
    }

    init?(_ job: UnownedJob) {
        self.init(job: unsafeBitCast(job, to: UnsafeMutableRawPointer.self))
    }

    fileprivate init?(number: UInt64, address: UInt) {
        guard number > 0 else { return nil }
        (self.number, self.address) = (number, address)
    }

    /// The task that calls this.
    static var current: TaskReference? {
        withUnsafeCurrentTask { TaskReference(job: unsafeBitCast($0, to: UnsafeMutableRawPointer?.self)) }
    }

    /// What the runtime knows of the task. `nil` if it has been released, or the runtime doesn't tell.
    var state: State? { state(isRetained: false) }

    /// The beginning of the name of a task that is ready. `nil` if it has none, or the runtime doesn't tell.
    var nameOfReadyTask: String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { name in
            tern_read_task_name(address, number, name.baseAddress, name.count)
            return name.first == 0 ? nil : name.baseAddress.map { String(cString: $0) }
        }
    }

    /// The beginning of a task that is ready and has not run yet. `nil` if the runtime doesn't tell.
    var beginning: TaskBeginning? { TaskBeginning(of: address, number: number) }

    /// Runs a job of the task.
    ///
    /// - Returns: The state of the task after the job. `nil` if it has been released, or the runtime doesn't tell.
    func stateAfter(_ job: () -> Void) -> State? {
        // Retained, because a task that may be released meanwhile takes many times as long to read.
        let isRetained = tern_retain_task(address)
        // Without an effect, there is nothing to release, and the memory may be gone with its parent.
        defer { if isRetained { tern_release_task(address) } }
        job()
        return state(isRetained: isRetained)
    }

    private func state(isRetained: Bool) -> State? {
        var state = tern_task_state()
        return tern_read_task(address, number, isRetained, &state) ? State(state) : nil
    }

    /// Cancels a task that is suspended. Only its scheduler may call this, because the task must not end meanwhile.
    func cancel() {
        guard let state, !state.isComplete, !state.isScheduled else { return }
        // The inverse of what `current` does.
        unsafeBitCast(UnsafeMutableRawPointer(bitPattern: address), to: UnsafeCurrentTask?.self)?.cancel()
    }

    /// The state of a task that has not been released.
    struct State: Sendable {
        /// What a suspended task waits for.
        enum Wait: Sendable {
            case task(TaskReference)
            case continuation
            case taskGroup
        }

        /// Whether an executor has the task to run it, or runs it.
        let isScheduled: Bool
        let isComplete: Bool
        /// `nil` if the task isn't suspended, or the runtime doesn't tell.
        let wait: Wait?
        private let resume: UInt
        private let context: UInt

        fileprivate init(_ state: tern_task_state) {
            isScheduled = state.is_enqueued || state.is_running
            isComplete = state.is_complete
            wait =
                switch state.wait {
                case 1: TaskReference(number: state.dependency_number, address: state.dependency).map { .task($0) }
                case 2: .continuation
                case 3: .taskGroup
                default: nil
                }
            (resume, context) = (state.resume, state.context)
        }

        /// The code that will continue the suspended task, and its callers, innermost first.
        var code: [UInt] {
            // A call has up to 30 in the functions of Tern.
            var callers = [UInt](repeating: 0, count: 64)
            let count = tern_read_callers(context, &callers, callers.count)
            return [resume] + callers.prefix(count)
        }
    }
}
