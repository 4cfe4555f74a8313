import Foundation
import Tern
import Testing

@testable import TernTesting

@Suite(.timeLimit(.minutes(20)))
struct CallCoverageTests {
    private let folder = CassetteFolder()
    private let entries: [TargetCheck<RecordedAPI>] = [
        .call(.user("a")), .call(.search("b", page: 1)), .call(.counter), .case(.binary), .call(.user("c")),
    ]

    private func journal(_ name: String, _ calls: (Provider<RecordedAPI>) async throws -> Void) async throws -> Journal
    {
        let journal = Journal(name: name)
        let api = Provider<RecordedAPI>.stub(journal: journal) { target in
            if case .counter = target { .networkError(URLError(.timedOut)) } else { .json(["name": "x"]) }
        }
        try await calls(api)
        return journal
    }

    @Test func callsOfSeveralTestsAreCounted() async throws {
        let file = folder.url
        let first = try await journal("b()") { api in
            _ = try await api.value(.user("1"))
            _ = try await api.value(.user("2"))
            _ = try? await api.value(.counter)
        }
        let second = try await journal("a()") { _ = try await $0.value(.user("3")) }
        for journal in [first, second] { journal.add(callsTo: file.path) }

        let coverage = try CallCoverage(of: entries, in: file)

        #expect(
            "\(coverage)" == """
                RecordedAPI.user: 200 (3) in a(), b()
                RecordedAPI.counter: timedOut (1) in b()
                2 of 4 cases were called.
                Never: RecordedAPI.search
                Never: RecordedAPI.binary
                """
        )
        #expect(coverage.missing == ["RecordedAPI.search", "RecordedAPI.binary"])
        #expect(try JSONDecoder().decode(CallCoverage.self, from: JSONEncoder().encode(coverage)) == coverage)
        #expect(CallCoverage(of: entries, in: second).rows[0].outcomes == ["200": 1])
    }

    @Test func fileThatIsMissingOrForeignIsNamed() throws {
        let file = folder.url
        #expect(throws: TestKitError.self) { try CallCoverage(of: entries, in: file) }
        try Data("x".utf8).write(to: file)
        let error = #expect(throws: TestKitError.self) { try CallCoverage(of: entries, in: file) }
        #expect(error?.code == .unexpectedFixtureContent)
    }
}
