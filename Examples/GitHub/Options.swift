import Foundation

/// The options of the command line.
struct Options {
    enum Source {
        case loopback
        case stubs
        case server(URL)
        /// A recording.
        case file(URL)
    }

    struct UsageError: Error {
        let message: String
    }

    static let usage = """
        Usage: github [--stub | --live | --base-url URL | --replay FILE] [--record FILE] [--repository OWNER/NAME]

        Fetches a user and repositories, creates an issue, and shows the error for a user that doesn't exist.
        Without a source, the requests go to a server inside this program, over a socket on 127.0.0.1.

          --stub                    Use stubbed responses, without a socket.
          --live                    Use https://api.github.com.
          --base-url URL            Use the server at this URL.
          --record FILE             Record the exchanges in this file, without secrets, in the format HAR 1.2.
          --replay FILE             Use the exchanges of such a file, without a network.
          --repository OWNER/NAME   The repository for the issue on a real server; octocat/Hello-World by default.
          --help                    Show this text.

        The token in GITHUB_TOKEN is sent only with --repository, so that no repository gets an issue by accident.
        Exit codes: 0 every step succeeded, 1 a step failed, 64 unknown option.
        """

    var source = Source.loopback
    var recording: URL?
    var repository: RepositoryName?
    var wantsHelp = false

    init(_ arguments: some Sequence<String>) throws(UsageError) {
        var arguments = arguments.makeIterator()
        var sources: [Source] = []
        while let argument = arguments.next() {
            switch argument {
            case "--help", "-h": wantsHelp = true
            case "--stub": sources.append(.stubs)
            case "--live": sources.append(.server(GitHub.base))
            case "--base-url":
                guard let url = arguments.next().flatMap(URL.init(string:)) else {
                    throw UsageError(message: "--base-url needs a URL.")
                }
                sources.append(.server(url))
            case "--record", "--replay":
                guard let path = arguments.next() else { throw UsageError(message: "\(argument) needs a file.") }
                let file = URL(fileURLWithPath: path)
                if argument == "--record" { recording = file } else { sources.append(.file(file)) }
            case "--repository":
                let parts = arguments.next()?.split(separator: "/") ?? []
                guard parts.count == 2 else { throw UsageError(message: "--repository needs OWNER/NAME.") }
                repository = RepositoryName(owner: String(parts[0]), name: String(parts[1]))
            default: throw UsageError(message: "Unknown option \(argument).")
            }
        }
        guard sources.count <= 1 else {
            throw UsageError(message: "Only one of --stub, --live, --base-url and --replay is allowed.")
        }
        source = sources.first ?? .loopback
        switch source {
        case .loopback, .server: break
        case .stubs, .file: guard recording == nil else { throw UsageError(message: "--record needs a server.") }
        }
        if case .server = source { return }
        guard repository == nil else { throw UsageError(message: "--repository needs --live or --base-url.") }
    }
}
