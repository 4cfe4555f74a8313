import Foundation

/// A short piece of a body for the text of an error, without the values of keys that carry secrets.
package enum BodyExcerpt {
    /// The longest excerpt, in characters.
    static let maximumLength = 200

    /// The largest body that is parsed for an excerpt, in bytes: of a larger one, the beginning has to do.
    private static let maximumParsedBytes = 256 * 1024

    static func isJSON(_ data: Data) -> Bool {
        (try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)) != nil
    }

    /// The value at a coding path, or at the deepest part of the path that exists; the beginning of what is not JSON.
    package static func text(of data: Data, at path: some Collection<any CodingKey> = []) -> String {
        guard data.count <= maximumParsedBytes,
            var value = try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
        else {
            return shortened(plainText(of: data))
        }
        for key in path {
            if isSensitive(key) { return Redaction.mark }
            guard let inner = child(of: value, at: key) else { break }
            value = inner
        }
        let shown = redacted(value)
        let text = try? JSONSerialization.data(
            withJSONObject: shown,
            options: [.fragmentsAllowed, .sortedKeys, .withoutEscapingSlashes]
        )
        return shortened(text.map { String(decoding: $0, as: UTF8.self) } ?? "\(shown)")
    }

    /// `data.items[3].name`.
    package static func text(of path: some Collection<any CodingKey>) -> String {
        path.reduce(into: "") { text, key in
            if let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += text.isEmpty ? key.stringValue : "." + key.stringValue
            }
        }
    }

    private static func child(of value: Any, at key: any CodingKey) -> Any? {
        if let index = key.intValue, let array = value as? [Any] {
            return array.indices.contains(index) ? array[index] : nil
        }
        guard let object = value as? [String: Any] else { return nil }
        // A decoder that converts keys from snake case tells the path in camel case.
        let plain = key.stringValue.filter { $0 != "_" }.lowercased()
        return object[key.stringValue] ?? object.first { $0.key.filter { $0 != "_" }.lowercased() == plain }?.value
    }

    private static func isSensitive(_ key: any CodingKey) -> Bool {
        key.intValue == nil && Redaction.isSensitive(responseKey: key.stringValue)
    }

    private static func redacted(_ value: Any) -> Any {
        switch value {
        case let object as [String: Any]:
            Dictionary(
                uniqueKeysWithValues: object.map { key, value in
                    let isSecret = Redaction.isSensitive(responseKey: key) || (key == "value" && namesSecret(object))
                    return (key, isSecret ? Redaction.mark : redacted(value))
                }
            )
        case let array as [Any]: array.prefix(20).map(redacted)
        // More of it would not be shown.
        case let text as String: hidingSecrets(in: String(text.prefix(maximumLength + 1)))
        default: value
        }
    }

    /// Whether an object is a pair of the name of a secret and its value.
    private static func namesSecret(_ object: [String: Any]) -> Bool {
        ["name", "key"].contains { (object[$0] as? String).map(Redaction.isSensitive(responseKey:)) ?? false }
    }

    /// What is not JSON, on one line.
    private static func plainText(of data: Data) -> String {
        // A byte budget first: a body may be large.
        let text = String(decoding: data.prefix(maximumLength * 4), as: UTF8.self)
        return hidingSecrets(in: String(text.map { $0.isNewline || $0 == "\0" ? " " : $0 }))
    }

    /// A text up to where the first secret may begin: behind the name of a sensitive key, however it is written.
    ///
    /// Where the secret ends can't be told: the text may be truncated, or be HTML, a form or prose.
    static func hidingSecrets(in text: String) -> String {
        // That of URLs can be told.
        let text = text.replacing(#/:\/\/[^\/@\s]+@/#, with: "://\(Redaction.mark)@")
        var shown = ""
        var word = ""
        var beforeWord: Character?
        var isWordEnded = false
        for character in text {
            if character.isLetter || character.isNumber || character == "_" || character == "-" {
                if word.isEmpty || isWordEnded {
                    beforeWord = shown.last
                    word = ""
                    isWordEnded = false
                }
                word.append(character)
            } else if !word.isEmpty {
                // A tag with attributes, an attribute without quotes, or a scheme of credentials, needs no separator of
                // its own.
                let isScheme = word.lowercased() == "bearer"
                let isNamed = !isWordEnded && (beforeWord == "<" || beforeWord == "=" || isScheme)
                if "=:\"'>\\".contains(character) || (character.isWhitespace && isNamed) {
                    if Redaction.isSensitive(responseKey: word) { return shown + String(character) + Redaction.mark }
                }
                isWordEnded = true
                if !character.isWhitespace { word = "" }
            }
            shown.append(character)
        }
        return shown
    }

    private static func shortened(_ text: String) -> String {
        text.count <= maximumLength ? text : text.prefix(maximumLength) + "…"
    }
}
