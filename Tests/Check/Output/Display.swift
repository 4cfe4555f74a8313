import Foundation

/// Shows the progress and the results to a person.
struct Display: Sendable {
    private let terminal: Terminal
    private let output: FileHandle?

    /// - Parameter output: `nil` to show nothing.
    init(_ terminal: Terminal, output: FileHandle? = .standardOutput) {
        self.terminal = terminal
        self.output = output
    }

    /// One line that replaces itself. Without a terminal, each part has a line at its end only.
    func show(_ state: CheckState) {
        guard let width = terminal.width, let running = state.running.last else { return }
        let part = state.parts[running.part]
        let done = part.passed + part.failures.count + part.skipped.count
        write("\(Self.clear)\(Self.cut("\(part.name) \(done)/\(part.count)  \(running.name)", to: width - 1))")
    }

    func fail(_ name: String, _ text: String) {
        let lines = text.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
        write("\(clear)\(color("✘", 31)) \(name)\n\(lines)\n")
    }

    func end(_ part: CheckState.Part) {
        write("\(clear)\(mark(part)) \(part.name)\n")
    }

    /// The table, and a sentence.
    func finish(_ state: CheckState, report: String) {
        let table = ResultTable(state).text(width: terminal.width ?? .max)
        write("\(clear)\n\(table)\n\n\(Self.sentence(state)) The report is in \(report).\n")
    }

    static func sentence(_ state: CheckState) -> String {
        let count = state.passed + state.failed
        let verb = state.skipped == 1 ? "was" : "were"
        let skipped = state.skipped == 0 ? "" : " \(state.skipped) \(verb) skipped, for the reasons in the report."
        switch state.failed {
        case 0: return "All \(count) checks passed in \(seconds(state.time)).\(skipped)"
        default: return "\(state.failed) of \(count) checks failed in \(seconds(state.time)).\(skipped)"
        }
    }

    /// With one digit after the point, in every locale.
    static func seconds(_ time: Duration) -> String {
        let tenths = Int((time / .milliseconds(100)).rounded())
        return "\(tenths / 10).\(tenths % 10) s"
    }

    static func cut(_ text: String, to width: Int) -> String {
        text.count <= width ? text : String(text.prefix(max(0, width - 1))) + "…"
    }

    // MARK: - Private

    /// To the beginning of the line, which is then erased.
    private static let clear = "\r\u{1B}[K"

    private var clear: String { terminal.width == nil ? "" : Self.clear }

    private func mark(_ part: CheckState.Part) -> String {
        if !part.failures.isEmpty { return color("✘", 31) }
        return part.passed == 0 ? "–" : color("✔", 32)
    }

    private func color(_ text: String, _ code: Int) -> String {
        terminal.hasColors ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }

    private func write(_ text: String) {
        // `print` would keep the text in a buffer, which a crash loses.
        try? output?.write(contentsOf: Data(text.utf8))
    }
}
