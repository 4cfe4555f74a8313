/// Writes values as JSON texts.
package enum JSONWriter {
    /// The text of a value, with the keys in their order.
    ///
    /// - Parameter isPretty: Whether each element and each key has a line of its own, indented by two spaces. Else the
    ///   text is one line: `{"id": 1, "tags": ["a", "b"]}`.
    package static func text(_ node: DocumentNode, isPretty: Bool) -> String {
        var text = ""
        write(node, to: &text, indentation: isPretty ? "\n" : nil)
        return text
    }

    // MARK: - Private

    /// - Parameter indentation: A line end and the spaces of the line. `nil` to write one line.
    private static func write(_ node: DocumentNode, to text: inout String, indentation: String?) {
        switch node.content {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .number(let number): text += number
        case .string(let string): write(string, to: &text)
        case .list(let nodes):
            group(nodes, in: ("[", "]"), to: &text, indentation) { write($0, to: &$1, indentation: $2) }
        case .map(let entries):
            group(entries, in: ("{", "}"), to: &text, indentation) { entry, text, indentation in
                write(entry.key, to: &text)
                text += ": "
                write(entry.value, to: &text, indentation: indentation)
            }
        }
    }

    private static func group<Item>(
        _ items: [Item],
        in ends: (String, String),
        to text: inout String,
        _ indentation: String?,
        each: (Item, inout String, String?) -> Void
    ) {
        text += ends.0
        let inner = indentation.map { $0 + "  " }
        for (index, item) in items.enumerated() {
            if index > 0 { text += inner == nil ? ", " : "," }
            text += inner ?? ""
            each(item, &text, inner)
        }
        text += (items.isEmpty ? nil : indentation) ?? ""
        text += ends.1
    }

    private static func write(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            default: if isVisible(scalar) { text.unicodeScalars.append(scalar) } else { text += escape(scalar) }
            }
        }
        text += "\""
    }

    /// Characters that can't be seen in source texts, or that change their direction, are escaped.
    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        String(scalar).utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }
}
