import Foundation
import TestFidelity
import Testing

/// Every scenario runs on each level and on each engine, and must have the same trace.
@Suite(.timeLimit(.minutes(20)))
struct FidelityTests {
    @Test(arguments: FidelityScenario.all)
    func everyLevelHasTheSameTrace(_ scenario: FidelityScenario) async throws {
        let problems = try await scenario.problems()
        #expect(problems == [])
    }

    @Test func guideListsAllDifferences() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let page = root.appending(path: "Sources/TernTesting/TernTesting.docc/MockServers.md")
        let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
        let rows = lines.drop { $0 != "### Differences from a live call" }.filter { $0.hasPrefix("| `") }
        let told = rows.map { $0.split(separator: "|")[2].trimmingCharacters(in: .whitespaces) }
        let remaining = FidelityScenario.all.flatMap { $0.differences.values.map(\.cause) }
        #expect(Set(told) == Set(remaining))
    }
}
