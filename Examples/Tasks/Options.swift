import Foundation

/// The command line.
struct Options {
    enum Command: Equatable {
        case story, help, login, list, watch, serve
        case add(String)
        case done(Int)
        case attach(Int, URL)
        case download(Int)
    }

    struct UsageError: Error, Equatable {
        let message: String
    }

    static let usage = """
        Usage: tasks [COMMAND] [OPTIONS]

        The client of a small task service. Without a command, it shows a day with
        the service: client and server run in this program, with a socket on 127.0.0.1.

          login            Log in. The password is in TASKS_PASSWORD, or asked for.
          list             List all tasks.
          add TEXT         Add a task.
          done ID          Mark a task as done.
          attach ID FILE   Attach a file to a task.
          download ID      Download the attachment, or the rest of it.
          watch            Show the changes of tasks until Control-C.
          serve            Run the server until Control-C.

          --base-url URL   The server; http://127.0.0.1:8080 by default.
          --user NAME      The user to log in; ada by default.
          --session FILE   The login, which only you can read; ~/.tasks-session
                           by default.
          --cache FOLDER   Keep the list here, for times without a network.
          --to FOLDER      Download to this folder; the current one by default.
          --port NUMBER    The port to serve; 8080 by default, 0 for a free one.
          --fail-every N   Serve status 503 to each Nth request.
          --until-eof      Serve until the end of the standard input.
          --verbose        Write a line for each request to the standard error.
          --help           Show this text.

        NO_COLOR turns colours off, and COLUMNS sets the width of the output.
        Exit codes: 0 success, 1 failure, 64 wrong usage, 130 interrupted.
        """

    var command = Command.story
    var server: URL?
    var user = "ada"
    var session = FileManager.default.homeDirectoryForCurrentUser.appending(path: ".tasks-session")
    var cache: URL?
    var folder = URL(filePath: FileManager.default.currentDirectoryPath)
    var port = 8080
    var failEvery: Int?
    var stopsAtEndOfInput = false
    var isVerbose = false

    init(_ arguments: some Sequence<String>) throws(UsageError) {
        var rest = Array(arguments)[...]
        func next<Value>(_ expectation: String, _ parse: (String) -> Value?) throws(UsageError) -> Value {
            guard let value = rest.popFirst().flatMap(parse) else { throw UsageError(message: expectation) }
            return value
        }
        func path(of option: String) throws(UsageError) -> URL {
            try next("\(option) needs a path.") { $0.isEmpty ? nil : URL(filePath: $0) }
        }
        func id() throws(UsageError) -> Int { try next("The command needs the number of a task.") { Int($0) } }
        while let argument = rest.popFirst() {
            guard command == .story || argument.hasPrefix("-") else {
                throw UsageError(message: "Only one command is allowed.")
            }
            switch argument {
            case "--help", "-h": command = .help
            case "login": command = .login
            case "list": command = .list
            case "watch": command = .watch
            case "serve": command = .serve
            case "add": command = .add(try next("add needs a text.") { $0.isEmpty ? nil : $0 })
            case "done": command = .done(try id())
            case "attach": command = .attach(try id(), try path(of: argument))
            case "download": command = .download(try id())
            case "--base-url": server = try next("--base-url needs an http or https URL.", Self.url)
            case "--user": user = try next("--user needs a name.") { $0.isEmpty ? nil : $0 }
            case "--session": session = try path(of: argument)
            case "--cache": cache = try path(of: argument)
            case "--to": folder = try path(of: argument)
            case "--port": port = Int(try next("--port needs a number from 0 to 65535.", UInt16.init))
            case "--fail-every": failEvery = try next("--fail-every needs a number from 1.") { Self.number($0) }
            case "--until-eof": stopsAtEndOfInput = true
            case "--verbose": isVerbose = true
            default: throw UsageError(message: "Unknown argument \(argument).")
            }
            if command == .help { return }
        }
    }

    private static func number(_ text: String) -> Int? { Int(text).flatMap { $0 > 0 ? $0 : nil } }

    private static func url(_ text: String) -> URL? {
        URL(string: text).flatMap { ["http", "https"].contains($0.scheme) && $0.host() != nil ? $0 : nil }
    }
}
