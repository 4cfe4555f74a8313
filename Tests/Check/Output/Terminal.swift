import Foundation

/// What the standard output can show.
struct Terminal: Equatable, Sendable {
    /// In characters. `nil` if the output isn't a terminal, or one without control sequences.
    var width: Int?
    var hasColors: Bool

    /// - Parameter width: The width of a terminal. `nil` without a terminal.
    init(width: Int?, environment: [String: String]) {
        self.width = environment["TERM"] == "dumb" ? nil : width
        // https://no-color.org
        hasColors = self.width != nil && (environment["NO_COLOR"] ?? "").isEmpty
    }

    static var current: Terminal {
        Terminal(width: currentWidth, environment: ProcessInfo.processInfo.environment)
    }

    private static var currentWidth: Int? {
        guard isatty(1) == 1 else { return nil }
        var size = winsize()
        guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }
}
