/// What plain texts mean (YAML 1.2.2, section 10.3.2).
extension YAMLReader {
    func content(
        of value: String,
        isPlain: Bool,
        _ tag: YAMLTag?,
        at place: TextPlace
    ) throws(DocumentProblem) -> DocumentNode.Content {
        if tag == .text || tag == .nonSpecific || tag == nil && !isPlain { return .string(value) }
        let content = try plainContent(of: value, at: place)
        let isFitting: Bool
        switch (tag, content) {
        case (nil, _), (.null, .null), (.bool, .bool), (.float, .number): isFitting = true
        case (.integer, .number(let number)): isFitting = number.utf8.allSatisfy { $0 == 0x2D || isDigit($0) }
        default: isFitting = false
        }
        guard isFitting else {
            throw DocumentProblem(file: text.file, place: place, "The value isn't of the type of its tag.")
        }
        return content
    }

    // MARK: - Private

    private func plainContent(of value: String, at place: TextPlace) throws(DocumentProblem) -> DocumentNode.Content {
        switch value {
        case "", "~", "null", "Null", "NULL": return .null
        case "true", "True", "TRUE": return .bool(true)
        case "false", "False", "FALSE": return .bool(false)
        default: break
        }
        guard let first = value.utf8.first, first < 0x3A else { return .string(value) }
        if value.hasPrefix("0x") || value.hasPrefix("0o") {
            let digits = value.dropFirst(2)
            let radix = value.hasPrefix("0x") ? 16 : 8
            let isNumber = digits.utf8.allSatisfy { digit in
                isDigit(digit) ? radix == 16 || digit < 0x38 : radix == 16 && (0x61...0x66).contains(digit | 0x20)
            }
            guard isNumber, !digits.isEmpty else { return .string(value) }
            if let number = UInt64(digits, radix: radix) { return .number(String(number)) }
            throw DocumentProblem(file: text.file, place: place, "The number “\(value)” has more than 64 bits.")
        }
        let unsigned = value.drop { $0 == "-" || $0 == "+" }
        if value.utf8.count - unsigned.utf8.count < 2,
            [".inf", ".Inf", ".INF", ".nan", ".NaN", ".NAN"].contains(unsigned)
        {
            throw DocumentProblem(file: text.file, place: place, "JSON has no number “\(value)”.")
        }
        return number(value).map(DocumentNode.Content.number) ?? .string(value)
    }

    /// A decimal number as a JSON text: without a plus sign or leading zeros. `nil` if the value isn't a number.
    private func number(_ value: String) -> String? {
        var rest = value.utf8[...]
        var result = ""
        if rest.first == UInt8(ascii: "-") { result = "-" }
        if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
        let integer = digits(&rest)
        let significant = integer.drop { $0 == "0" }
        result += significant.isEmpty ? "0" : significant
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            let fraction = digits(&rest)
            if integer.isEmpty && fraction.isEmpty { return nil }
            result += fraction.isEmpty ? ".0" : ".\(fraction)"
        } else if integer.isEmpty {
            return nil
        }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            let mark = rest.removeFirst()
            result.unicodeScalars.append(Unicode.Scalar(mark))
            if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
                result.unicodeScalars.append(Unicode.Scalar(rest.removeFirst()))
            }
            let exponent = digits(&rest)
            if exponent.isEmpty { return nil }
            result += exponent
        }
        return rest.isEmpty ? result : nil
    }

    private func digits(_ rest: inout Substring.UTF8View) -> Substring {
        let digits = rest.prefix(while: isDigit)
        rest = rest[digits.endIndex...]
        return Substring(digits)
    }

    private func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
}
