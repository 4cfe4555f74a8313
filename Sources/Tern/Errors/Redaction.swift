import Foundation

/// What keeps secrets out of every text form: which names carry them, and how a text is written without them.
enum Redaction {
    static let mark = "<redacted>"

    /// Whether a header field of this name carries credentials.
    static func isSensitive(field name: String) -> Bool {
        let name = name.lowercased()
        return ["cookie", "set-cookie", "www-authenticate", "proxy-authenticate"].contains(name)
            || isSensitive(key: name)
    }

    /// Whether a query item, a form field or a JSON key of this name carries a secret.
    static func isSensitive(key name: String) -> Bool {
        let name = name.lowercased().filter { $0 != "_" && $0 != "-" }
        return exactNames.contains(name) || fragments.contains { name.contains($0) }
    }

    private static let exactNames: Set<String> = ["key", "sig", "code", "pin", "otp", "pwd", "jwt", "sid", "auth"]
    private static let fragments = [
        "token", "secret", "passw", "passphrase", "apikey", "accesskey", "privatekey", "authorization", "signature",
        "credential", "session", "bearer", "oauth", "assertion",
    ]
}
