import Foundation
import Tern
import TernTesting
import Testing

/// Every scenario runs on each level and on each engine, and must have the same trace.
@Suite(.timeLimit(.minutes(5)))
struct FidelityTests {
    @Test(arguments: FidelityScenario.all)
    func everyLevelHasTheSameTrace(_ scenario: FidelityScenario) async throws {
        let expected = try await FidelityTrace(of: scenario, on: .reference)
        // A body that fails while it is sent is recorded only by the client.
        #expect(scenario.upload == nil || expected.bodies.sent.starts(with: expected.bodies.received))
        #expect(!expected.result.isEmpty)
        for lane in FidelityLane.allCases where lane != .reference {
            let trace = try await FidelityTrace(of: scenario, on: lane)
            let difference = scenario.differences[lane]
            if let difference {
                #expect(trace.lines != expected.lines, "\(lane) differs no more: \(difference.cause)")
            }
            if difference?.isProgressOnly == true {
                #expect(trace.linesWithoutProgress == expected.linesWithoutProgress, "\(lane)")
            } else if difference == nil {
                #expect(trace.journal == expected.journal, "\(lane)")
                #expect(trace.plugins == expected.plugins, "\(lane)")
                #expect(trace.result == expected.result, "\(lane)")
            }
        }
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
