import Tern

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension VirtualScheduler {
    /// Runs a body once for each seed, each time on a new scheduler, until a run fails. Seed and strategy select the
    /// order of jobs that are ready, and of timers of the same time. The main actor's jobs keep their order.
    ///
    /// ```swift
    /// let failure = try await VirtualScheduler.firstFailure(seeds: 0..<200) { scheduler in
    ///     let session = Session(clock: scheduler.clock)
    ///     async let one: Void = session.load()
    ///     async let other: Void = session.load()
    ///     _ = try await (one, other)
    ///     guard await session.refreshes == 1 else { throw RefreshedTwice() }
    /// }
    /// ```
    ///
    /// For tests with `#expect`, use `VirtualScheduler.explore(seeds:)` of `TernTestSupport`.
    ///
    /// - Parameters:
    ///   - seeds: The seeds of the orders to run.
    ///   - strategy: How the orders are selected. `.random` by default.
    ///   - jitter: By how much timers may be late. `.none` by default.
    ///   - repeatsPassingRuns: Whether every run is repeated, and fails if the repetition differs. A run that fails
    ///     is always repeated. `false` by default.
    ///   - unit: The duration of an integer literal in a timeline. Seconds by default.
    ///   - options: The limits of each run. ``Options/exploration`` by default.
    ///   - body: The code to run in each order.
    /// - Returns: The failure of the first seed with which the body throws or can't continue. `nil` if no run fails.
    /// - Throws: `CancellationError` when the task is cancelled. `TestKitError` with code `.invalidReplay` if the text
    ///   of a replay can't be read.
    public static func firstFailure(
        seeds: some Sequence<UInt64> & Sendable,
        strategy: Strategy = .random,
        jitter: Jitter = .none,
        repeatsPassingRuns: Bool = false,
        unit: Duration = .seconds(1),
        options: Options = .exploration,
        _ body: @escaping @Sendable (VirtualScheduler) async throws -> Void
    ) async throws -> ExplorationFailure? {
        let exploration = Exploration(
            unit: unit,
            options: options,
            strategy: strategy,
            jitter: jitter,
            repeatsPassingRuns: repeatsPassingRuns
        ) { scheduler in
            do {
                try await scheduler.run { try await body(scheduler) }
                return nil
            } catch {
                return "\(error)"
            }
        }
        return try await exploration.result(seeds: seeds).failure
    }
}
