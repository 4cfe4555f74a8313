import Tern

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension VirtualScheduler {
    /// Runs a body once for each seed, each time on a new scheduler. The seed determines the order of jobs that are
    /// ready, and of timers of the same time. The main actor's jobs keep their order.
    ///
    /// ```swift
    /// try await VirtualScheduler.explore(seeds: 0..<200) { scheduler in
    ///     let session = Session(clock: scheduler.clock)
    ///     async let one: Void = session.load()
    ///     async let other: Void = session.load()
    ///     _ = try await (one, other)
    ///     guard await session.refreshes == 1 else { throw RefreshedTwice() }
    /// }
    /// ```
    ///
    /// For tests with `#expect`, use `explore(seeds:)` of `TernTestSupport`.
    ///
    /// - Throws: ``ExplorationFailure`` for the first seed with which the body throws or can't continue;
    ///   `CancellationError` when the task is cancelled.
    public static func explore(
        seeds: some Sequence<UInt64> & Sendable,
        unit: Duration = .seconds(1),
        limits: Limits = Limits(),
        foreignSleeps: ForeignSleeps = .refused,
        _ body: @escaping @Sendable (VirtualScheduler) async throws -> Void
    ) async throws {
        let exploration = Exploration(unit: unit, limits: limits, foreignSleeps: foreignSleeps) { scheduler in
            do {
                try await scheduler.run { try await body(scheduler) }
                return nil
            } catch {
                return "\(error)"
            }
        }
        if let failure = try await exploration.firstFailure(seeds: seeds) { throw failure }
    }

    /// Runs a body once for each seed from 0 to `count - 1`.
    public static func explore(
        seeds count: Int,
        unit: Duration = .seconds(1),
        limits: Limits = Limits(),
        foreignSleeps: ForeignSleeps = .refused,
        _ body: @escaping @Sendable (VirtualScheduler) async throws -> Void
    ) async throws {
        let seeds = 0..<UInt64(max(0, count))
        try await explore(seeds: seeds, unit: unit, limits: limits, foreignSleeps: foreignSleeps, body)
    }
}
