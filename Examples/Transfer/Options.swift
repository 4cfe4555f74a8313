import Foundation

/// The options of the command line.
struct Options {
    struct UsageError: Error {
        let message: String
    }

    static let usage = """
        Usage: transfer [--url URL]... [--sha256 DIGEST] [--upload FILE --url URL] [--to DIRECTORY] [--port NUMBER]

        Downloads files, several at once, and shows their progress. Press Control-C and run it again to continue.
        Without --url, it downloads from a local server that is slow on purpose, and uploads one of the files to it.

          --url URL       Download this URL. Can be given several times.
          --sha256 DIGEST Fail unless the file of the only URL has this digest.
          --upload FILE   Upload this file to the only URL with PUT.
          --to DIRECTORY  The directory of the files; the directory tern-transfer for temporary files by default.
          --port NUMBER   The port of the local server; 8090 by default, 0 for a free port. A download continues only
                          with the same port, which is a part of its URL.
          --rate NUMBER   The bytes per second of the local server's downloads; 400000 by default.
          --help          Show this text.

        Exit codes: 0 complete, 1 failed, 64 wrong option, 130 interrupted.
        """

    var urls: [URL] = []
    var digest: String?
    var upload: URL?
    var directory = FileManager.default.temporaryDirectory.appending(path: "tern-transfer")
    var port = 8090
    var bytesPerSecond = 400_000
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
            case "--url": urls.append(try value(of: argument, "an http or https URL", Self.url))
            case "--sha256": digest = try value(of: argument, "64 hexadecimal digits", Self.digest)
            case "--upload": upload = try value(of: argument, "a file") { URL(filePath: $0) }
            case "--to": directory = try value(of: argument, "a directory") { URL(filePath: $0) }
            case "--port": port = Int(try value(of: argument, "a number from 0 to 65535", UInt16.init))
            case "--rate":
                bytesPerSecond = try value(of: argument, "a positive number") { Int($0).flatMap { $0 > 0 ? $0 : nil } }
            default: throw UsageError(message: "Unknown option \(argument).")
            }
        }
        if (digest != nil || upload != nil) && urls.count != 1 {
            throw UsageError(message: "--sha256 and --upload need exactly one --url.")
        }
    }

    private static func url(_ text: String) -> URL? {
        URL(string: text).flatMap { ["http", "https"].contains($0.scheme) && $0.host() != nil ? $0 : nil }
    }

    private static func digest(_ text: String) -> String? {
        text.count == 64 && text.allSatisfy(\.isHexDigit) ? text.lowercased() : nil
    }
}
