import Foundation

/// The options of the command line.
struct Options {
    struct UsageError: Error {
        let message: String
    }

    static let usage = """
        Usage: posefeed [--html PATH] [--bookmarks PATH] [--cache PATH [--offline]] [--sixel]

        Reads a paged feed of poses with pictures. Shows the first rows, sets bookmarks, and scrolls to the end.
        Pictures of rows in between aren't loaded. Poses and pictures come from a server inside this program, over a
        socket on 127.0.0.1. A terminal with 24-bit colours (COLORTERM=truecolor) shows the pictures, others show names.

          --html PATH       Write a page with all poses and their pictures.
          --bookmarks PATH  Keep the bookmarks in this file. Otherwise they are forgotten at the end.
          --cache PATH      Keep poses and pictures in this folder. Otherwise they are forgotten at the end.
          --offline         Start no server, and show what is in the folder of --cache.
          --sixel           Show the pictures as sixels, even if the terminal doesn't announce support for them.
          --help            Show this text.

        Exit codes: 0 the feed was shown, 1 an error, 64 wrong option.
        """

    var html: URL?
    var bookmarks: URL?
    var cache: URL?
    var isOffline = false
    var usesSixels = false
    var wantsHelp = false

    init(_ arguments: some Sequence<String>) throws(UsageError) {
        var arguments = arguments.makeIterator()
        func path(of option: String) throws(UsageError) -> URL {
            guard let path = arguments.next(), !path.isEmpty else {
                throw UsageError(message: "\(option) needs a path.")
            }
            return URL(fileURLWithPath: path)
        }
        while let argument = arguments.next() {
            switch argument {
            case "--help", "-h": wantsHelp = true
            case "--html": html = try path(of: argument)
            case "--bookmarks": bookmarks = try path(of: argument)
            case "--cache": cache = try path(of: argument)
            case "--offline": isOffline = true
            case "--sixel": usesSixels = true
            default: throw UsageError(message: "Unknown option \(argument).")
            }
        }
        if isOffline, cache == nil { throw UsageError(message: "--offline needs --cache.") }
    }
}
