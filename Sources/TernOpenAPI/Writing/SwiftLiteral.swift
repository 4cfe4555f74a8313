/// Literals of Swift.
enum SwiftLiteral {
    /// A text in quotation marks.
    static func string(_ text: String) -> String { "\"\(escaped(text))\"" }

    /// A text as part of a literal.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\"": result += "\\\""
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _
            where scalar.value < 0x20 || scalar.value == 0x7F || scalar.value == 0x2028 || scalar.value == 0x2029:
                result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// A number of JSON, whose digits are in groups of three if there are many.
    static func number(_ text: String) -> String {
        let digits = text.drop { $0 == "-" }
        guard digits.count > 6, digits.allSatisfy(\.isNumber) else { return text }
        let groups = digits.enumerated().map { index, digit in
            (index > 0 && (digits.count - index).isMultiple(of: 3) ? "_" : "") + String(digit)
        }
        return text.prefix(text.count - digits.count) + groups.joined()
    }

    /// A text of one line without escapes: `#"{"id":1}"#`.
    static func raw(_ text: String) -> String {
        let signs = signs(for: text)
        return "\(signs)\"\(text)\"\(signs)"
    }

    /// A text of several lines without escapes.
    static func rawLines(_ text: String) -> (opening: String, closing: String) {
        let signs = signs(for: text)
        return ("\(signs)\"\"\"", "\"\"\"\(signs)")
    }

    // MARK: - Private

    /// As many number signs as needed, so that the text has neither an end of the literal nor an escape.
    private static func signs(for text: String) -> String {
        var signs = "#"
        // A sign with a mark is one character, but the compiler reads scalars.
        let scalars = Array(text.unicodeScalars)
        while ["\"", "\\"].contains(where: { scalars.contains(Array(($0 + signs).unicodeScalars)) }) { signs += "#" }
        return signs
    }
}
