import Foundation

/// What keeps secrets out of every text form: which names carry them, and how a text is written without them.
enum Redaction {
    static let mark = "<redacted>"

    /// Whether a header field of this name carries credentials.
    static func isSensitive(field name: String) -> Bool {
        ["cookie", "set-cookie", "www-authenticate", "proxy-authenticate"].contains(name.lowercased())
            || isSensitive(key: name)
    }

    /// Whether a query item, a form field or a JSON key of this name carries a secret.
    static func isSensitive(key name: String) -> Bool {
        let name = name.lowercased().filter { $0 != "_" && $0 != "-" && $0 != "." }
        return exactNames.contains(name) || fragments.contains { name.contains($0) }
    }

    private static let exactNames: Set<String> = ["key", "sig", "code", "pin", "otp", "pwd", "jwt", "sid", "auth"]
    private static let fragments = [
        "token", "secret", "passw", "passphrase", "apikey", "accesskey", "privatekey", "authorization", "signature",
        "credential", "session", "bearer", "oauth", "assertion",
    ]

    /// Method and URL of a request, without its user info and its secret query items.
    static func line(of request: URLRequest) -> String {
        let url = request.url.map { text(of: $0.absoluteString) } ?? "no URL"
        return "\(request.httpMethod ?? "GET") \(url)"
    }

    /// A URL without its user info and its secret query items.
    static func text(of url: String) -> String {
        let parts = Parts(url)
        var text = parts.userInfo == nil ? parts.beforeUserInfo : parts.beforeUserInfo + mark + "@"
        text += parts.afterUserInfo
        if let query = parts.query {
            let items = query.split(separator: "&", omittingEmptySubsequences: false).map { item in
                guard let end = item.firstIndex(of: "="), isSecret(item: item) else { return String(item) }
                return item[...end] + mark
            }
            text += "?" + items.joined(separator: "&")
        }
        return text + parts.fragment
    }

    /// A text of somebody else's about this request, in which the values of the request's secrets are replaced.
    static func scrub(_ text: String, request: URLRequest?) -> String {
        guard let request else { return text }
        return secrets(of: request).reduce(text) { $0.replacingOccurrences(of: $1, with: mark) }
    }

    /// The values of a request's secret fields, query items and user info, as sent and unescaped, longest first.
    private static func secrets(of request: URLRequest) -> [String] {
        var secrets: Set<String> = []
        for (name, value) in request.allHTTPHeaderFields ?? [:] where isSensitive(field: name) {
            secrets.insert(value)
            // A scheme's name is no secret; what stands behind it is.
            if let space = value.firstIndex(of: " ") { secrets.insert(String(value[value.index(after: space)...])) }
        }
        let parts = Parts(request.url?.absoluteString ?? "")
        if let userInfo = parts.userInfo {
            secrets.formUnion([userInfo] + userInfo.split(separator: ":").map(String.init))
        }
        for item in (parts.query ?? "").split(separator: "&") where isSecret(item: item) {
            secrets.insert(String(item.drop { $0 != "=" }.dropFirst()))
        }
        secrets.formUnion(secrets.compactMap(\.removingPercentEncoding))
        // Shorter ones would mangle every text, and hide nothing.
        return secrets.filter { $0.count >= 4 }.sorted { ($0.count, $0) > ($1.count, $1) }
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
        var fragment = ""

        init(_ url: String) {
            var rest = url[...]
            if let start = rest.firstIndex(of: "#") {
                fragment = String(rest[start...])
                rest = rest[..<start]
            }
            if let start = rest.firstIndex(of: "?") {
                query = String(rest[rest.index(after: start)...])
                rest = rest[..<start]
            }
            guard let slashes = rest.range(of: "//") else {
                afterUserInfo = String(rest)
                return
            }
            beforeUserInfo = String(rest[..<slashes.upperBound])
            let authority = rest[slashes.upperBound...].prefix { $0 != "/" }
            if let at = authority.lastIndex(of: "@") {
                userInfo = String(authority[..<at])
                afterUserInfo = String(rest[rest.index(after: at)...])
            } else {
                afterUserInfo = String(rest[slashes.upperBound...])
            }
        }
    }
}
