/// Runs an operation with different orders of its jobs until a run fails. Then reduces the order of the failed run to the
/// changes that cause the failure.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
package struct Exploration: Sendable {
    /// One run of the operation with one order.
    struct Run: Sendable {
        let order: Order
        let tasks: TaskNumbers
        /// The number of jobs and timers.
        let steps: Int
        let failure: String?
        /// The code in which the operation waited when it couldn't continue. `nil` if it could.
        let hang: [UInt]?
        /// Descriptions of the work that a passing run left.
        let pendingWork: [String]

        var changes: [Choice] { order.changes }
        var script: [Choice.Place: Int] { Dictionary(changes.map { ($0.place, $0.index) }) { first, _ in first } }
    }

    let unit: Duration
    let options: VirtualScheduler.Options
    let strategy: VirtualScheduler.Strategy
    let jitter: VirtualScheduler.Jitter
    let repeatsPassingRuns: Bool
    /// Runs the operation, and returns the failure. `nil` if the operation didn't fail.
    let attempt: @Sendable (VirtualScheduler) async -> String?

    package init(
        unit: Duration,
        options: VirtualScheduler.Options,
        strategy: VirtualScheduler.Strategy,
        jitter: VirtualScheduler.Jitter,
        repeatsPassingRuns: Bool,
        attempt: @escaping @Sendable (VirtualScheduler) async -> String?
    ) {
        self.unit = unit
        self.options = options
        self.strategy = strategy
        self.jitter = jitter
        self.repeatsPassingRuns = repeatsPassingRuns
        self.attempt = attempt
    }

    /// - Throws: `CancellationError`; `TestKitError` if the strategy is not valid.
    package func result(seeds: some Sequence<UInt64>) async throws -> VirtualScheduler.ExplorationResult {
        try VirtualScheduler(order: .arrival).checkRuntime()
        var search = OrderSearch(strategy, jitter: jitter.timers)
        var runs = 0
        var runsWithPendingWork: [Run] = []
        defer { warn(of: runsWithPendingWork, amongRuns: runs) }
        for seed in seeds {
            try Task.checkCancellation()
            guard let order = try search.order(seed: seed) else { break }
            let label = "seed \(seed), strategy \(strategy)"
            let run = await run(order, label)
            runs += 1
            if !run.pendingWork.isEmpty { runsWithPendingWork.append(run) }
            if let failure = try await failure(of: run, order, seed: seed, label) {
                return .init(runs: runs, isComplete: false, failure: failure)
            }
            search.addBranches(of: run.order.choices)
        }
        return .init(runs: runs, isComplete: search.isComplete, failure: nil)
    }

    func run(_ order: Order, _ label: String) async -> Run {
        let scheduler = VirtualScheduler(order: order, unit: unit, options: options)
        let failure = await CrashNotes.with("Tern: \(label) was running.") { await attempt(scheduler) }
        let (jobQueue, hang) = scheduler.core.state.withLock { ($0.jobQueue, $0.hang) }
        let pendingWork = scheduler.core.close()
        var tasks = jobQueue.tasks
        tasks.setDescription("the operation", of: 1)
        return Run(
            order: jobQueue.order,
            tasks: tasks,
            steps: jobQueue.progress,
            failure: failure,
            hang: hang,
            // A failed run may leave pending work.
            pendingWork: failure == nil ? pendingWork : []
        )
    }

    // MARK: - Private

    /// Warns once of the runs that passed and left pending work.
    private func warn(of left: [Run], amongRuns runs: Int) {
        guard let first = left.first else { return }
        VirtualScheduler.warn(
            "\(left.count) of \(runs) runs left pending work, for example: \(first.pendingWork.joinedBriefly)."
        )
    }

    private func failure(
        of run: Run,
        _ order: Order,
        seed: UInt64,
        _ label: String
    ) async throws -> VirtualScheduler.ExplorationFailure? {
        guard run.failure != nil || repeatsPassingRuns else { return nil }
        let again = await self.run(order, "\(label), repeated,")
        // If the task was cancelled, the cancellation is the reason of the failure.
        try Task.checkCancellation()
        let divergence = Divergence(run, again)
        guard let failure = run.failure ?? divergence.map({ _ in "The run can't be repeated." }) else { return nil }
        let least = again.failure == nil ? run : await Shrinking(exploration: self, label: label).least(run)
        return VirtualScheduler.ExplorationFailure(
            seed: seed,
            strategy: "\(strategy)",
            reorderings: least.changes.map { least.tasks.description(of: $0) },
            tasks: least.tasks.beginnings(of: least.changes.flatMap(\.tasks)),
            reorderingsBefore: run.changes.count,
            replay: least.changes.map(\.code).joined(separator: " "),
            failure: least.failure ?? failure,
            divergence: divergence?.description,
            isSeeded: strategy.isSeeded,
            hang: least.hang ?? []
        )
    }
}
