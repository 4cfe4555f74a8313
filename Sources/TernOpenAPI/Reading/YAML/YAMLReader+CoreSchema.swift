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
        case (.integer, .number(let number)): isFitting = !number.contains { ".eE".contains($0) }
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
                digit >= 0x30 && digit <= (radix == 16 ? 0x39 : 0x37)
                    || radix == 16 && (0x61...0x66).contains(digit | 0x20)
            }
            guard isNumber, !digits.isEmpty else { return .string(value) }
            if let number = UInt64(digits, radix: radix) { return .number(String(number)) }
            throw DocumentProblem(file: text.file, place: place, "The number has more than 64 bits.")
        }
        if ["inf", "nan"].contains(value.drop { "+-.".contains($0) }.lowercased()), value.contains(".") {
            throw DocumentProblem(file: text.file, place: place, "JSON has no number “\(value)”.")
        }
        return JSONNumber.text(of: value).map(DocumentNode.Content.number) ?? .string(value)
    }
}
