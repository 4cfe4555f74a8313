import Tern

/// Runs a body under one order of jobs after another, until one fails, and finds out what matters of that order.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
package struct Exploration: Sendable {
    /// A body's run under one order.
    package struct Run: Sendable {
        let reorderings: [Order.Reordering]
        let failure: String?
    }

    let unit: Duration
    let limits: VirtualScheduler.Limits
    let foreignSleeps: VirtualScheduler.ForeignSleeps
    /// Carries a body out, and tells why it failed.
    let attempt: @Sendable (VirtualScheduler) async -> String?

    /// So many runs more are spent on a failure.
    private static let maximumShrinkingRuns = 500

    package init(
        unit: Duration,
        limits: VirtualScheduler.Limits,
        foreignSleeps: VirtualScheduler.ForeignSleeps,
        attempt: @escaping @Sendable (VirtualScheduler) async -> String?
    ) {
        self.unit = unit
        self.limits = limits
        self.foreignSleeps = foreignSleeps
        self.attempt = attempt
    }

    /// - Returns: The first failure; `nil` if there is none.
    /// - Throws: `CancellationError`.
    package func firstFailure(seeds: some Sequence<UInt64>) async throws -> ExplorationFailure? {
        for seed in seeds {
            try Task.checkCancellation()
            let run = await run(.random(seed: seed))
            guard let failure = run.failure else { continue }
            let least = await shrink(run)
            return ExplorationFailure(
                seed: seed,
                reorderings: least.reorderings.map(\.description),
                reorderingsBefore: run.reorderings.count,
                failure: least.failure ?? failure
            )
        }
        return nil
    }

    // MARK: - Private

    private func run(_ order: Order) async -> Run {
        let scheduler = VirtualScheduler(order: order, unit: unit, limits: limits, foreignSleeps: foreignSleeps)
        let failure = await attempt(scheduler)
        return Run(reorderings: scheduler.core.state.withLock(\.agenda.order.reorderings), failure: failure)
    }

    /// Leaves out as much of what was reordered as it can: halves first, then ever smaller parts.
    private func shrink(_ run: Run) async -> Run {
        var (least, runs) = (run, 0)
        var size = max(1, least.reorderings.count)
        while size > 0 {
            var start = 0
            while start < least.reorderings.count, runs < Self.maximumShrinkingRuns, !Task.isCancelled {
                var fewer = least.reorderings
                fewer.removeSubrange(start..<min(start + size, fewer.count))
                let next = await self.run(.scripted(fewer))
                runs += 1
                // A run can do without what it didn't come to, too.
                if next.failure != nil, next.reorderings.count < least.reorderings.count {
                    least = next
                } else {
                    start += size
                }
            }
            size /= 2
        }
        return least
    }
}
