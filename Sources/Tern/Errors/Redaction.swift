import Foundation

/// What keeps secrets out of every text form: which names carry them, and how a text is written without them.
package enum Redaction {
    static let mark = "<redacted>"

    /// Whether a header field of this name carries credentials.
    static func isSensitive(field name: String) -> Bool {
        ["www-authenticate", "proxy-authenticate"].contains(name.lowercased()) || isSensitive(key: name)
    }

    /// Whether a query item, a form field or a JSON key of this name carries a secret.
    static func isSensitive(key name: String) -> Bool {
        let name = name.lowercased().filter { $0 != "_" && $0 != "-" && $0 != "." }
        return exactNames.contains(name) || fragments.contains { name.contains($0) }
    }

    /// Whether a key of this name in a response carries a secret. There a `code` is that of an error.
    static func isSensitive(responseKey name: String) -> Bool {
        isSensitive(key: name) && name.lowercased() != "code"
    }

    private static let exactNames: Set<String> = [
        "key", "sig", "code", "pass", "pin", "pincode", "otp", "otpcode", "totp", "mfacode", "cvv", "cvc", "jwt", "sid",
        "auth", "xauth",
    ]
    private static let fragments = [
        "token", "secret", "passw", "passphrase", "passcode", "pwd", "cookie", "apikey", "accesskey", "privatekey",
        "authkey", "accountkey", "sharedkey", "subscriptionkey", "functionskey", "authorization", "signature",
        "credential", "session", "bearer", "oauth", "assertion",
    ]

    /// Method and URL of a request, without its user info and its secret query items.
    package static func line(of request: URLRequest) -> String {
        let url = request.url.map { text(of: $0.absoluteString) } ?? "no URL"
        return "\(request.httpMethod ?? "GET") \(url)"
    }

    /// A URL without its user info and its secret query items.
    package static func text(of url: String) -> String {
        let parts = Parts(url)
        var text = parts.userInfo == nil ? parts.beforeUserInfo : parts.beforeUserInfo + mark + "@"
        text += parts.afterUserInfo
        if let query = parts.query { text += "?" + self.text(ofItems: query) }
        // Some redirects carry tokens there.
        if let fragment = parts.fragment { text += "#" + self.text(ofItems: fragment) }
        return text
    }

    private static func text(ofItems items: String) -> String {
        items.split(separator: "&", omittingEmptySubsequences: false).map { item in
            guard let end = item.firstIndex(of: "="), isSecret(item: item) else { return String(item) }
            return item[...end] + mark
        }.joined(separator: "&")
    }

    /// A text of somebody else's about this request, in which the values of the request's secrets are replaced.
    static func scrub(_ text: String, request: URLRequest?) -> String {
        guard let request else { return text }
        return secrets(of: request).reduce(text) { $0.replacingOccurrences(of: $1, with: mark) }
    }

    /// The values of a request's secret fields, query items, user info and body, as sent and unescaped, longest first.
    private static func secrets(of request: URLRequest) -> [String] {
        var secrets: Set<String> = []
        for (name, value) in request.allHTTPHeaderFields ?? [:] where isSensitive(field: name) {
            secrets.insert(value)
            // A scheme's name is no secret; what stands behind it is.
            if let space = value.firstIndex(of: " ") { secrets.insert(String(value[value.index(after: space)...])) }
            guard name.isEqualIgnoringASCIICase(to: "Cookie") else { continue }
            for pair in value.split(separator: ";").map({ $0.trimmingCharacters(in: .whitespaces) }) {
                let content = pair.drop { $0 != "=" }.dropFirst()
                // Short ones are flags: words that other texts have too.
                secrets.formUnion(content.count >= 6 ? [pair, String(content)] : [pair])
            }
        }
        let parts = Parts(request.url?.absoluteString ?? "")
        if let userInfo = parts.userInfo {
            secrets.formUnion([userInfo] + userInfo.split(separator: ":").map(String.init))
        }
        for item in (parts.query ?? "").split(separator: "&") where isSecret(item: item) {
            secrets.insert(String(item.drop { $0 != "=" }.dropFirst()))
        }
        secrets.formUnion(bodySecrets(of: request))
        secrets.formUnion(secrets.compactMap(\.removingPercentEncoding))
        // Shorter ones would mangle every text, and hide nothing.
        return secrets.filter { $0.count >= 4 }.sorted { ($0.count, $0) > ($1.count, $1) }
    }

    /// The values of secret keys in a form or a JSON body. Large bodies are not read for the sake of a text.
    private static func bodySecrets(of request: URLRequest) -> [String] {
        guard let body = request.httpBody, body.count <= 65_536,
            let type = request.value(forHTTPHeaderField: "Content-Type")?.lowercased()
        else { return [] }
        if type.contains("json") {
            return (try? JSONSerialization.jsonObject(with: body)).map { leaves(of: $0, isSecret: false) } ?? []
        }
        guard type.hasPrefix("application/x-www-form-urlencoded") else { return [] }
        return String(decoding: body, as: UTF8.self).split(separator: "&").filter(isSecret(item:)).flatMap { item in
            let value = String(item.drop { $0 != "=" }.dropFirst())
            return [value, value.replacingOccurrences(of: "+", with: " ")]
        }
    }

    private static func leaves(of value: Any, isSecret: Bool) -> [String] {
        switch value {
        case let object as [String: Any]:
            object.flatMap { leaves(of: $0.value, isSecret: isSecret || isSensitive(key: $0.key)) }
        case let array as [Any]: array.flatMap { leaves(of: $0, isSecret: isSecret) }
        default: isSecret ? ["\(value)"] : []
        }
    }

    private static func isSecret(item: Substring) -> Bool {
        let name = String(item.prefix { $0 != "=" })
        return isSensitive(key: name.removingPercentEncoding ?? name)
    }

    /// A URL cut at what has to be looked at.
    private struct Parts {
        var beforeUserInfo = ""
        var userInfo: String?
        var afterUserInfo = ""
        var query: String?
        var fragment: String?

        init(_ url: String) {
            var rest = url[...]
            if let start = rest.firstIndex(of: "#") {
                fragment = String(rest[rest.index(after: start)...])
                rest = rest[..<start]
            }
            if let start = rest.firstIndex(of: "?") {
                query = String(rest[rest.index(after: start)...])
                rest = rest[..<start]
            }
            // Without a scheme, what stands in front may still be user info.
            var start = rest.startIndex
            if let slashes = rest.range(of: "//"), !rest[..<slashes.lowerBound].contains(where: { "/@".contains($0) }) {
                start = slashes.upperBound
            }
            beforeUserInfo = String(rest[..<start])
            let authority = rest[start...].prefix { $0 != "/" }
            if let at = authority.lastIndex(of: "@") {
                userInfo = String(authority[..<at])
                afterUserInfo = String(rest[rest.index(after: at)...])
            } else {
                afterUserInfo = String(rest[start...])
            }
        }
    }
}
