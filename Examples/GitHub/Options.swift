import Foundation

/// What the command line asks for.
struct Options {
    enum Source {
        case loopback
        case stubs
        case server(URL)
    }

    struct UsageError: Error {
        let message: String
    }

    static let usage = """
        Usage: github [--stub | --live | --base-url URL] [--repository OWNER/NAME]

        Fetches a user and repositories, creates an issue, and shows the error for a user that doesn't exist.
        Without a source, all of it is asked of a server inside this program, over a socket on 127.0.0.1.

          --stub                    Answer from stubs, without a socket.
          --live                    Ask https://api.github.com.
          --base-url URL            Ask the server at this URL.
          --repository OWNER/NAME   Where a real server creates the issue; octocat/Hello-World by default.
          --help                    Show this text.

        The token in GITHUB_TOKEN is sent only with --repository, so that nobody's repository gets an issue by accident.
        Exit codes: 0 all went as expected, 1 it did not, 64 unknown option.
        """

    var source = Source.loopback
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
            case "--repository":
                let parts = arguments.next()?.split(separator: "/") ?? []
                guard parts.count == 2 else { throw UsageError(message: "--repository needs OWNER/NAME.") }
                repository = RepositoryName(owner: String(parts[0]), name: String(parts[1]))
            default: throw UsageError(message: "Unknown option \(argument).")
            }
        }
        guard sources.count <= 1 else { throw UsageError(message: "Only one of the sources can be asked.") }
        source = sources.first ?? .loopback
        if case .server = source { return }
        guard repository == nil else { throw UsageError(message: "--repository needs --live or --base-url.") }
    }
}
