import Foundation

/// Header fields and coding paths.
extension Redaction {
    /// The value of a header field, redacted. A field with a harmless name may still hold a URL, JSON or a pair with a
    /// secret.
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

    /// The text of a coding path, such as `data.items[3].name`. Redacts dictionary keys that may be secrets: keys below
    /// the name of a secret, and keys that look random.
    package static func text(ofPath path: some Collection<any CodingKey>) -> String {
        var text = ""
        var isBelowSecret = false
        for key in path {
            let (name, isIndex) = shown(key, isBelowSecret: isBelowSecret)
            text += isIndex ? "[\(name)]" : text.isEmpty ? name : "." + name
            isBelowSecret = isBelowSecret || (!isIndex && isSensitive(responseKey: key.stringValue))
        }
        return text
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
