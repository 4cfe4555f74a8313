import Foundation
import TernTesting
import Testing

@testable import tern_check

struct ReportTests {
    private let parts = [
        CheckPart(
            name: "Colors",
            limit: .seconds(2),
            cases: ["red", "green", "blue"].map { name in CheckCase(name) {} }
        )
    ]

    private let facts = SystemFacts(
        system: "Linux 1",
        swift: "6.3",
        commit: "abc",
        begin: Date(timeIntervalSince1970: 0),
        redaction: Redaction(
            folders: [("/Users/jane", "<home>"), ("/Users/jane/tern", "<clone>")],
            names: [("jane", "<user>"), ("Janes-Mac.local", "<host>"), ("al", "<user>")]
        )
    )

    private func state(_ change: (inout CheckState) -> Void) -> CheckState {
        var state = CheckState(parts)
        change(&state)
        return state
    }

    @Test func reportNamesTheCasesThatRun() {
        let state = state { state in
            state.begin("red", of: 0, at: .now)
            state.end("red", of: 0, at: .now, .passed)
            state.begin("green", of: 0, at: .now)
        }
        let text = Report(path: "", facts: facts).text(of: state)
        #expect(text.hasPrefix("# tern-check has not finished\n"))
        #expect(text.contains("\n- Colors: green\n"))
        #expect(!text.contains("Colors: red"))
        #expect(text.contains("\n| Colors | 1 | 0 | 0 | – |\n"))
    }

    @Test func completeReportHasFailuresAndSkippedCases() {
        let state = state { state in
            state.begin("red", of: 0, at: .now)
            state.end("red", of: 0, at: .now, .failed("It isn't red.\nIt is blue."))
            state.skip("green", of: 0, "There is no green.")
            state.endPart(0, after: .milliseconds(1_250))
            state.complete(after: .milliseconds(1_250))
        }
        let text = Report(path: "", facts: facts, only: "r").text(of: state)
        #expect(text.hasPrefix("# tern-check\n\n1 of 1 checks failed in 1.3 s. 1 was skipped"))
        #expect(text.contains("\n| System | Linux 1 |\n") && text.contains("\n| Only | r |\n"))
        #expect(text.contains("\n### Colors: red\n\n    It isn't red.\n    It is blue.\n"))
        #expect(text.contains("\nColors: There is no green.\n\n- green\n"))
        #expect(text.contains("\n| Colors | 0 | 1 | 1 | 1.3 s |\n"))
    }

    @Test func reportOmitsPathsAndNames() {
        let secret = "/Users/jane/tern/a.swift and /Users/jane/b of jane on Janes-Mac.local, not janet or al"
        let state = state { state in
            state.begin("red", of: 0, at: .now)
            state.end("red", of: 0, at: .now, .failed(secret))
        }
        let text = Report(path: "", facts: facts).text(of: state)
        #expect(text.contains("    <clone>/a.swift and <home>/b of <user> on <host>, not janet or al\n"))
    }

    @Test func reportOfThisSystemOmitsItsPaths() async {
        let facts = await SystemFacts.current()
        let paths = "\(SystemFacts.checkout.path)/a \(FileManager.default.temporaryDirectory.path)/b"
        let text = facts.redaction.apply(to: paths)
        #expect(text.contains("/a ") && !text.contains(SystemFacts.checkout.path))
    }

    @Test func reportOfManyFailuresFitsAnIssue() {
        let state = state { state in
            for number in 0..<1_000 {
                state.begin("\(number)", of: 0, at: .now)
                state.end("\(number)", of: 0, at: .now, .failed(String(repeating: "a", count: 5_000)))
            }
        }
        #expect(Report(path: "", facts: facts).text(of: state).count <= 60_000)
    }

    @Test func blockedCaseFails() {
        let begin = ContinuousClock.now
        var state = state { $0.begin("red", of: 0, at: begin) }
        let early = state.endBlockedCases(at: begin + .seconds(16))
        let late = state.endBlockedCases(at: begin + .seconds(18))
        #expect(early == [] && late.map(\.name) == ["red"])
        #expect(state.parts[0].failures.map(\.name) == ["red"] && state.running.isEmpty)
    }
}
