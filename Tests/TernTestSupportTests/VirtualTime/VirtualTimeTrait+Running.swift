import TernTestSupport
import Testing

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension VirtualTimeTrait {
    /// Runs `body` as a separate test with the trait.
    func run(_ body: @escaping @Sendable () async throws -> Void) async throws {
        let test = try #require(Test.current)
        try await provideScope(for: test, testCase: Test.Case.current, performing: body)
    }

    /// Runs `body` as a separate test with the trait, and expects only this issue.
    func expectIssue(
        _ message: String,
        sourceLocation: SourceLocation = #_sourceLocation,
        body: @escaping @Sendable () async throws -> Void
    ) async throws {
        try await expectIssues(sourceLocation: sourceLocation) {
            try await run(body)
        } matching: { issue in
            "\(issue)".contains(message)
        }
    }
}
