import Testing

@testable import tern_check

struct OptionsTests {
    private let parts = [
        CheckPart(name: "Colors", cases: [CheckCase("mixes red") {}, CheckCase("mixes blue") {}]),
        CheckPart(name: "Numbers", cases: [CheckCase("reads one") {}]),
    ]

    @Test func argumentsSetTheOptions() throws {
        let options = try Options(["--only", "TLS", "--report", "a.md"])
        #expect(options.only == "TLS" && options.report == "a.md" && !options.isHelpWanted)
        #expect(try Options([]).report == "tern-check-report.md")
        #expect(try Options(["--help"]).isHelpWanted)
    }

    @Test(arguments: [["--unknown"], ["--only"], ["--report"], ["--only", ""], ["text"]])
    func wrongArgumentsAreRefused(_ arguments: [String]) {
        #expect(throws: Options.Failure.self) { try Options(arguments) }
    }

    @Test(arguments: [
        ("RED", ["Colors: mixes red"]), ("color", ["Colors: mixes red", "Colors: mixes blue"]),
        ("one", ["Numbers: reads one"]), ("green", []),
    ])
    func textSelectsPartsAndCases(_ text: String, _ expected: [String]) throws {
        let selection = try Options(["--only", text]).selection(of: parts)
        #expect(selection.flatMap { part in part.cases.map { "\(part.name): \($0.name)" } } == expected)
    }
}
