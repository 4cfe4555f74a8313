import Tern

/// Runs a body with one order of jobs after another until one run fails, and then reduces that order to the reorderings
/// that cause the failure.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
package struct Exploration: Sendable {
    /// One run of the body with one order.
    package struct Run: Sendable {
        let order: Order
        let failure: String?

        var reorderings: [Order.Reordering] { order.reorderings }
    }

    let unit: Duration
    let options: VirtualScheduler.Options
    /// Runs the body, and returns the failure. `nil` if there was none.
    let attempt: @Sendable (VirtualScheduler) async -> String?

    /// Maximum number of additional runs to reduce one failure.
    private static let maximumShrinkingRuns = 600

    package init(
        unit: Duration,
        options: VirtualScheduler.Options,
        attempt: @escaping @Sendable (VirtualScheduler) async -> String?
    ) {
        self.unit = unit
        self.options = options
        self.attempt = attempt
    }

    /// - Returns: The first failure. `nil` if no run fails.
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
        let scheduler = VirtualScheduler(order: order, unit: unit, options: options)
        let failure = await attempt(scheduler)
        return Run(order: scheduler.core.state.withLock(\.jobQueue.order), failure: failure)
    }

    /// Finds a failure with fewer reorderings: with none or one if possible, otherwise with a subset of the original
    /// ones.
    private func shrink(_ run: Run) async -> Run {
        var runs = Self.maximumShrinkingRuns
        if let simple = await simple(&runs) { return simple }
        var least = run
        var count = Int.max
        while least.reorderings.count < count {
            count = least.reorderings.count
            least = await leaveOut(of: least, &runs)
        }
        return least
    }

    /// A failure with at most one reordering.
    private func simple(_ runs: inout Int) async -> Run? {
        let plain = await run(.scripted([]))
        if plain.failure != nil { return plain }
        for (choice, count) in plain.order.counts.enumerated() {
            for index in 1..<count {
                // Half of the runs are reserved for `leaveOut`.
                guard runs > Self.maximumShrinkingRuns / 2, !Task.isCancelled else { return nil }
                runs -= 1
                let next = await run(.scripted([Order.Reordering(choice: choice, index: index, count: count)]))
                if next.failure != nil { return next }
            }
        }
        return nil
    }

    /// Leaves out parts of the reorderings, in smaller and smaller sizes.
    private func leaveOut(of run: Run, _ runs: inout Int) async -> Run {
        var least = run
        var size = max(1, least.reorderings.count)
        while size > 0 {
            var start = 0
            while start < least.reorderings.count, runs > 0, !Task.isCancelled {
                var fewer = least.reorderings
                fewer.removeSubrange(start..<min(start + size, fewer.count))
                runs -= 1
                let next = await self.run(.scripted(fewer))
                // Reorderings that the run didn't reach are not needed either.
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
