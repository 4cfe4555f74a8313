/// What the command line asks for.
struct Options {
    struct UsageError: Error {
        let message: String
    }

    static let usage = """
        Usage: mock-api [--port NUMBER] [--until-eof]

        Serves the samples of an API on 127.0.0.1, and prints each request as it comes. What it doesn't know is answered
        with 501 and the requests that come nearest. Ends with Control-C.

          --port NUMBER   Where to listen; 8080 by default, 0 for a free port.
          --until-eof     End when the standard input does.
          --help          Show this text.

        Exit codes: 0 it was told to end, 1 the port is taken, 64 unknown option.
        """

    var port = 8080
    var endsWithInput = false
    var wantsHelp = false

    init(_ arguments: some Sequence<String>) throws(UsageError) {
        var arguments = arguments.makeIterator()
        while let argument = arguments.next() {
            switch argument {
            case "--help", "-h": wantsHelp = true
            case "--until-eof": endsWithInput = true
            case "--port":
                guard let number = arguments.next().flatMap(UInt16.init) else {
                    throw UsageError(message: "--port needs a number from 0 to 65535.")
                }
                port = Int(number)
            default: throw UsageError(message: "Unknown option \(argument).")
            }
        }
    }
}
