import Tern
import TernTesting
import Testing

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension VirtualScheduler {
    /// Runs a body once for each seed, each time on a new scheduler. The seed determines the order of jobs that are ready,
    /// and of timers with the same deadline. The main actor's jobs keep their order.
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
    /// failure has the issues, and the part of the order that is enough to reproduce them.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    public static func explore(
        seeds: some Sequence<UInt64> & Sendable,
        unit: Duration = .seconds(1),
        options: Options = Options(),
        sourceLocation: SourceLocation = #_sourceLocation,
        _ body: @escaping @Sendable (VirtualScheduler) async throws -> Void
    ) async throws {
        let exploration = Exploration(unit: unit, options: options) { scheduler in
            let issues = Locked<[String]>([])
            await withIssues(into: issues) {
                try await scheduler.run { try await body(scheduler) }
            }
            let texts = issues.withLock { $0 }
            return texts.isEmpty ? nil : texts.joined(separator: "; ")
        }
        guard let failure = try await exploration.firstFailure(seeds: seeds) else { return }
        Issue.record(failure, sourceLocation: sourceLocation)
    }
}

/// Runs a body and collects the issues and errors that would fail the test.
private func withIssues(into issues: Locked<[String]>, _ body: @Sendable () async throws -> Void) async {
    guard let test = Test.current else {
        do { try await body() } catch { issues.withLock { $0.append("\(error)") } }
        return
    }
    let collecting = IssueHandlingTrait.compactMapIssues { issue in
        issues.withLock { $0.append("\(issue)") }
        return nil
    }
    do {
        try await collecting.provideScope(for: test, testCase: Test.Case.current, performing: body)
    } catch {
        issues.withLock { $0.append("\(error)") }
    }
}
