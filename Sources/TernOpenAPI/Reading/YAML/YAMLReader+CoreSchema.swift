/// What plain texts mean (YAML 1.2.2, section 10.3.2).
extension YAMLReader {
    /// - Throws: A problem if a tag other than `!!str` doesn't fit.
    func content(of value: String, isPlain: Bool, _ token: Token) throws(DocumentProblem) -> DocumentNode.Content {
        let tag = token.properties.tag
        if tag == .text || tag == .nonSpecific || tag == nil && !isPlain { return .string(value) }
        let content = try plainContent(of: value, at: token.place)
        let isFitting =
            switch (tag, content) {
            case (nil, _), (.null, .null), (.bool, .bool), (.float, .number): true
            case (.integer, .number(let number)): !number.contains { ".eE".contains($0) }
            default: false
            }
        if isFitting { return content }
        throw text.problem("The value isn't of the type of its tag.", at: token.place)
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
        if value.hasPrefix("0"), let digits = value.wholeMatch(of: /0x([0-9A-Fa-f]+)|0o([0-7]+)/) {
            let number = digits.1.map { UInt64($0, radix: 16) } ?? digits.2.flatMap { UInt64($0, radix: 8) }
            if let number { return .number(String(number)) }
            throw text.problem("The number has more than 64 bits.", at: place)
        }
        if ["inf", "nan"].contains(value.drop { "+-.".contains($0) }.lowercased()), value.contains(".") {
            throw text.problem("JSON has no number “\(value)”.", at: place)
        }
        return JSONNumber.text(of: value).map(DocumentNode.Content.number) ?? .string(value)
    }
}
