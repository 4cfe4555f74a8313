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

    /// Adds a line, indented by the current depth. Adds the lines of a text with several ones, which may end with a line
    /// end.
    package mutating func line(_ text: String) {
        let indentation = String(repeating: "    ", count: depth)
        let text = text.hasSuffix("\n") ? text.dropLast() : text[...]
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
        SourceItem("\(head)(", items.map(SourceItem.init), ")\(tail)").write(to: &self)
    }

    /// Adds `head item, item tail` in one line if it fits, and else each further item in a line of its own, one level
    /// deeper. A brace at the end stands in its own line then.
    mutating func wrapped(_ head: String, _ items: [String], _ tail: String) {
        let joined = head + items.joined(separator: ", ") + tail
        if joined.count <= columns || items.count < 2 { return line(joined) }
        line("\(head)\(items[0]),")
        let isBlock = tail == " {"
        nested { source in
            for item in items.dropFirst().dropLast() { source.line("\(item),") }
            source.line(items[items.count - 1] + (isBlock ? "" : tail))
        }
        if isBlock { line("{") }
    }

    /// Adds a comment whose lines are wrapped at the width. A line of the text that is indented or part of a table or of
    /// code stays as it is.
    package mutating func comment(_ text: String) {
        for line in CommentText.wrapped(text, to: columns - 4) {
            self.line(line.isEmpty ? "///" : "/// " + line)
        }
    }
}
