import Foundation

/// The parameters of a field value, such as `text/plain; charset="utf-8"` (RFC 9110, section 5.6.6).
enum FieldParameters {
    /// The parameters by their names in lower case. If a name is repeated, its first value counts.
    static func read(_ field: String) -> [String: String] {
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
}
