import Foundation

/// The lists of names.
extension Redaction {
    /// The members of RFC 9457 and of OAuth errors (RFC 6749, section 5.2), and the usual names of other APIs.
    static let errorMembers: Set<String> = [
        "type", "title", "status", "detail", "error", "error_description", "code", "message",
    ]

    /// Further elements of XML in small letters: those of S3, SOAP and WebDAV.
    static let errorElements: Set<String> = ["reason", "faultcode", "faultstring", "requestid", "exception"]

    /// A name without case and punctuation.
    static func plain(_ name: String) -> String {
        // Without this, an accent that is a scalar of its own would be removed as punctuation.
        let name = name.utf8.allSatisfy { $0 < 0x80 } ? name : name.precomposedStringWithCanonicalMapping
        return String(String.UnicodeScalarView(name.lowercased().unicodeScalars.filter(isAlphanumeric)))
    }

    static func isAlphanumeric(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.isASCII else { return scalar.properties.isAlphabetic }
        return ("0"..."9").contains(scalar) || ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
    }

    // MARK: - Fields

    static func isHarmless(field name: String) -> Bool {
        let name = name.lowercased()
        return harmlessFields.contains(name) || harmlessPrefixes.contains(where: name.hasPrefix)
            || (harmlessSuffixes.contains(where: name.hasSuffix) && !isNameOfSecret(name))
    }

    /// Fields that describe the message, the connection or the server.
    private static let harmlessFields = Set(
        words: """
            accept accept-charset accept-encoding accept-language accept-patch accept-post accept-ranges age allow \
            alt-svc cache-control cache-status cdn-cache-control cf-ray connection content-digest content-encoding \
            content-language content-length content-location content-range content-type date deprecation digest \
            early-data etag expect expires host idempotency-key if-match if-modified-since if-none-match if-range \
            if-unmodified-since keep-alive last-modified link location max-forwards origin pragma prefer \
            preference-applied priority proxy-status range referer referrer-policy repr-digest request-id retry-after \
            server server-timing strict-transport-security sunset te timing-allow-origin traceparent trailer \
            transfer-encoding upgrade user-agent vary via want-content-digest want-repr-digest warning x-amz-apigw-id \
            x-amz-cf-id x-amz-id-2 x-api-version x-cache x-cloud-trace-context x-content-type-options x-frame-options \
            x-influxdb-error x-influxdb-version x-powered-by x-requested-with x-runtime x-vercel-id
            """
    )
    private static let harmlessPrefixes = [
        "access-control-", "ratelimit", "x-ratelimit-", "x-rate-limit-", "sec-fetch-",
    ]
    /// Ids of requests, such as `x-amzn-requestid` and `x-ms-correlation-request-id`, and errors.
    private static let harmlessSuffixes = [
        "request-id", "requestid", "req-id", "correlation-id", "trace-id", "traceid", "error-code", "errortype",
    ]

    /// Fields whose value is a URL.
    static let urlFields: Set<String> = ["location", "content-location", "referer", "origin"]

    // MARK: - Names of secrets

    /// Whether a header field, a query item, a form field or a JSON member of this name holds a secret.
    static func isNameOfSecret(_ name: String) -> Bool {
        let plain = plain(name)
        if secretNames.contains(plain) || containsSecretFragment(Array(plain.utf8)) { return true }
        let words = words(of: name)
        // "cvv2" is the same word as "cvv".
        if words.contains(where: { secretWords.contains($0.trimmingCharacters(in: .decimalDigits)) }) { return true }
        // "app_key" is a secret; "sort_key" isn't. `secretNames` has the names of one word.
        guard words.count > 1, let last = words.last, last == "key" || last == "keys" else { return false }
        return !harmlessKeys.contains(words[words.count - 2])
    }

    /// Whether a number under this name is an amount or a time, as in `max_tokens`, `session_count` and
    /// `token_expires_in`.
    package static func isNameOfAmount(_ name: String) -> Bool {
        let words = words(of: name)
        guard let last = words.last else { return false }
        return ["tokens", "count", "limit"].contains(last) || words.dropFirst().contains("expires")
    }

    /// Whether the segments of a path after this segment are secrets.
    static func precedesSecret(_ segment: String) -> Bool {
        let plain = plain(segment)
        if pathNames.contains(plain) { return true }
        return !harmlessPathNames.contains(plain) && segment.utf8.count <= 40 && isNameOfSecret(segment)
    }

    /// Whether a segment of a path names a resource or an action, even after the name of a secret.
    static func isHarmless(segment: String) -> Bool {
        let segment = segment.lowercased()
        if segment.first == "v", segment.dropFirst().allSatisfy(\.isNumber) { return segment.count <= 3 }
        return actions.contains(segment)
    }

    private static func containsSecretFragment(_ name: [UInt8]) -> Bool {
        name.indices.contains {
            fragments.text(in: name, at: $0) != nil && harmlessFragments.text(in: name, at: $0) == nil
        }
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
            if scalar.properties.isUppercase, index > 0 {
                let isAfterLower = !scalars[index - 1].properties.isUppercase
                let isBeforeLower = index + 1 < scalars.count && scalars[index + 1].properties.isLowercase
                if (isAfterLower || isBeforeLower) && !word.isEmpty {
                    words.append(word)
                    word = ""
                }
            }
            word += scalar.properties.lowercaseMapping
        }
        return word.isEmpty ? words : words + [word]
    }

    private static let secretNames = Set(
        words: """
            key code pincode otpcode mfacode xauth dpop pw cardnumber cardno creditcard debitcard ccnumber accountnumber \
            routingnumber passport passportnumber taxid
            """
    )
    private static let fragments = TextList(
        """
        token,secret,passw,passphrase,passcode,passkey,pwd,cookie,apikey,accesskey,privatekey,authkey,\
        accountkey,sharedkey,subscriptionkey,functionskey,appkey,applicationkey,masterkey,signingkey,\
        encryptionkey,clientkey,serverkey,userkey,authorization,authentication,signature,credential,\
        session,bearer,oauth,assertion,clientcert,verifier,devicecode,verificationcode,securitycode,\
        recoverycode,backupcode,cardnumber
        """
    )
    /// Parts of words that contain "secret".
    private static let harmlessFragments = TextList("secretary,secretari")
    private static let secretWords = Set(
        words: """
            sig pass pin otp totp hotp mfa cvv cvc jwt jws jwe sid auth hmac csrf xsrf psk saml ssn nonce dpop iban pw \
            authenticate
            """
    )
    private static let harmlessKeys = Set(
        words: """
            public primary foreign sort partition cache row object project issue group message idempotency
            """
    )
    private static let pathNames = Set(
        words: """
            reset resetlink recover recovery verify verification verifyemail confirm confirmation confirmemail activate \
            activation invite invites invitation invitations magic magiclink unsubscribe
            """
    )
    /// Names of secrets that are often the names of whole APIs, such as `/auth/v1/users`.
    private static let harmlessPathNames: Set<String> = [
        "auth", "oauth", "oauth2", "oauth20", "code", "codes", "key", "keys",
    ]
    private static let actions = Set(
        words: """
            accept access all auth authorize cancel check complete confirm create current decline delete email exchange \
            forgot info introspect list login logout me new password pin refresh request resend reset revoke rotate self \
            send session status token update validate verify
            """
    )
}
