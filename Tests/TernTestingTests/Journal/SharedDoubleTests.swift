import Foundation
import Tern
import TernTesting
import Testing

/// A double that is made in one test, and used by another.
@Suite(.timeLimit(.minutes(20)))
struct SharedDoubleTests {
    private let first = Journal(name: "first()")
    private let second = Journal(name: "second()")

    private func inFirst<Double>(_ make: () throws -> Double) rethrows -> Double {
        try Journal.$current.withValue(first, operation: make)
    }

    /// Expects this finding of the second test about a double made at this line, and no finding of the first test.
    private func expectMisuse(of double: String, at line: Int) {
        let findings = second.findings()
        #expect(findings.map(\.kind) == [.misuse])
        #expect(
            findings.first?.message.hasPrefix(
                "\(double) was made in the test first(), but is also used by the test second()."
            ) == true
        )
        #expect(findings.first?.source.line == line)
        #expect(findings.first?.source.filePath == #filePath)
        #expect(first.findings(ignoring: [.unusedStub]).isEmpty)
    }

    @Test func providerOfAnotherTestIsMisuse() async throws {
        let line = #line + 1
        let library = inFirst { Provider<Library>.stub { _ in .text("Read on.") } }

        try await Journal.$current.withValue(second) {
            for _ in 0..<2 { _ = try await library.request(.motto) }
        }

        expectMisuse(of: "The provider of Library", at: line)
    }

    @Test func providerOfAnEndedTestIsMisuseButNotLate() async throws {
        let late = Locked<[Journal.Finding]>([])
        let over = Journal(name: "over()") { finding in late.withLock { $0.append(finding) } }
        let library = Journal.$current.withValue(over) { Provider<Library>.stub { _ in .text("Read on.") } }
        over.close()

        _ = try await Journal.$current.withValue(second) { try await library.request(.motto) }

        #expect(second.findings().map(\.kind) == [.misuse])
        #expect(late.withLock { $0.isEmpty })
    }

    @Test func serverIsMisused() async throws {
        let line = #line + 1
        let server = try inFirst { try LoopbackServer { _ in .text("Read on.") } }

        Journal.$current.withValue(second) { _ = server.url }

        expectMisuse(of: "The server", at: line)
    }

    @Test func sessionOfAnotherTestIsMisuse() async throws {
        let line = #line + 1
        let stub = inFirst { StubSession { _ in .text("Read on.") } }

        Journal.$current.withValue(second) { _ = stub.session }

        expectMisuse(of: "The StubSession", at: line)
    }

    @Test func testOfADetachedTaskIsUnknown() async throws {
        let library = inFirst { Provider<Library>.stub { _ in .text("Read on.") } }

        try await Journal.$current.withValue(second) {
            _ = try await Task.detached { try await library.request(.motto) }.value
        }

        #expect(second.findings().isEmpty)
    }

    @Test func doubleWithItsOwnJournalBelongsToNoTest() async throws {
        let library = Provider<Library>.stub(journal: first) { _ in .text("Read on.") }

        _ = try await Journal.$current.withValue(second) { try await library.request(.motto) }

        #expect(second.findings().isEmpty)
        #expect(first.calls(of: Library.self).count == 1)
    }

    @Test func taskOfAnEndedTestDoesNotCountAsThatTest() async throws {
        let library = inFirst { Provider<Library>.stub { _ in .text("Read on.") } }
        second.close()

        _ = try await Journal.$current.withValue(second) { try await library.request(.motto) }

        #expect(second.findings().isEmpty)
    }

    @Test func stoppingAServerIsNotAUse() async throws {
        let server = try inFirst { try LoopbackServer { _ in .text("Read on.") } }

        Journal.$current.withValue(second) { server.stop() }

        #expect(second.findings().isEmpty)
    }
}
