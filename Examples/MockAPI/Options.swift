/// The options of the command line.
struct Options {
    struct UsageError: Error {
        let message: String
    }

    static let usage = """
        Usage: mock-api [--port NUMBER] [--verbose] [--latency TIME] [--fail SHARE [--seed NUMBER]] [--until-eof]

        Serves the samples of an API on 127.0.0.1, and lists its routes. The response to an unknown request has
        status 501 and names the most similar routes. Press Control-C to stop.

          --port NUMBER   The port; 8080 by default, 0 for a free port.
          --verbose       Print one line for each request: method, path, status and duration.
          --latency TIME  Delay each response, for example by 200ms or 1.5s. A number alone is in milliseconds.
          --fail SHARE    The share of responses that fail with status 503, for example 5%.
          --seed NUMBER   Select the failing responses as in the run that printed this seed.
          --until-eof     Stop at the end of the standard input.
          --help          Show this text.

        Exit codes: 0 stopped by the user, 1 the port is in use, 64 wrong option.
        """

    var port = 8080
    var isVerbose = false
    var latency = Duration.zero
    /// The share of responses that fail, from 0 to 1.
    var failureShare = 0.0
    var seed = UInt64.random(in: 0..<10_000)
    var endsWithInput = false
    var wantsHelp = false

    init(_ arguments: some Sequence<String>) throws(UsageError) {
        var arguments = arguments.makeIterator()
        func value<Value>(
            of option: String,
            _ expectation: String,
            _ parse: (String) -> Value?
        ) throws(UsageError) -> Value {
            guard let value = arguments.next().flatMap(parse) else {
                throw UsageError(message: "\(option) needs \(expectation).")
            }
            return value
        }
        while let argument = arguments.next() {
            switch argument {
            case "--help", "-h": wantsHelp = true
            case "--until-eof": endsWithInput = true
            case "--verbose": isVerbose = true
            case "--port":
                port = Int(try value(of: argument, "a number from 0 to 65535", UInt16.init))
            case "--latency":
                latency = try value(of: argument, "a time up to an hour, such as 200ms or 1.5s", Self.time)
            case "--fail":
                failureShare = try value(of: argument, "a share from 0% to 100%, such as 5%", Self.share)
            case "--seed":
                seed = try value(of: argument, "a number from 0 to \(UInt64.max)", UInt64.init)
            default: throw UsageError(message: "Unknown option \(argument).")
            }
        }
    }

    // MARK: - Private

    private static func time(_ text: String) -> Duration? {
        let units = [("ms", 1_000_000.0), ("s", 1_000_000_000.0), ("", 1_000_000.0)]
        guard let (unit, nanoseconds) = units.first(where: { text.hasSuffix($0.0) }),
            let number = number(text.dropLast(unit.count))
        else { return nil }
        let time = Duration.nanoseconds(Int64(min(number, 1e9) * nanoseconds))
        return time <= .seconds(3_600) ? time : nil
    }

    private static func share(_ text: String) -> Double? {
        guard text.hasSuffix("%"), let percent = number(text.dropLast()), percent <= 100 else { return nil }
        return percent / 100
    }

    /// Parses digits with at most one decimal point. `Double.init` also accepts `nan` and `0x1p3`.
    private static func number(_ text: Substring) -> Double? {
        text.allSatisfy { $0 == "." || ("0"..."9").contains($0) } ? Double(text) : nil
    }
}
