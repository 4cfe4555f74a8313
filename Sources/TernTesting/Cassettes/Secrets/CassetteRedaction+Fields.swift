import Foundation
import Tern

/// The secrets of fields.
extension CassetteRedaction {
    mutating func fields(_ fields: HTTPHeaders, isResponse: Bool) -> HTTPHeaders {
        var result = HTTPHeaders()
        for field in fields { result.add(value(of: field, isResponse: isResponse), for: field.name) }
        return result
    }

    private mutating func value(of field: HTTPHeaders.Field, isResponse: Bool) -> String {
        let name = field.name.lowercased()
        if rules.shows(field: field.name) {
            if ["location", "content-location", "referer", "origin"].contains(name) { return url(field.value) }
            return text(field.value, isResponse: true, .code)
        }
        if name == "cookie" { return field.value.split(separator: ";").map { cookie($0) }.joined(separator: ";") }
        if name == "set-cookie" {
            let pair = field.value.prefix { $0 != ";" }
            return cookie(pair) + field.value.dropFirst(pair.count)
        }
        if name.hasSuffix("authorization") { return credentials(field.value) }
        if name.hasSuffix("authenticate") { return challenges(field.value) }
        if name.hasSuffix("authentication-info") {
            return replaced(Self.parameters(of: field.value[...]), in: field.value) { !$0.isHarmless }
        }
        let isShort = field.value.utf8.count <= 5
        let isPlain = field.value.utf8.allSatisfy { $0 &- 48 < 10 } || ["true", "false"].contains(field.value)
        // Numbers of elements and of pages, which the next request depends on.
        if isResponse, isShort, isPlain, !rules.hides(field.name) { return field.value }
        // The value of a field that isn't known may be a word of other texts.
        return table.placeholder(for: field.value, isEverywhere: rules.hides(field.name))
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
        guard scheme.lowercased() != "bearer", parameters.allSatisfy({ $0.hasName && $0.scheme.isEmpty }) else {
            return "\(scheme) \(table.placeholder(for: String(rest)))"
        }
        return replaced(parameters, in: value) { !$0.isHarmless }
    }

    /// Challenges, one or several (RFC 9110, section 11.6.1). They tell how to log in, so their parameters are secret only
    /// under the name of a secret.
    private mutating func challenges(_ value: String) -> String {
        replaced(Self.parameters(of: value[...]), in: value) { [rules] in
            !$0.hasName || rules.hides($0.name, isResponse: true)
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
    /// Empty if the member has none.
    let scheme: Substring
    /// In lower case. Empty for a member without a parameter.
    let name: String
    /// Without quotation marks.
    let content: Substring
    var hasName: Bool { !name.isEmpty }
    var isHarmless: Bool { Self.harmless.contains(name) }

    /// Parameters of credentials that aren't secrets (RFC 6750, RFC 7616).
    private static let harmless: Set<String> = [
        "algorithm", "charset", "domain", "error", "error_description", "nc", "qop", "realm", "scope", "stale", "uri",
        "userhash", "signedheaders", "oauth_signature_method", "oauth_version",
    ]

    init(_ member: Substring) {
        let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        let first = member.prefix { !isSpace($0) && $0 != "=" }
        let rest = member[first.endIndex...].drop(while: isSpace)
        // The spaces around an equals sign mean nothing.
        let isNamed = rest.first == "=" && rest.contains { $0 != "=" && !isSpace($0) }
        let parameter = isNamed ? member : rest
        let token = parameter.prefix { !isSpace($0) && $0 != "=" }
        let value = parameter[token.endIndex...].drop(while: isSpace)
        scheme = isNamed ? first.prefix(0) : first
        guard value.first == "=", value.contains(where: { $0 != "=" && !isSpace($0) }), HTTPField.isToken(String(token))
        else {
            (name, content) = ("", rest)
            return
        }
        name = token.lowercased()
        let text = value.dropFirst().drop(while: isSpace)
        let quoted = text.dropFirst()
        content = text.first == "\"" ? quoted.dropLast(quoted.last == "\"" ? 1 : 0) : text
    }
}
