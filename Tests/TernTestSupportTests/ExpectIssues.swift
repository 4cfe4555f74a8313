import Tern
import Testing

/// Expects that a body records an issue or throws an error, and that each of its issues matches. Unlike known issues, these
/// issues don't appear in the output of the run.
///
/// - Parameter matches: Receives each issue. An error that the body throws is an issue, too.
func expectIssues(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: @escaping @Sendable () async throws -> Void,
    matching matches: (Issue) -> Bool
) async throws {
    let test = try #require(Test.current)
    let recorded = Locked<[Issue]>([])
    let collecting = IssueHandlingTrait.compactMapIssues { issue in
        recorded.withLock { $0.append(issue) }
        return nil
    }
    try await collecting.provideScope(for: test, testCase: Test.Case.current) {
        do { try await body() } catch { Issue.record(error) }
    }
    let issues = recorded.withLock(\.self)
    #expect(!issues.isEmpty, "No issue was recorded.", sourceLocation: sourceLocation)
    for issue in issues where !matches(issue) {
        Issue.record("This issue is not expected: \(issue)", sourceLocation: sourceLocation)
    }
}
