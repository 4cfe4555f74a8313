/// Header fields and coding paths.
extension Redaction {
    /// The value of a header field. A field that is shown may still contain a URL with a secret.
    package func text(ofField name: String, value: String) -> String { rendered(field: name, value: value).text }

    func rendered(field name: String, value: String) -> RedactedText {
        var rendered = RedactedText()
        if !shows(field: name) {
            rendered.hide(value[...])
        } else if Self.urlFields.contains(name.lowercased()) {
            rendered.append(self.rendered(url: value))
        } else {
            rendered.show(text(ofSentence: value)[...])
        }
        return rendered
    }

    /// A header field on one line.
    package func text(of field: HTTPHeaders.Field) -> String {
        let name = HTTPField.isToken(field.name) ? field.name : "\(HTTPField.safeStart(ofName: field.name))\(Self.mark)"
        return Self.printable("\(name): \(text(ofField: field.name, value: field.value))")
    }

    // MARK: - Coding paths

    /// The text of a coding path, such as `data.items[3].name`, or `files["a.txt"]` for a key that isn't plain. Hides
    /// dictionary keys that may be secrets: keys below the name of a secret, and keys that look random.
    package func text(ofPath path: [any CodingKey]) -> String {
        var text = ""
        var isBelowSecret = false
        for key in path {
            let (name, isIndex) = shown(key, isBelowSecret: isBelowSecret)
            text = isIndex ? "\(text)[\(name)]" : Self.path(text, appending: name, index: nil)
            isBelowSecret = isBelowSecret || (!isIndex && hides(key.stringValue, isResponse: true))
        }
        return text
    }

    /// The text of a path with one more key or index. An ambiguous key, such as a key with a dot, is quoted like a JSON
    /// string.
    package static func path(_ path: String, appending key: String, index: Int?) -> String {
        if let index { return "\(path)[\(index)]" }
        let isPlain =
            !key.isEmpty && !key.unicodeScalars.contains { ".[]\"\\".unicodeScalars.contains($0) || isBlank($0) }
        if isPlain { return path.isEmpty ? key : "\(path).\(key)" }
        var quoted = ""
        for scalar in key.unicodeScalars {
            if scalar == "\"" || scalar == "\\" {
                quoted += "\\\(scalar)"
            } else if scalar != " ", isBlank(scalar) {
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)"
            } else {
                quoted.unicodeScalars.append(scalar)
            }
        }
        return "\(path)[\"\(quoted)\"]"
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
    }

    /// The text of one key below a coding path.
    package func text(ofKey key: any CodingKey, below path: [any CodingKey]) -> String {
        shown(key, isBelowSecret: path.contains { hides($0.stringValue, isResponse: true) }).name
    }

    private func shown(_ key: any CodingKey, isBelowSecret: Bool) -> (name: String, isIndex: Bool) {
        if let index = key.intValue {
            let isIndex = key.stringValue == "Index \(index)"
            return (isBelowSecret && !isIndex ? Self.mark : "\(index)", true)
        }
        let name = key.stringValue
        // An enum case without values is declared in source code. Other keys come from the body.
        let mirror = Mirror(reflecting: key)
        let isDeclared = mirror.displayStyle == .enum && mirror.children.isEmpty
        return (isDeclared || (!isBelowSecret && isHarmless(key: name)) ? name : Self.mark, false)
    }

    /// Whether a key of a dictionary can be shown: keys of an API are words, but a dictionary can have tokens as keys.
    func isHarmless(key: String) -> Bool {
        showsTexts || (!Self.looksRandom(key) && text(ofSentence: key) == key)
    }

    /// Whether a text is long, or alternates between letters and digits.
    private static func looksRandom(_ text: String) -> Bool {
        var (turns, digits) = (0, 0)
        var wasDigit: Bool?
        for scalar in text.unicodeScalars where isAlphanumeric(scalar) {
            let isDigit = ("0"..."9").contains(scalar)
            if isDigit { digits += 1 }
            if let wasDigit, wasDigit != isDigit { turns += 1 }
            wasDigit = isDigit
        }
        return turns >= 2 || (turns > 0 && (digits >= 3 || text.first?.isNumber == true)) || text.utf8.count >= 32
    }
}
