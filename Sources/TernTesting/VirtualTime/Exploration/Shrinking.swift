/// Finds a failure with fewer reorderings and late timers.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
struct Shrinking: Sendable {
    let exploration: Exploration
    let label: String

    /// What is left to reduce one failure.
    private struct Budget {
        var runs = 600
        /// So that runs which end at the limit of steps don't take minutes.
        var steps = 1_000_000

        var isHalfLeft: Bool { runs > 300 && steps > 500_000 && !Task.isCancelled }
        var isLeft: Bool { runs > 0 && steps > 0 && !Task.isCancelled }
    }

    /// A failure with no change or one if possible, otherwise with a subset of the changes of a run.
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

    /// Leaves out parts of the changes, in smaller and smaller sizes.
    private func leaveOut(of run: Exploration.Run, _ budget: inout Budget) async -> Exploration.Run {
        var least = run
        var size = max(1, least.changes.count)
        while size > 0 {
            var start = 0
            while start < least.changes.count, budget.isLeft {
                var script = least.script
                for choice in least.changes.dropFirst(start).prefix(size) { script[choice.place] = nil }
                let next = await self.run(script, &budget)
                // Changes that the run didn't reach are not needed either.
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
