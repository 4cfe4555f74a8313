/// The options of the command line.
struct Options {
    struct UsageError: Error {
        let message: String
    }

    static let usage = """
        Usage: mock-api [--port NUMBER] [--until-eof]

        Serves the samples of an API on 127.0.0.1, and prints each request. The response to an unknown request has status
        501 and names the most similar requests. Press Control-C to stop.

          --port NUMBER   The port; 8080 by default, 0 for a free port.
          --until-eof     Stop at the end of the standard input.
          --help          Show this text.

        Exit codes: 0 stopped by the user, 1 the port is in use, 64 unknown option.
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
