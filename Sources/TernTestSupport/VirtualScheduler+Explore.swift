import Tern
import TernTesting
import Testing

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension VirtualScheduler {
    /// Runs a body once for each seed, each time on a new scheduler. Seed and strategy select the order of the ready
    /// jobs, and of the timers with the same time. The main actor's jobs keep their order.
    ///
    /// ```swift
    /// @Test func refreshesTheTokenOnce() async throws {
    ///     try await VirtualScheduler.explore(seeds: 0..<200) { scheduler in
    ///         let session = Session(clock: scheduler.clock)
    ///         async let one: Void = session.load()
    ///         async let other: Void = session.load()
    ///         _ = try await (one, other)
    ///         #expect(await session.refreshes == 1)
    ///     }
    /// }
    /// ```
    ///
    /// The test fails at the first seed with which the body throws, records an issue or can't continue. The text of the
    /// failure contains the issues, and the reorderings and late timers that are sufficient to reproduce them. If the
    /// process crashes, for example in a `fatalError`, the seed and the strategy are written to standard error.
    ///
    /// - Parameters:
    ///   - seeds: The seeds of the orders to run.
    ///   - strategy: The strategy that selects the orders. `.random` by default.
    ///   - jitter: The maximum delay of timers. With a delay, the order of timers with different times can also change.
    ///     `.none` by default.
    ///   - repeatsPassingRuns: Whether every run is repeated. A run fails if its repetition differs. Failed runs are
    ///     always repeated. `false` by default.
    ///   - unit: The duration of an integer literal in a timeline. Seconds by default.
    ///   - options: The limits of each run. `.exploration` by default.
    ///   - sourceLocation: The source location that a failure reports. The caller's by default.
    ///   - body: The code to run in each order.
    /// - Returns: The number of runs, and whether all orders have run.
    /// - Throws: `CancellationError` when the task is cancelled. `TestKitError` with code `.invalidReplay` if the text
    ///   of a replay can't be read.
    @discardableResult
    public static func explore(
        seeds: some Sequence<UInt64> & Sendable,
        strategy: Strategy = .random,
        jitter: Jitter = .none,
        repeatsPassingRuns: Bool = false,
        unit: Duration = .seconds(1),
        options: Options = .exploration,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ body: @escaping @Sendable (VirtualScheduler) async throws -> Void
    ) async throws -> ExplorationResult {
        let exploration = Exploration(
            unit: unit,
            options: options,
            strategy: strategy,
            jitter: jitter,
            repeatsPassingRuns: repeatsPassingRuns
        ) { scheduler in
            let issues = Locked<[String]>([])
            await withIssues(into: issues) {
                try await scheduler.run { try await body(scheduler) }
            }
            let texts = issues.withLock { $0 }
            return texts.isEmpty ? nil : texts.joined(separator: "; ")
        }
        let result = try await exploration.result(seeds: seeds)
        if let failure = result.failure { Issue.record(failure, sourceLocation: sourceLocation) }
        return result
    }
}

/// Runs a body and collects the issues and errors that would fail the test.
private func withIssues(into issues: Locked<[String]>, _ body: @Sendable () async throws -> Void) async {
    guard let test = Test.current else {
        do { try await body() } catch { issues.withLock { $0.append("\(error)") } }
        return
    }
    let collecting = IssueHandlingTrait.compactMapIssues { issue in
        guard issue.failsTest else { return issue }
        issues.withLock { $0.append("\(issue)") }
        return nil
    }
    do {
        try await collecting.provideScope(for: test, testCase: Test.Case.current, performing: body)
    } catch {
        issues.withLock { $0.append("\(error)") }
    }
}

extension Issue {
    /// `false` for a known issue and for a warning. Before Swift 6.3, every issue counts.
    fileprivate var failsTest: Bool {
        #if compiler(>=6.3)
            isFailure
        #else
            true
        #endif
    }
}
