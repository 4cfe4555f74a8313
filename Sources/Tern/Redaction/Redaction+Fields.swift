import Foundation

/// Header fields and coding paths.
extension Redaction {
    /// The redacted value of a header field. A field with a harmless name may still contain a URL, JSON or a pair with
    /// a secret.
    package static func text(ofField name: String, value: String) -> String {
        if isSensitive(field: name) { return mark }
        return rendered(field: name, value: value).text
    }

    static func rendered(field name: String, value: String) -> RedactedText {
        var rendered = RedactedText()
        if isSensitive(field: name) {
            rendered.hide(value)
        } else if urlFields.contains(name.lowercased()) {
            rendered.append(self.rendered(url: value))
        } else {
            rendered.show(text(ofAny: value))
        }
        return rendered
    }

    private static let urlFields: Set<String> = [
        "location", "content-location", "referer", "origin", "sourcemap", "x-sourcemap", "destination",
        "x-original-url", "x-rewrite-url", "x-forwarded-uri",
    ]

    /// The text of a coding path, such as `data.items[3].name`, or `files["a.txt"]` for a key that isn't plain. Redacts
    /// dictionary keys that may be secrets: keys below the name of a secret, and keys that look random.
    package static func text(ofPath path: some Collection<any CodingKey>) -> String {
        var text = ""
        var isBelowSecret = false
        for key in path {
            let (name, isIndex) = shown(key, isBelowSecret: isBelowSecret)
            text = isIndex ? "\(text)[\(name)]" : self.path(text, appending: name, index: nil)
            isBelowSecret = isBelowSecret || (!isIndex && isSensitive(responseKey: key.stringValue))
        }
        return text
    }

    /// The text of a path with one more key or index. An ambiguous key, such as a key with a dot, is quoted like a JSON
    /// string. Secrets aren't redacted.
    package static func path(_ path: String, appending key: String, index: Int?) -> String {
        if let index { return "\(path)[\(index)]" }
        let isPlain =
            !key.isEmpty && !key.unicodeScalars.contains { ".[]\"\\".unicodeScalars.contains($0) || isBlank($0) }
        if isPlain { return path.isEmpty ? key : "\(path).\(key)" }
        let quoted = key.unicodeScalars.map { scalar in
            if scalar == "\"" || scalar == "\\" { return "\\\(scalar)" }
            guard scalar != " ", isBlank(scalar) else { return String(scalar) }
            let digits = String(scalar.value, radix: 16)
            return "\\u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)"
        }
        return "\(path)[\"\(quoted.joined())\"]"
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
    }

    /// The text of one key below a coding path, redacted in the same way.
    package static func text(ofKey key: any CodingKey, below path: some Collection<any CodingKey>) -> String {
        shown(key, isBelowSecret: path.contains { isSensitive(responseKey: $0.stringValue) }).name
    }

    private static func shown(_ key: any CodingKey, isBelowSecret: Bool) -> (name: String, isIndex: Bool) {
        if let index = key.intValue {
            let isIndex = key.stringValue == "Index \(index)"
            return (isBelowSecret && !isIndex ? mark : "\(index)", true)
        }
        let name = key.stringValue
        // An enum case without values is declared in source code. Other keys come from the body.
        let mirror = Mirror(reflecting: key)
        let isDeclared = mirror.displayStyle == .enum && mirror.children.isEmpty
        return (isDeclared || (!isBelowSecret && isHarmless(key: name)) ? name : mark, false)
    }

    /// Whether a key of a dictionary can be shown.
    static func isHarmless(key: String) -> Bool {
        !looksRandom(key) && text(ofAny: key) == key
    }
}
