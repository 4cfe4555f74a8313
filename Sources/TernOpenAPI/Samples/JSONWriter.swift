import Foundation

/// Writes values as JSON texts.
package enum JSONWriter {
    /// The text of a value, with the keys in their order.
    ///
    /// - Parameter isPretty: Whether each element and each key has a line of its own, indented by two spaces. Else the
    ///   text is one line: `{"id": 1, "tags": ["a", "b"]}`.
    package static func text(_ node: DocumentNode, isPretty: Bool) -> String {
        text(node, isPretty ? "\n" : nil)
    }

    // MARK: - Private

    /// - Parameter lineEnd: A line end and the spaces of the line. `nil` to write one line.
    private static func text(_ node: DocumentNode, _ lineEnd: String?) -> String {
        let inner = lineEnd.map { $0 + "  " }
        func group(_ items: [String], _ start: String, _ end: String) -> String {
            guard let inner, let lineEnd, !items.isEmpty else { return start + items.joined(separator: ", ") + end }
            return start + inner + items.joined(separator: ",\(inner)") + lineEnd + end
        }
        return switch node.content {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number(let number): number
        case .string(let string): quoted(string)
        case .list(let nodes): group(nodes.map { text($0, inner) }, "[", "]")
        case .map(let entries): group(entries.map { "\(quoted($0.key)): \(text($0.value, inner))" }, "{", "}")
        }
    }

    private static func quoted(_ string: String) -> String {
        var text = "\""
        for scalar in string.unicodeScalars {
            switch (scalar, scalar.properties.generalCategory) {
            case ("\"", _), ("\\", _): text += "\\\(scalar)"
            case ("\n", _): text += "\\n"
            case ("\r", _): text += "\\r"
            case ("\t", _): text += "\\t"
            // These can't be seen in source texts, or change their direction.
            case (_, .control), (_, .format), (_, .lineSeparator), (_, .paragraphSeparator):
                for unit in String(scalar).utf16 { text += String(format: "\\u%04x", unit) }
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}
