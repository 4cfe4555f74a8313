import Foundation
import Testing

@testable import tern_check

@Suite(.timeLimit(.minutes(20)))
struct CheckRunTests {
    /// The exit code of a run with two parts, and its report.
    ///
    /// - Parameter limit: The limit of the first part.
    private func run(
        limit: Duration = .seconds(60),
        _ first: CheckCase,
        _ second: CheckCase
    ) async throws -> (code: Int32, report: String) {
        let path = FileManager.default.temporaryDirectory.appending(path: "TernTests-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let report = Report(path: path, facts: await .current())
        let parts = [
            CheckPart(name: "One", limit: limit, cases: [first]),
            CheckPart(name: "Two", limit: .seconds(60), cases: [second]),
        ]
        let code = await CheckRun(parts, Display(Terminal(width: nil, environment: [:]), output: nil), report).run()
        return (code, try String(contentsOfFile: path, encoding: .utf8))
    }

    @Test func codeIsZeroIfNoCaseFails() async throws {
        let (code, report) = try await run(CheckCase("passes") {}, CheckCase("waits", skipped: "It can't run.") {})
        #expect(code == 0)
        #expect(report.contains("\n| One | 1 | 0 | 0 |") && report.contains("\n| Two | 0 | 0 | 1 |"))
    }

    @Test func codeIsOneAfterAFailure() async throws {
        let (code, report) = try await run(
            CheckCase("fails") { throw CheckFailure("It is wrong.") },
            CheckCase("passes") {}
        )
        #expect(code == 1)
        #expect(report.contains("\n### One: fails\n\n    It is wrong.\n"))
        #expect(report.contains("\n| One | 0 | 1 | 0 |") && report.contains("\n| Two | 1 | 0 | 0 |"))
    }

    @Test func caseThatNeverEndsFailsByNameAndOthersRun() async throws {
        let (code, report) = try await run(
            limit: .milliseconds(50),
            CheckCase("hangs") { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } },
            CheckCase("passes") {}
        )
        #expect(code == 1)
        #expect(report.contains("\n### One: hangs\n\n    The case did not end within 0.05 seconds.\n"))
        #expect(report.contains("\n| One | 0 | 1 | 0 |") && report.contains("\n| Two | 1 | 0 | 0 |"))
    }
}
