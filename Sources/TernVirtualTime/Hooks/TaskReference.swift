import CTernHooks

/// A task by its address and number. The task may have ended. The number, which is unique in a process, shows whether
/// the address still belongs to the same task.
struct TaskReference: Sendable, Hashable {
    let number: UInt64
    private let address: UInt

    /// - Parameter job: A `Job` of the runtime. The result is `nil` if the job isn't a task, or if the runtime doesn't
    ///   provide this information.
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

    /// The calling task.
    static var current: TaskReference? {
        withUnsafeCurrentTask { TaskReference(job: unsafeBitCast($0, to: UnsafeMutableRawPointer?.self)) }
    }

    /// The state of the task. `nil` if it has been released, or if the runtime doesn't provide its state.
    var state: State? { state(isRetained: false) }

    /// The beginning of the name of a task that is ready. `nil` if it has no name, or if the runtime doesn't provide
    /// it.
    var nameOfReadyTask: String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { name in
            tern_read_task_name(address, number, name.baseAddress, name.count)
            return name.first == 0 ? nil : name.baseAddress.map { String(cString: $0) }
        }
    }

    /// The beginning of a task that is ready and has not run yet. `nil` if the runtime doesn't provide it.
    var beginning: TaskBeginning? { TaskBeginning(of: address, number: number) }

    /// Runs a job of the task.
    ///
    /// - Returns: The state of the task after the job. `nil` if it has been released, or if the runtime doesn't provide
    ///   its state.
    func stateAfter(_ job: () -> Void) -> State? {
        // The task is retained, so that it isn't released before its state is read.
        let isRetained = tern_retain_task(address)
        // If the task wasn't retained, it must not be released, and its memory may have been freed together with its
        // parent.
        defer { if isRetained { tern_release_task(address) } }
        job()
        return state(isRetained: isRetained)
    }

    private func state(isRetained: Bool) -> State? {
        var state = tern_task_state()
        return tern_read_task(address, number, isRetained, &state) ? State(state) : nil
    }

    /// Cancels a task that is suspended, or is ready in the queue of its scheduler. Only the scheduler may call this
    /// method, because the task must not end in the meantime.
    ///
    /// - Returns: `false` if the task is scheduled, and isn't known to be ready.
    @discardableResult
    func cancel(isReady: Bool) -> Bool {
        guard let state, !state.isComplete else { return true }
        guard isReady || !state.isScheduled else { return false }
        // The inverse of the conversion in `current`.
        unsafeBitCast(UnsafeMutableRawPointer(bitPattern: address), to: UnsafeCurrentTask?.self)?.cancel()
        return true
    }

    /// The state of a task that has not been released.
    struct State: Sendable {
        /// The event for which a suspended task waits.
        enum Wait: Sendable {
            case task(TaskReference)
            case continuation
            case taskGroup
        }

        /// Whether the task is enqueued on an executor, or is running.
        let isScheduled: Bool
        /// Whether the task is running, or will run without another event. A task that yields isn't enqueued: the runtime
        /// enqueues a job that enqueues the task.
        var isInQueue: Bool {
            if case .continuation = wait { isScheduled || resume == YieldProbe.resume } else { isScheduled }
        }
        let isComplete: Bool
        let isCancelled: Bool
        /// `nil` if the task isn't suspended, or if the runtime doesn't provide the wait.
        let wait: Wait?
        let resume: UInt
        private let context: UInt

        fileprivate init(_ state: tern_task_state) {
            isScheduled = state.is_enqueued || state.is_running
            isComplete = state.is_complete
            isCancelled = state.is_cancelled
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
            // A call of a library can have 30 callers in the functions of the library.
            var callers = [UInt](repeating: 0, count: 64)
            let count = tern_read_callers(context, &callers, callers.count)
            return [resume] + callers.prefix(count)
        }
    }
}
