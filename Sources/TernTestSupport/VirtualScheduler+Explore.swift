import Tern
import TernTesting
import Testing

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension VirtualScheduler {
    /// Runs an operation once for each seed, each time on a new scheduler. Seed and strategy select the order of the ready
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
    /// The test fails at the first seed with which the operation throws, records an issue or can't continue. The text of the
    /// failure contains the issues, and the reorderings and late timers that are sufficient to reproduce them. Issues of
    /// code that isn't the operation's, such as another test, don't count. If the process crashes, for example in a
    /// `fatalError`, the seed and the strategy are written to standard error.
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
    ///   - sourceLocation: The source location that a failure reports. The caller's by default. An operation that can't
    ///     continue reports the line of this file at which it waits, if that line is known.
    ///   - operation: The code to run in each order.
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
        _ operation: @escaping @Sendable (VirtualScheduler) async throws -> Void
    ) async throws -> ExplorationResult {
        let exploration = Exploration(
            unit: unit,
            options: options,
            strategy: strategy,
            jitter: jitter,
            repeatsPassingRuns: repeatsPassingRuns
        ) { scheduler in
            let issues = Locked<[String]>([])
            await withIssues(of: scheduler, into: issues) {
                try await scheduler.run { try await operation(scheduler) }
            }
            let texts = issues.withLock { $0 }
            return texts.isEmpty ? nil : texts.joined(separator: "; ")
        }
        let result = try await exploration.result(seeds: seeds)
        if let failure = result.failure {
            Issue.record(failure, sourceLocation: sourceLocation.moved(to: failure.lineOfHang(in:)))
        }
        return result
    }
}

/// Runs an operation and collects the issues and errors of the scheduler's code that would fail the test. Issues of an operation
/// that can't continue result from its cancellation, and are dropped.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
private func withIssues(
    of scheduler: VirtualScheduler,
    into issues: Locked<[String]>,
    _ operation: @Sendable () async throws -> Void
) async {
    guard let test = Test.current else {
        do { try await operation() } catch { issues.withLock { $0.append("\(error)") } }
        return
    }
    let collecting = IssueHandlingTrait.compactMapIssues { issue in
        guard scheduler.ownsCaller, issue.failsTest else { return issue.passed }
        if !scheduler.isHung { issues.withLock { $0.append("\(issue)") } }
        return nil
    }
    do {
        try await collecting.provideScope(for: test, testCase: Test.Case.current, performing: operation)
    } catch {
        issues.withLock { $0.append("\(error)") }
    }
}

extension SourceLocation {
    /// - Parameter line: Finds another line of the file with this path. `nil` for no change.
    func moved(to line: (String) -> Int?) -> SourceLocation {
        #if compiler(>=6.3)
            guard let line = line(filePath) else { return self }
            return SourceLocation(fileID: fileID, filePath: filePath, line: line, column: 1)
        #else
            // The path isn't public, and lines aren't known.
            return self
        #endif
    }
}

extension Issue {
    /// This issue for the next handler. `nil` if it was recorded without a test, because Swift Testing delivers such an
    /// issue to each handler of the process, and records it, too.
    var passed: Issue? { Test.current == nil ? nil : self }

    /// `false` for a known issue and for a warning. Before Swift 6.3, every issue counts.
    fileprivate var failsTest: Bool {
        #if compiler(>=6.3)
            isFailure
        #else
            true
        #endif
    }
}
