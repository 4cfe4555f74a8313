/// Finds a failure with fewer reorderings and late timers.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
struct Shrinking: Sendable {
    let exploration: Exploration
    let label: String

    /// The remaining runs and steps for the reduction of one failure.
    private struct Budget {
        var runs = 600
        /// The remaining number of steps. It limits the time of runs that only end at the limit of steps.
        var steps = 1_000_000

        var isHalfLeft: Bool { runs > 300 && steps > 500_000 && !Task.isCancelled }
        var isLeft: Bool { runs > 0 && steps > 0 && !Task.isCancelled }
    }

    /// A failure with at most one change, if possible. Otherwise a failure with a subset of the changes of a run.
    func least(_ run: Exploration.Run) async -> Exploration.Run {
        var budget = Budget()
        if let simple = await simple(&budget), simple.changes.count <= run.changes.count { return simple }
        var least = run
        var count = Int.max
        while least.changes.count < count {
            count = least.changes.count
            least = await leaveOut(of: least, &budget)
        }
        return least
    }

    // MARK: - Private

    private func run(_ script: [Choice.Place: Int], _ budget: inout Budget) async -> Exploration.Run {
        let order = Order.scripted(script, jitter: exploration.jitter.timers)
        let run = await exploration.run(order, "a reduction of \(label),")
        budget.runs -= 1
        budget.steps -= run.steps
        return run
    }

    /// A failure with at most one change.
    private func simple(_ budget: inout Budget) async -> Exploration.Run? {
        let plain = await run([:], &budget)
        if plain.failure != nil { return plain }
        for choice in plain.order.choices {
            for index in choice.alternatives {
                // Half of the runs are reserved for `leaveOut`.
                guard budget.isHalfLeft else { return nil }
                let next = await run([choice.place: index], &budget)
                if next.failure != nil { return next }
            }
        }
        return nil
    }

    /// Omits parts of the changes. The size of the omitted parts decreases with each round.
    private func leaveOut(of run: Exploration.Run, _ budget: inout Budget) async -> Exploration.Run {
        var least = run
        var size = max(1, least.changes.count)
        while size > 0 {
            var start = 0
            while start < least.changes.count, budget.isLeft {
                var script = least.script
                for choice in least.changes.dropFirst(start).prefix(size) { script[choice.place] = nil }
                let next = await self.run(script, &budget)
                // Changes that the run didn't reach aren't needed, too.
                if next.failure != nil, next.changes.count < least.changes.count {
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
