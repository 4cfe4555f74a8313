/// A description of the activity of a task.
struct TaskReport: Sendable, CustomStringConvertible {
    /// The number of the task in its process.
    let number: UInt64
    /// The name or the number of the task.
    let task: String
    /// The activity of the task, such as `sleeps until 60.0 seconds`.
    let activity: String
    /// The request to which the task has no complete response yet. `nil` if there is no such request.
    let request: String?
    /// The function of the code under test in which the task is. `nil` if the runtime doesn't provide it.
    let function: String?
    /// The function with which the task begins, if it differs from ``function``. `nil` if the runtime doesn't provide
    /// it.
    let beginning: String?

    var description: String { "\(task) \(details)" }

    /// The description without the task.
    var details: String {
        [activity, request.map { "for \($0)" }, function.map { "in \($0)" }, beginning.map { "begun in \($0)" }]
            .compactMap(\.self).joined(separator: ", ")
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension SchedulerCore.State {
    /// The reports of all tasks that have not ended. Sleeping tasks come first, in the order of their times.
    ///
    /// - Parameter includesBackground: Whether to include tasks that may still be running at the end of a test.
    func taskReports(includesBackground: Bool) -> [TaskReport] {
        let hidden = includesBackground ? [] : tasks.background
        let states = tasks.all.compactMap { task in task.state.map { (task.number, $0) } }.filter { !$0.1.isComplete }
        let shownSleepers = sleepers.filter {
            !hidden.contains($0.value.task) && (includesBackground || holds[$0.key] == nil)
        }
        let timers = shownSleepers.compactMap { id, sleeper in
            jobQueue.timers.time(of: id).map { (time: $0, id: id, sleeper: sleeper) }
        }
        let requests = log.openRequests
        var known: Set<UInt64> = []
        func report(_ task: UInt64, _ activity: String, _ function: String?) -> TaskReport {
            known.insert(task)
            let number = jobQueue.tasks.knownNumber(of: task)
            let beginning = number == 1 ? nil : jobQueue.tasks.beginning(of: number)
            return TaskReport(
                number: task,
                task: name(of: task),
                activity: activity,
                request: requests[number],
                function: function,
                beginning: beginning == function ? nil : beginning
            )
        }
        let stateOf = Dictionary(states) { first, _ in first }
        func function(of task: UInt64) -> String? { stateOf[task].flatMap { FunctionNames(at: $0.code).ofTest } }
        let sleeping = timers.sorted { ($0.time, $0.id) < ($1.time, $1.id) }.map { time, _, sleeper in
            report(sleeper.task, "sleeps until \(time)", function(of: sleeper.task))
        }
        let shown = externalWaits.filter { includesBackground || !$0.value.isBackground }
        let external = shown.sorted { $0.key < $1.key }.map { _, wait in
            let task = wait.task?.number ?? 0
            return report(task, "waits in `outside`: \(wait.what)", function(of: task))
        }
        return sleeping + external
            + states.filter { !known.contains($0.0) && !hidden.contains($0.0) && isListed($0.0, $0.1) }.map {
                task,
                state in
                let functions = FunctionNames(at: state.isScheduled ? [] : state.code)
                return report(task, activity(of: task, state, functions), functions.ofTest)
            }
    }

    /// The name of a task, or its number in its scheduler.
    func name(of task: UInt64) -> String { jobQueue.tasks.description(ofTask: task) }

    // MARK: - Private

    /// Whether a task is listed. Ready jobs aren't listed, only counted.
    private func isListed(_ task: UInt64, _ state: TaskReference.State) -> Bool {
        !state.isScheduled || tasks.outside.contains(task)
    }

    private func activity(
        of task: UInt64,
        _ state: TaskReference.State,
        _ functions: FunctionNames
    ) -> String {
        if tasks.outside.contains(task) { return "is on an actor or executor that other code drives" }
        return switch state.wait {
        case .task(let other): "waits for \(name(of: other.number))"
        case .taskGroup: "waits for its child tasks"
        case .continuation: "waits for \(functions.wait)"
        case nil: "is suspended"
        }
    }
}
