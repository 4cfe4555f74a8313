import Foundation

/// A short piece of a body for the text of an error, without the values of keys that carry secrets.
enum BodyExcerpt {
    /// The longest excerpt, in characters.
    static let maximumLength = 200

    /// The value at a coding path, or at the deepest part of the path that exists; the beginning of what is not JSON.
    static func text(of data: Data, at path: some Collection<any CodingKey> = []) -> String {
        guard var value = try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed) else {
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
    static func text(of path: some Collection<any CodingKey>) -> String {
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
        key.intValue == nil && Redaction.isSensitive(key: key.stringValue)
    }

    private static func redacted(_ value: Any) -> Any {
        switch value {
        case let object as [String: Any]:
            Dictionary(
                uniqueKeysWithValues: object.map { key, value in
                    (key, Redaction.isSensitive(key: key) ? Redaction.mark : redacted(value))
                }
            )
        case let array as [Any]: array.prefix(20).map(redacted)
        default: value
        }
    }

    /// What is not JSON, on one line. A truncated JSON body may end inside a secret, so its strings are hidden from the
    /// first sensitive key on.
    private static func plainText(of data: Data) -> String {
        // A byte budget first: a body may be large.
        let text = String(decoding: data.prefix(maximumLength * 4), as: UTF8.self)
        let line = text.map { $0.isNewline || $0 == "\0" ? " " : $0 }
        var shown = ""
        var word = ""
        for character in line {
            if character.isLetter || character.isNumber || character == "_" || character == "-" {
                word.append(character)
            } else {
                if character == "=" || character == ":" || character == "\"", !word.isEmpty,
                    Redaction.isSensitive(key: word)
                {
                    return shown + String(character) + Redaction.mark
                }
                word = ""
            }
            shown.append(character)
        }
        return shown
    }

    private static func shortened(_ text: String) -> String {
        text.count <= maximumLength ? text : text.prefix(maximumLength) + "…"
    }
}
