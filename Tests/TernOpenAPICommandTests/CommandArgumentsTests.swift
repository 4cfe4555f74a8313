import TernOpenAPI
import Testing

@testable import tern_openapi

@Suite(.timeLimit(.minutes(20)))
struct CommandArgumentsTests {
    @Test(arguments: [
        ([], "A command is missing: generate or check."),
        (["make"], "There is no command \"make\": write generate or check."),
        (["generate"], "The document is missing."),
        (["generate", "a.json"], "--output is missing."),
        (["generate", "a.json", "--output"], "--output needs a value."),
        (["generate", "a.json", "--output", "--enum"], "--output needs a value."),
        (["generate", "a.json", "b.json", "--output", "x"], "generate reads one document."),
        (["generate", "a.json", "--name", "A", "--name", "B"], "--name is there twice."),
        (["generate", "a.json", "--fast"], "generate has no option --fast."),
        (
            ["generate", "a.json", "--output", "x", "--only", "users"],
            "\"users\" is no filter. Write tag:NAME, path:/PATH or operation:NAME."
        ),
        (["check"], "The document to check is missing."),
        (["check", "a.json", "--only", "tag:a"], "check has no option --only."),
    ])
    func wrongUsageIsNamed(arguments: [String], text: String) {
        let error = #expect(throws: UsageError.self) { try CommandArguments(arguments) }
        #expect(error?.text == text)
    }

    @Test func optionsOfGenerateAreRead() throws {
        let arguments = try CommandArguments([
            "generate", "zoo.yaml", "--output", "Sources/Zoo", "--name", "Zoo", "--enum", "--tests", "Tests/ZooTests",
            "--module", "ZooKit", "--only", "tag:Animals,path:/cages/*", "--except", "operation:feed", "--server",
            "https://zoo.example.com",
        ])

        guard case .generate(let generation) = arguments else { throw UsageError(text: "no generate") }
        #expect(generation.document == "zoo.yaml")
        #expect(generation.output == "Sources/Zoo")
        #expect(generation.name == "Zoo")
        #expect(generation.options.form == .enumeration)
        #expect(generation.tests == "Tests/ZooTests")
        #expect(generation.module == "ZooKit")
        #expect(generation.options.only.map(\.description) == ["tag:Animals", "path:/cages/*"])
        #expect(generation.options.except.map(\.description) == ["operation:feed"])
        #expect(generation.options.server == "https://zoo.example.com")
    }
}
