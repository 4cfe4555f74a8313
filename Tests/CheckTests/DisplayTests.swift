import Testing

@testable import tern_check

struct DisplayTests {
    private var state: CheckState {
        var state = CheckState([
            CheckPart(name: "Colors", cases: [CheckCase("red") {}]), CheckPart(name: "Numbers", cases: []),
        ])
        state.begin("red", of: 0, at: .now)
        state.end("red", of: 0, at: .now, .passed)
        state.skip("one", of: 1, "")
        state.endPart(0, after: .seconds(12))
        return state
    }

    @Test func columnsAreAligned() {
        let lines = [
            "Part     Passed  Failed  Skipped    Time", "Colors        1       0        0  12.0 s",
            "Numbers       0       0        1       –",
        ]
        for width in [40, .max] { #expect(ResultTable(state).text(width: width) == lines.joined(separator: "\n")) }
    }

    @Test func narrowTableHasTwoLinesForEachPart() {
        let text = ResultTable(state).text(width: 39)
        #expect(text == "Colors\n  1 passed\nNumbers\n  1 skipped")
        #expect(ResultTable(state).text(width: 5).split(separator: "\n").allSatisfy { $0.count <= 5 })
    }

    @Test func secondsHaveOneDigitAfterThePoint() {
        #expect(
            [Duration.zero, .milliseconds(49), .milliseconds(950), .seconds(75)].map(Display.seconds) == [
                "0.0 s", "0.0 s", "1.0 s", "75.0 s",
            ]
        )
    }

    @Test(
        arguments: [
            (nil, [:], nil, false), (80, [:], 80, true), (80, ["NO_COLOR": "1"], 80, false),
            (80, ["NO_COLOR": ""], 80, true),
            (80, ["TERM": "dumb"], nil, false), (nil, ["TERM": "xterm"], nil, false),
        ] as [(Int?, [String: String], Int?, Bool)]
    )
    func environmentDecidesAboutColors(width: Int?, environment: [String: String], shown: Int?, hasColors: Bool) {
        let terminal = Terminal(width: width, environment: environment)
        #expect(terminal.width == shown && terminal.hasColors == hasColors)
    }
}
