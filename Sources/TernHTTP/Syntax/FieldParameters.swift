import Foundation

/// The parameters of a field value, such as `text/plain; charset="utf-8"` (RFC 9110, section 5.6.6).
package enum FieldParameters {
    /// The parameters by their names in lower case. If a name is repeated, its first value counts.
    package static func read(_ field: String) -> [String: String] {
        var parameters: [String: String] = [:]
        var rest = field[...].drop { $0 != ";" }
        while rest.first == ";" {
            rest = rest.dropFirst()
            let name = rest.prefix { $0 != "=" && $0 != ";" }
            rest = rest.dropFirst(name.count)
            guard rest.first == "=" else { continue }
            rest = rest.dropFirst().drop(while: \.isWhitespace)
            let value = rest.first == "\"" ? takeQuotedString(from: &rest) : takeToken(from: &rest)
            let key = name.trimmingCharacters(in: .whitespaces).lowercased()
            if let value, parameters[key] == nil { parameters[key] = value }
            rest = rest.drop { $0 != ";" }
        }
        return parameters
    }

    /// The content of a quoted string (RFC 9110, section 5.6.4), or any other text as it is.
    static func unquoted(_ text: Substring) -> String {
        var rest = text
        return text.first == "\"" ? takeQuotedString(from: &rest) ?? String(text) : String(text)
    }

    private static func takeToken(from rest: inout Substring) -> String {
        let token = rest.prefix { $0 != ";" }
        rest = rest.dropFirst(token.count)
        return token.trimmingCharacters(in: .whitespaces)
    }

    /// `nil` without a closing quote.
    private static func takeQuotedString(from rest: inout Substring) -> String? {
        rest = rest.dropFirst()
        var text = ""
        while let character = rest.popFirst() {
            switch character {
            case "\"": return text
            case "\\": if let escaped = rest.popFirst() { text.append(escaped) }
            default: text.append(character)
            }
        }
        return nil
    }

    /// The text of `charset'language'escaped` (RFC 8187, section 3.2). `nil` if it is malformed, or its charset is
    /// neither UTF-8 nor ISO-8859-1.
    package static func extendedValue(_ value: String) -> String? {
        let parts = value.parts(at: "'", maxSplits: 2, omitsEmpty: false)
        guard parts.count == 3, let bytes = PercentEncoding.strictlyDecoded(String(parts[2])) else { return nil }
        return switch parts[0].lowercased() {
        case "utf-8": String(bytes: bytes, encoding: .utf8)
        case "iso-8859-1": String(bytes: bytes, encoding: .isoLatin1)
        default: nil
        }
    }
}
