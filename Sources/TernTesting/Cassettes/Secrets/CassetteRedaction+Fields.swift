import Foundation
import Tern

/// The secrets of fields.
extension CassetteRedaction {
    mutating func value(_ value: String, ofField fieldName: String, isResponse: Bool) -> String {
        let name = fieldName.lowercased()
        if rules.shows(field: fieldName) {
            return ["location", "content-location", "referer", "origin"].contains(name)
                ? url(value) : text(value, isResponse: true, .code)
        }
        if name == "cookie" { return value.split(separator: ";").map { cookie($0) }.joined(separator: ";") }
        if name == "set-cookie" {
            let pair = value.prefix { $0 != ";" }
            return cookie(pair) + value.dropFirst(pair.count)
        }
        if name.hasSuffix("authorization") { return credentials(value) }
        if name.hasSuffix("authenticate") { return challenges(value) }
        if name.hasSuffix("authentication-info") {
            return replaced(Self.parameters(of: value[...]), in: value) { !$0.isHarmless }
        }
        let isShort = value.utf8.count <= 5
        let isPlain = value.utf8.allSatisfy { $0 &- 48 < 10 } || ["true", "false"].contains(value)
        // Numbers of elements and of pages, which the next request depends on.
        if isResponse, isShort, isPlain, !rules.hides(fieldName) { return value }
        // The value of a field that isn't known may be a word of other texts.
        return table.placeholder(for: value, isEverywhere: rules.hides(fieldName))
    }

    private mutating func cookie(_ pair: Substring) -> String {
        let name = pair.prefix { $0 != "=" }
        let value = pair.dropFirst(name.count + 1)
        let content = value.trimmingCharacters(in: ["\"", " "])
        guard !content.isEmpty else { return String(pair) }
        return "\(name)=\(value.replacing(content, with: table.placeholder(for: content)))"
    }

    /// Credentials (RFC 9110, section 11.4). The scheme isn't secret, nor are the names of parameters.
    private mutating func credentials(_ value: String) -> String {
        let scheme = value.prefix { $0 != " " }
        let rest = value.dropFirst(scheme.count).drop { $0 == " " }
        guard !rest.isEmpty else { return table.placeholder(for: value) }
        if scheme.lowercased() == "basic", let plain = Data(base64Encoded: String(rest)),
            let text = String(data: plain, encoding: .utf8), let colon = text.firstIndex(of: ":")
        {
            let parts = [text[..<colon], text[text.index(after: colon)...]].map {
                $0.isEmpty ? "" : table.placeholder(for: String($0))
            }
            return "\(scheme) \(Data(parts.joined(separator: ":").utf8).base64EncodedString())"
        }
        let parameters = Self.parameters(of: rest)
        guard scheme.lowercased() != "bearer", parameters.allSatisfy({ $0.name != nil && !$0.hasScheme }) else {
            return "\(scheme) \(table.placeholder(for: String(rest)))"
        }
        return replaced(parameters, in: value) { !$0.isHarmless }
    }

    /// Challenges, one or several (RFC 9110, section 11.6.1). They tell how to log in, so their parameters are secret only
    /// under the name of a secret.
    private mutating func challenges(_ value: String) -> String {
        replaced(Self.parameters(of: value[...]), in: value) { [rules] in
            $0.name.map { rules.hides($0, isResponse: true) } ?? true
        }
    }

    private static func parameters(of text: Substring) -> [AuthenticationParameter] {
        FieldList.split(text, at: ",").map(AuthenticationParameter.init)
    }

    private mutating func replaced(
        _ parameters: [AuthenticationParameter],
        in value: String,
        where isSecret: (AuthenticationParameter) -> Bool
    ) -> String {
        var result = ""
        var end = value.startIndex
        for parameter in parameters where !parameter.content.isEmpty {
            let content = String(parameter.content)
            result += value[end..<parameter.content.startIndex]
            result +=
                isSecret(parameter) ? table.placeholder(for: content) : text(content, isResponse: true, .code)
            end = parameter.content.endIndex
        }
        return result + value[end...]
    }
}

/// One member of the list in a field with credentials or challenges: `scheme name="content"`, where the scheme is that of
/// the first parameter of a challenge, `scheme content` or `scheme`.
private struct AuthenticationParameter {
    let hasScheme: Bool
    /// In lower case. `nil` for a member without a parameter.
    let name: String?
    /// Without quotation marks.
    let content: Substring
    var isHarmless: Bool { name.map(Self.harmless.contains) ?? false }

    /// Parameters of credentials that aren't secrets (RFC 6750, RFC 7616).
    private static let harmless: Set<String> = [
        "algorithm", "charset", "domain", "error", "error_description", "nc", "qop", "realm", "scope", "stale", "uri",
        "userhash", "signedheaders", "oauth_signature_method", "oauth_version",
    ]

    init(_ member: Substring) {
        let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        let words = member.prefix { $0 != "=" }.split(whereSeparator: isSpace)
        let value = member.drop { $0 != "=" }.dropFirst().drop(while: isSpace)
        // Equals signs at the end of Base64 belong to it.
        guard value.contains(where: { $0 != "=" && !isSpace($0) }), (1...2).contains(words.count),
            let last = words.last,
            HTTPField.isToken(String(last))
        else {
            (hasScheme, name) = (true, nil)
            content = member.drop { !isSpace($0) && $0 != "=" }.drop(while: isSpace)
            return
        }
        (hasScheme, name) = (words.count == 2, last.lowercased())
        let quoted = value.dropFirst()
        content = value.first == "\"" ? quoted.dropLast(quoted.last == "\"" ? 1 : 0) : value
    }
}
