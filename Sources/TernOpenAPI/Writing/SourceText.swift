/// Swift source text, line by line, as `swift format` leaves it with four spaces and 120 columns.
package struct SourceText {
    package static let width = 120

    private let width: Int
    /// Without line ends.
    package private(set) var lines: [String] = []
    private var depth = 0

    /// - Parameter width: Less than the width of a line for a text that is added to another one, below its margin.
    package init(width: Int = Self.width) { self.width = width }

    /// The text of all lines, with a line end after each.
    package var text: String { lines.map { "\($0)\n" }.joined() }

    /// The columns that are left in a line.
    package var columns: Int { width - 4 * depth }

    /// Adds a line, indented by the current depth. Adds the lines of a text with several ones.
    package mutating func line(_ text: String) {
        let indentation = String(repeating: "    ", count: depth)
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            lines.append(line.isEmpty ? "" : indentation + line)
        }
    }

    /// Adds an empty line, unless there is one already, or the text or a block begins here.
    package mutating func blank() {
        guard let last = lines.last, !last.isEmpty, !last.hasSuffix("{") else { return }
        lines.append("")
    }

    /// Adds lines one level deeper.
    package mutating func nested(_ body: (inout SourceText) -> Void) {
        depth += 1
        body(&self)
        depth -= 1
    }

    /// Adds a block: `head {`, the lines of the body one level deeper, and `}`.
    package mutating func block(_ head: String, body: (inout SourceText) -> Void) {
        line("\(head) {")
        nested(body)
        if lines.last?.isEmpty == true { lines.removeLast() }
        line("}")
    }

    /// Adds `head(items)tail` in one line if it fits, and else each item in a line of its own.
    package mutating func list(_ head: String, _ items: [String], _ tail: String) {
        let joined = "\(head)(\(items.joined(separator: ", ")))\(tail)"
        if !joined.contains("\n"), joined.count <= columns || items.isEmpty { return line(joined) }
        line("\(head)(")
        depth += 1
        for (index, item) in items.enumerated() { line(item + (index + 1 < items.count ? "," : "")) }
        depth -= 1
        line(")\(tail)")
    }

    /// Adds a comment whose lines are wrapped at the width. A line of the text that is indented or part of a table or of
    /// code stays as it is.
    package mutating func comment(_ text: String, prefix: String = "/// ") {
        for line in CommentText.wrapped(text, to: columns - prefix.count) {
            self.line(line.isEmpty ? prefix.trimmingSuffix(" ") : prefix + line)
        }
    }
}

extension String {
    fileprivate func trimmingSuffix(_ suffix: String) -> String {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
    }
}
