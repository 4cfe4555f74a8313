import Foundation
import Tern

/// Writes to the standard output, for a terminal of any width or for a pipe.
nonisolated struct Screen: Sendable {
    /// The columns of the terminal. `nil` for no limit.
    var width: Int?
    var isTerminal = false
    var hasColours = false
    /// Receives the text, with its line breaks.
    var write: @Sendable (String) -> Void = { FileHandle.standardOutput.write(Data($0.utf8)) }

    /// The standard output of this program.
    static func standard(environment: [String: String] = ProcessInfo.processInfo.environment) -> Screen {
        let isTerminal = isatty(STDOUT_FILENO) == 1
        var size = winsize()
        let hasSize = isTerminal && ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        return Screen(
            width: environment["COLUMNS"].flatMap(Int.init).map { max(20, $0) } ?? (hasSize ? Int(size.ws_col) : nil),
            isTerminal: isTerminal,
            hasColours: isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
        )
    }

    /// A heading, after an empty line.
    func heading(_ text: String) {
        let text = Self.wrapped(text, at: width)
        write("\n" + (hasColours ? "\u{1B}[1m\(text)\u{1B}[0m" : text) + "\n")
    }

    /// A sentence, in as many lines as needed.
    func say(_ text: String) {
        write(Self.wrapped(text.printable, at: width) + "\n")
    }

    /// A task in one line, which is cut at the end of the terminal.
    func show(_ todo: Todo, after label: String = "") {
        let attachment = todo.attachment.map { " (\($0))" } ?? ""
        let line = "\(label)\(todo.isDone ? "[x]" : "[ ]") \(todo.id)  \(todo.title)\(attachment)".printable
        guard let width, line.count > width else { return write(line + "\n") }
        write(line.prefix(width - 1) + "…\n")
    }

    /// A bar that each update draws again. Without a terminal, there is no bar.
    func progress(of name: String) -> TransferProgress.Handler? {
        guard isTerminal else { return nil }
        return { progress in
            guard let fraction = progress.fractionCompleted else { return }
            write("\r" + Self.bar(fraction, name: name, width: width ?? 80))
            if fraction == 1 { endProgress() }
        }
    }

    /// Removes the bar. Text takes its place.
    func endProgress() {
        if isTerminal { write("\r" + String(repeating: " ", count: (width ?? 80) - 1) + "\r") }
    }

    static func bar(_ fraction: Double, name: String, width: Int) -> String {
        let length = max(4, min(32, width - name.count - 10))
        let filled = Int(fraction * Double(length))
        let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: length - filled)
        return "\(name.prefix(max(0, width - length - 10))) [\(bar)] \(Int(fraction * 100)) %"
    }

    static func wrapped(_ text: String, at width: Int?) -> String {
        guard let width else { return text }
        var lines = [""]
        for word in text.split(separator: " ") {
            let line = lines[lines.count - 1]
            if !line.isEmpty, line.count + 1 + word.count > width {
                lines.append(String(word))
            } else {
                lines[lines.count - 1] = line.isEmpty ? String(word) : "\(line) \(word)"
            }
        }
        return lines.joined(separator: "\n")
    }
}

extension String {
    /// Without control characters: a text of the server can't change the terminal.
    nonisolated var printable: String {
        String(unicodeScalars.filter { $0.properties.generalCategory != .control }.map(Character.init))
    }
}
