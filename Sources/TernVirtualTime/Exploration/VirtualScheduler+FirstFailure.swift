@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension VirtualScheduler {
    /// Runs an operation once for each seed, each time on a new scheduler, until a run fails. Seed and strategy select the
    /// order of the ready jobs, and of the timers with the same time. The main actor's jobs keep their order.
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
    ///   - strategy: The strategy that selects the orders. `.random` by default.
    ///   - jitter: The maximum delay of timers. `.none` by default.
    ///   - repeatsPassingRuns: Whether every run is repeated. A run fails if its repetition differs. Failed runs are
    ///     always repeated. `false` by default.
    ///   - unit: The duration of an integer literal in a timeline. Seconds by default.
    ///   - options: The limits of each run. ``Options/exploration`` by default.
    ///   - operation: The code to run in each order.
    /// - Returns: The failure for the first seed with which the operation throws an error or can't continue. `nil` if no run
    ///   fails.
    /// - Throws: `CancellationError` when the task is cancelled. `TestKitError` with code `.invalidReplay` if the text
    ///   of a replay can't be read.
    public static func firstFailure(
        seeds: some Sequence<UInt64> & Sendable,
        strategy: Strategy = .random,
        jitter: Jitter = .none,
        repeatsPassingRuns: Bool = false,
        unit: Duration = .seconds(1),
        options: Options = .exploration,
        _ operation: @escaping @Sendable (VirtualScheduler) async throws -> Void
    ) async throws -> ExplorationFailure? {
        let exploration = Exploration(
            unit: unit,
            options: options,
            strategy: strategy,
            jitter: jitter,
            repeatsPassingRuns: repeatsPassingRuns
        ) { scheduler in
            do {
                try await scheduler.run { try await operation(scheduler) }
                return nil
            } catch {
                return "\(error)"
            }
        }
        return try await exploration.result(seeds: seeds).failure
    }
}
