/// Recognizes the names of secrets.
extension Redaction {
    /// Whether a header field of this name carries credentials.
    static func isSensitive(field name: String) -> Bool {
        name.lowercased().hasSuffix("-authenticate") || isSensitive(key: name)
    }

    /// Whether a query item, a form field or a JSON key of this name carries a secret.
    static func isSensitive(key name: String) -> Bool {
        let plain = String(String.UnicodeScalarView(name.lowercased().unicodeScalars.filter(isAlphanumeric)))
        if exactNames.contains(plain) || containsFragment(Array(plain.utf8)) { return true }
        let words = words(of: name)
        if words.contains(where: secretWords.contains) { return true }
        // "app_key" is a secret; "sort_key" isn't. `exactNames` lists the names of one word.
        guard words.count > 1, let last = words.last, last == "key" || last == "keys" else { return false }
        return !harmlessKeys.contains(words[words.count - 2])
    }

    private static func containsFragment(_ name: [UInt8]) -> Bool {
        for start in name.indices {
            guard let candidates = fragments[name[start]] else { continue }
            let suffix = name[start...]
            if harmlessFragments.contains(where: suffix.starts) { continue }
            if candidates.contains(where: suffix.starts) { return true }
        }
        return false
    }

    /// Whether a key of this name in a response carries a secret. In a response, `code` is an error code.
    static func isSensitive(responseKey name: String) -> Bool {
        isSensitive(key: name) && name.lowercased() != "code"
    }

    /// Whether a value is itself the name of a secret, as in `{"name": "password", "value": "…"}` and in the first row
    /// of a table.
    static func isNameOfSecret(_ value: some StringProtocol) -> Bool {
        guard (2...40).contains(value.utf8.count) else { return false }
        var wordCount = 1
        for character in value.unicodeScalars {
            if character == " " { wordCount += 1 }
            guard isAlphanumeric(character) || " _-.:[]".unicodeScalars.contains(character) else { return false }
        }
        return wordCount <= 3 && turnsBetweenLettersAndDigits(value) < 3 && isSensitive(responseKey: String(value))
    }

    /// Whether a name is generic, such as `value`. The value under a generic name may be a secret whose name is in
    /// another member.
    static func isNameOfValue(_ name: String) -> Bool {
        let words = words(of: name)
        return words.contains(where: valueWords.contains) || (words.count == 1 && contentWords.contains(words[0]))
    }

    /// Whether a value under this name is a message, such as an error text about a secret, and not a secret.
    static func isNameOfMessage(_ name: String) -> Bool {
        words(of: name).contains(where: messageWords.contains)
    }

    /// Whether a number under this name is an amount or a time, as in `max_tokens`, `session_count` and
    /// `token_expires_in`.
    static func isNameOfAmount(_ name: String) -> Bool {
        let words = words(of: name)
        guard let last = words.last else { return false }
        return amountWords.contains(last) || words.dropFirst().contains("expires")
    }

    /// Whether a text looks random: it is long, or alternates between letters and digits.
    static func looksRandom(_ text: some StringProtocol) -> Bool {
        let turns = turnsBetweenLettersAndDigits(text)
        let digits = text.utf8.lazy.filter { (0x30...0x39).contains($0) }.count
        return turns >= 2 || (turns > 0 && (digits >= 3 || text.first?.isNumber == true)) || text.utf8.count >= 32
    }

    /// Whether a text looks random or like Base64: it ends with `=`, or has upper-case letters after its first
    /// character.
    static func looksEncoded(_ text: String) -> Bool {
        looksRandom(text) || text.hasSuffix("=")
            || (text.count >= 8 && text.dropFirst().contains(where: \.isUppercase)
                && text.contains(where: \.isLowercase))
    }

    private static func turnsBetweenLettersAndDigits(_ text: some StringProtocol) -> Int {
        var turns = 0
        var wasDigit: Bool?
        for scalar in text.unicodeScalars where isAlphanumeric(scalar) {
            let isDigit = ("0"..."9").contains(scalar)
            if let wasDigit, wasDigit != isDigit { turns += 1 }
            wasDigit = isDigit
        }
        return turns
    }

    static func isAlphanumeric(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII {
            return ("0"..."9").contains(scalar) || ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
        }
        return scalar.properties.isAlphabetic
    }

    /// The words of a name in lower case: "app" and "key" for `appKey`, `App-Key` and `APP_KEY`.
    private static func words(of name: String) -> [String] {
        var words: [String] = []
        var word = ""
        let scalars = Array(name.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            guard isAlphanumeric(scalar) else {
                if !word.isEmpty { words.append(word) }
                word = ""
                continue
            }
            let isUpper = scalar.properties.isUppercase
            if isUpper, index > 0 {
                let isAfterLower = !scalars[index - 1].properties.isUppercase
                let isBeforeLower = index + 1 < scalars.count && scalars[index + 1].properties.isLowercase
                if (isAfterLower || isBeforeLower) && !word.isEmpty {
                    words.append(word)
                    word = ""
                }
            }
            word += scalar.properties.lowercaseMapping
        }
        if !word.isEmpty { words.append(word) }
        return words
    }

    private static let exactNames: Set<String> = ["key", "code", "pincode", "otpcode", "mfacode", "xauth", "dpop"]
    private static let fragments = Dictionary(
        grouping: [
            "token", "secret", "passw", "passphrase", "passcode", "pwd", "cookie", "apikey", "accesskey", "privatekey",
            "authkey", "accountkey", "sharedkey", "subscriptionkey", "functionskey", "appkey", "applicationkey",
            "masterkey",
            "signingkey", "encryptionkey", "clientkey", "serverkey", "userkey", "authorization", "authentication",
            "signature", "credential", "session", "bearer", "oauth", "assertion", "clientcert",
            "verifier", "devicecode", "verificationcode", "securitycode", "recoverycode", "backupcode",
        ].map { Array($0.utf8) }
    ) { $0[0] }
    /// Parts of words that contain "secret".
    private static let harmlessFragments = ["secretary", "secretari"].map { Array($0.utf8) }
    private static let amountWords: Set<String> = ["tokens", "count", "limit"]
    private static let secretWords: Set<String> = [
        "sig", "pass", "pin", "otp", "totp", "hotp", "mfa", "cvv", "cvc", "jwt", "jws", "jwe", "sid", "auth", "hmac",
        "csrf", "xsrf", "psk", "saml", "ssn", "nonce", "dpop",
    ]
    private static let harmlessKeys: Set<String> = [
        "public", "primary", "foreign", "sort", "partition", "cache", "row", "object", "project", "issue", "group",
        "message", "idempotency",
    ]
    private static let valueWords: Set<String> = ["value", "values", "val", "v", "input"]
    private static let contentWords: Set<String> = [
        "content", "data", "text", "string", "default", "current", "old", "new",
    ]
    private static let messageWords: Set<String> = [
        "message", "msg", "error", "errors", "detail", "details", "description", "reason", "hint", "help", "status",
    ]
}
