import Foundation
import Tern
import TernTesting
import Testing

@testable import tasks

@Suite struct CommandLineTests {
    @Test func optionsAndCommandsAreRead() throws {
        let options = try Options(["attach", "3", "a.txt", "--base-url", "http://a:1", "--port", "0", "--verbose"])
        #expect(options.command == .attach(3, URL(filePath: "a.txt")))
        #expect(options.server == URL(string: "http://a:1"))
        #expect(options.port == 0 && options.isVerbose)
        #expect(try Options([]).command == .story)
    }

    @Test(arguments: [
        ["add"], ["add", ""], ["done"], ["done", "x"], ["attach", "1"], ["--port", "65536"], ["--port", "-1"],
        ["--base-url", "ftp://a"], ["--fail-every", "0"], ["--unknown"], ["unknown"], ["list", "watch"],
    ])
    func wrongArgumentsAreErrors(_ arguments: [String]) {
        #expect(throws: Options.UsageError.self) { try Options(arguments) }
    }

    @Test func sessionCanBeReadByItsOwnerAlone() throws {
        let file = SessionFile(url: FileManager.default.temporaryDirectory.appending(path: UUID().uuidString))
        defer { try? FileManager.default.removeItem(at: file.url) }
        let session = Session(server: TaskAPI.base, user: "ada")
            .with(Tokens(accessToken: "a", refreshToken: "r", expiresIn: 60))
        #expect(try file.load() == nil)

        try Data().write(to: file.url)
        try file.save(session)

        let attributes = try FileManager.default.attributesOfItem(atPath: file.url.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try file.load()?.credentials()?.token == "a")
        #expect(!"\(session)".contains("accessToken"))
    }

    @Test func linesFitTheTerminal() {
        #expect(Screen.wrapped("one two three", at: 8) == "one two\nthree")
        #expect(Screen.wrapped("one two three", at: nil) == "one two three")
        #expect(Screen.bar(0.5, name: "a", width: 24) == "a [######-------] 50 %")
        #expect(Screen.bar(1, name: "a-long-name.txt", width: 20).count <= 20)
    }

    @Test func textOfTheServerChangesNoTerminal() {
        let output = StubState("")
        let screen = Screen(width: 30, write: { text in output.update { $0 += text } })
        screen.show(Todo(id: 1, title: "\u{1B}[31mred\nline, which is longer than the terminal"))
        #expect(output.value == "[ ] 1  [31mredline, which is …\n")
    }

    @Test func barIsShownInATerminalOnly() throws {
        var screen = Screen(width: 30, write: { _ in })
        #expect(screen.progress(of: "a") == nil)
        screen.isTerminal = true
        #expect(screen.progress(of: "a") != nil)
    }
}
