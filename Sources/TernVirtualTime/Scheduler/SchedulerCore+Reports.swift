@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension SchedulerCore.State {
    /// The pending work with the events for which it waits, one line each.
    ///
    /// - Parameter includesBackground: Whether to include tasks that may still be running at the end of a test.
    func pendingWork(includesBackground: Bool) -> [String] {
        let jobs = jobQueue.readyCount
        return drivers.sorted { $0.key < $1.key }.map { "the caller waits for \($0.value.what)" }
            + taskReports(includesBackground: includesBackground).map(\.description)
            + (jobs > 0 ? ["jobs that are ready to run: \(jobs)"] : [])
    }

    /// Records the code in which the operation waits.
    mutating func noteHang() {
        guard hang == nil else { return }
        let operation = tasks.all.first?.state
        hang = operation?.isScheduled == false ? operation?.code : []
    }

    func error(_ failure: JobQueue<ScheduledJob>.Failure) -> TestKitError {
        switch failure {
        case .stalled:
            TestKitError(
                .stalled,
                """
                No work can continue at \(jobQueue.now): no job is ready, no timer is set, and \(openWaits). \(list) Release gates, finish streams, put code that waits for a queue or a socket into \
                `scheduler.outside { … }`, and don't share actors with code outside of the scheduler.
                """
            )
        case .beyondHorizon(let timer, let horizon):
            TestKitError(
                .horizonReached,
                """
                Time would move beyond the horizon of \(horizon) for \(name(of: sleepers[timer]?.task ?? 0)), which \
                may set its timer again and again. \(list) Cancel it, or set a later horizon.
                """
            )
        case .tooManySteps:
            TestKitError(
                .tooManySteps,
                """
                The limit of \(jobQueue.stepLimit) steps was reached; the time is \(jobQueue.now). The code may loop \
                forever: \(jobQueue.tasks.description(of: jobQueue.runningTask)) ran last. \(list) Cancel the loop, or \
                allow more steps.
                """
            )
        case .looping(let task):
            TestKitError(
                .tooManySteps,
                """
                A loop was found: \(jobQueue.tasks.description(of: task)) ran \(JobQueue<ScheduledJob>.streakLimit) times \
                in a row at \(jobQueue.now), while no other job was ready and no timer was due. It repeatedly yields, or \
                sleeps for zero seconds. Wait for the event itself, with a continuation or a stream, or sleep for a \
                duration.
                """
            )
        }
    }

    func blocked(for patience: Duration) -> TestKitError {
        if isInJob {
            return TestKitError(
                .blocked,
                """
                A job has blocked its thread for \(patience) of real time; the time is \(jobQueue.now). \(list) Don't \
                block a thread in virtual time: use `await`, and put blocking code into `scheduler.outside { … }`.
                """
            )
        }
        if externalWaits.isEmpty, !tasks.outside.isEmpty {
            return TestKitError(
                .outsideTimedOut,
                """
                A task has been outside of the scheduler for \(patience) of real time; the time is \(jobQueue.now). \
                \(list) Don't use actors with other executors in virtual time, and don't share an actor with code that \
                blocks.
                """
            )
        }
        return TestKitError(
            .outsideTimedOut,
            """
            An `outside` block has not ended for \(patience) of real time; the time is \(jobQueue.now). \(list) \
            Make sure that the block ends, or increase `patience`.
            """
        )
    }

    private var openWaits: String {
        externalWaits.isEmpty
            ? "no `outside` block is open" : "each open `outside` block waits for a test double that holds its response"
    }

    private var list: String {
        let work = pendingWork(includesBackground: true)
        return work.isEmpty ? "There is no known wait." : "Waiting: \(work.joinedBriefly)."
    }
}

extension TestKitError {
    static let closed = TestKitError(
        .schedulerClosed,
        "The scheduler was released. Keep a reference while it is in use."
    )

    static func foreignSleeps(_ sleeps: [String], besides failure: (any Error)?) -> TestKitError {
        TestKitError(
            .foreignSleep,
            """
            The code slept on a clock other than the scheduler's: \(sleeps.joinedBriefly). Inject the clock \
            by `init` and pass `scheduler.clock`. Or let the scheduler adopt such sleeps, which is exact \
            unless the system interrupts their jobs.\(failure.map { " The operation threw: \($0)" } ?? "")
            """
        )
    }
}

extension [String] {
    /// The first ten elements, and the number of the others.
    package var joinedBriefly: String {
        let limit = 10
        let rest = count > limit ? ["and \(count - limit) more"] : []
        return (prefix(limit) + rest).joined(separator: "; ")
    }
}
