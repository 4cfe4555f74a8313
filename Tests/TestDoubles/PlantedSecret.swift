import Foundation

/// A text with a secret somewhere in it, made by a generator, so that the same seed makes the same text.
package struct PlantedSecret {
    package enum Kind: CaseIterable {
        // Hidden by its name or its place, wherever it stands.
        case userInfo, query, fragment, pathParameter, pathSegment, nestedURL, json, jsonString, jsonKey, form
        // Hidden by its beginning, wherever it stands.
        case knownToken
        // Hidden in descriptions, which have only outlines of JSON, and media types and lengths of other bodies.
        case jsonPair, jsonTable, csv, markup, multipart, prose, headers, dump

        /// Whether the secret is a part of a URL.
        package var isPartOfURL: Bool {
            [.userInfo, .query, .fragment, .pathParameter, .pathSegment, .nestedURL].contains(self)
        }
    }

    package let kind: Kind
    package let text: String
    /// The parts of the secret, which must not be shown. A truncated secret counts, too.
    package let parts: [String]
    /// Text that should be shown if the text isn't truncated. It is before the secret, or apart from it.
    package let witness: String
    package let isCut: Bool
    /// Whether debug descriptions and logs of bodies hide the secret, too.
    package var isHiddenInBodies: Bool { kind != .jsonPair && kind != .jsonTable }

    /// - Parameter name: The name of the secret. A harmless name makes a control text, in which the secret is shown.
    package init(_ kind: Kind, name: String, canCut: Bool, using random: inout SeededRandom) {
        self.kind = kind
        var (secret, parts) = Self.secret(isPlain: Self.isPlain(kind), using: &random)
        if kind == .knownToken { secret = Self.knownToken(of: secret, &random) }
        witness = random.pick(Self.words) + random.pick(Self.words)
        self.parts = parts
        let text = Self.text(kind, name, secret, witness, &random)
        // The rest of a known token can be too short to be recognized.
        isCut = canCut && kind != .knownToken && random.below(3) == 0
        guard isCut else {
            self.text = text
            return
        }
        // Cuts that leave at least a piece of the secret.
        // User info ends with "@". Without "@", it is a host.
        let end = text.lastIndex(of: "@").map { text.index(after: $0) }
        let first = end ?? text.range(of: parts[0])?.lowerBound ?? text.startIndex
        let start = text.distance(from: text.startIndex, to: first)
        self.text = String(text.prefix(start + 4 + random.below(max(1, text.count - start - 4))))
    }

    package static let names = [
        "password", "Password", "passwd", "user_password", "newPassword", "access_token", "accessToken", "refreshToken",
        "token", "X-Auth-Token", "csrf_token", "api_key", "apiKey", "X-Api-Key", "app_key", "X-App-Key",
        "client_secret",
        "clientSecret", "secret", "session_id", "sessionId", "Authorization", "authToken", "auth", "jwt", "X-JWT",
        "private_key", "signature", "X-Amz-Signature", "credential", "otp", "pin", "cvv", "passphrase",
        "pw", "iban", "cardNumber", "card_number",
    ]
    package static let harmlessNames = ["note", "city", "color", "fileName", "first_name", "kind"]
    private static let words = [
        "alder", "birch", "cedar", "hazel", "linden", "maple", "rowan", "spruce", "willow", "aspen", "larch", "yew",
    ]

    /// Kinds without escapes for their delimiters.
    private static func isPlain(_ kind: Kind) -> Bool {
        switch kind {
        case .json, .jsonPair, .jsonTable, .csv, .headers, .prose: false
        default: true
        }
    }

    private static func secret(isPlain: Bool, using random: inout SeededRandom) -> (String, [String]) {
        let alphabet = Array("abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789")
        func part(_ random: inout SeededRandom) -> String {
            String(
                (0..<(6 + random.below(8))).map {
                    $0 == 0 ? "k" : $0 == 2 ? "7" : $0 == 4 ? "3" : random.pick(alphabet)
                }
            )
        }
        let first = part(&random)
        guard !isPlain, random.below(3) == 0 else { return (first, [first]) }
        let second = part(&random)
        return (
            first + random.pick([":", "/", "@", "&", ";", " ", "=", "?", "#", "'", ">", "{", "]", "+", "ü", "."])
                + second, [first, second]
        )
    }

    /// A value whose beginning says that it is a secret.
    private static func knownToken(of secret: String, _ random: inout SeededRandom) -> String {
        random.pick([
            "ghp_\(secret)", "sk_live_\(secret)", "eyJhbGciOiJIUzI1NiJ9.\(secret).\(secret)",
            "glpat-\(secret)\(secret)",
            "AKIA\(secret)\(secret)", "-----BEGIN PRIVATE KEY----- \(secret) -----END PRIVATE KEY-----",
        ])
    }

    // MARK: - Texts

    private static func text(
        _ kind: Kind,
        _ name: String,
        _ secret: String,
        _ witness: String,
        _ random: inout SeededRandom
    ) -> String {
        let escaped = json(secret)
        // `/auth/v1` is the beginning of many APIs.
        let segment = name == "auth" ? "auth_token" : name
        switch kind {
        case .userInfo:
            let scheme = random.pick(["https://", "http:/", "http:///", "//", "HTTPS://", "https:\\\\", "postgres://"])
            return scheme + random.pick(["ada:\(secret)", secret, "\(secret):", "ada:x:\(secret)", "a@b:\(secret)"])
                + "@\(witness).example" + random.pick(["", "/a", ":80/a?b=c", "?x=y", "#z"])
        case .query:
            let separator = random.pick(["&", ";"])
            let encoded = random.below(4) == 0 ? percentEncoded(name) : name
            let tail = random.pick(["", "\(separator)page=2", "#top"])
            return random.pick(["https://a.example/b", "/b", "", "app:cb"])
                + "?q=\(witness)\(separator)\(encoded)=\(secret)\(tail)"
        case .fragment:
            return "https://a.example/\(witness)#" + random.pick(["", "/route?", "state=1&"]) + "\(name)=\(secret)"
        case .pathParameter:
            return random.pick(["https://a.example", ""]) + "/\(witness)"
                + random.pick([";\(name)=\(secret)/b", "/\(segment)/\(secret)", "/b;\(name)=\(secret)?c=d"])
        case .pathSegment:
            let place = random.pick([
                "token", "reset-password", "invitations", "verify", "users/7/\(segment)", "magic-link",
            ])
            return random.pick(["https://a.example", ""]) + "/\(witness)/\(place)/\(secret)"
                + random.pick(["", "/x", "?a=b"])
        case .nestedURL:
            let inner = "https://b.example/?\(name)=\(secret)"
            return "https://a.example/\(witness)?next=" + (random.below(2) == 0 ? percentEncoded(inner) : inner)
        case .json:
            let value = random.pick([
                "\"\(escaped)\"", "[\"\(escaped)\"]", "{\"x\":\"\(escaped)\"}", "[1,{\"y\":[\"\(escaped)\"]}]",
            ])
            let blank = random.pick(["", " ", "\n  "])
            let member = "\"\(name)\"\(blank):\(blank)\(value)"
            return random.pick([
                "{\"tree\":\"\(witness)\",\(blank)\(member)}", "[{\"tree\":\"\(witness)\"},{\(member),\"id\":1}]",
                "{\"a\":{\"tree\":\"\(witness)\",\"b\":{\(member)}},\"c\":null}",
                "{\"tree\":\"\(witness)\"}\n{\(member)}",
            ])
        case .jsonPair:
            let key = random.pick(["name", "key", "field", "id", "header", "parameter", "label", "type"])
            let valueKey = random.pick(["value", "val", "Value", "input", "stringValue", "default", "content"])
            let pair =
                random.below(2) == 0
                ? "\"\(key)\":\"\(name)\",\"\(valueKey)\":\"\(escaped)\""
                : "\"\(valueKey)\":\"\(escaped)\",\"\(key)\":\"\(name)\""
            return random.pick([
                "[{\"tree\":\"\(witness)\"},{\(pair)}]", "{\"tree\":\"\(witness)\",\"items\":[{\(pair)}]}",
                "[{\"tree\":\"\(witness)\"},{\"x\":1,\(pair),\"y\":null}]",
            ])
        case .jsonTable:
            return random.pick([
                "{\"columns\":[\"tree\",\"\(name)\",\"\(witness)\"],\"rows\":[[\"x\",\"\(escaped)\",1]]}",
                "[[\"\(witness)\",\"\(name)\",\"id\"],[\"x\",\"\(escaped)\",1]]",
                "{\"tree\":\"\(witness)\",\"pairs\":[[\"\(name)\",\"\(escaped)\"]]}",
                "{\"tree\":\"\(witness)\",\"loc\":[\"body\",\"\(name)\"],\"msg\":\"\(witness)\",\"input\":\"\(escaped)\"}",
            ])
        case .jsonString:
            let inner = random.pick([
                "{\"\(name)\":\"\(secret)\"}", "https://a.example/?\(name)=\(secret)", "\(name)=\(secret)&x=1",
                "See https://ada:\(secret)@a.example/, please", "[{\"a\":{\"\(name)\":[\"\(secret)\"]}}]",
            ])
            return "{\"tree\":\"\(witness)\",\"detail\":\"\(json(inner))\"}"
        case .knownToken:
            let text = random.pick([
                secret, "It was \(secret), sorry", "(\(secret))", "https://a.example/\(secret)?x=1",
            ])
            return random.pick([
                "\(witness) \(text)", "{\"tree\":\"\(witness)\",\"detail\":\"\(json(text))\"}",
                "https://a.example/?\(witness)=\(secret)",
            ])
        case .jsonKey:
            return "{\"tree\":\"\(witness)\",\"\(name)\":{\"\(secret)\":{\"id\":1}}}"
        case .form:
            return "tree=\(witness)&\(random.below(4) == 0 ? percentEncoded(name) : name)=\(secret)"
                + random.pick(["", "&page=2"])
        case .csv:
            let delimiter = random.pick([",", ";", "\t", "|"])
            let quote = random.pick(["", "\""])
            let end = random.pick(["\n", "\r\n"])
            let cells = [witness, name].map { quote + $0 + quote }
            return random.pick([
                cells.joined(separator: delimiter) + end + "ada\(delimiter)\(quote)\(secret)\(quote)" + end,
                cells.joined(separator: delimiter) + "\(delimiter)id\(end)ada\(delimiter)\(secret)\(delimiter)1",
                "\(witness)\(delimiter)x\(end)\(cells[1])\(delimiter)\(secret)",
                "# \(witness)\(end)\(cells[1])\(end)\(secret)\(end)",
            ])
        case .markup:
            let element = name.filter { $0.isLetter || $0 == "_" || $0 == "-" }
            return random.pick([
                "<a><tree>\(witness)</tree><\(element)>\(secret)</\(element)></a>",
                "<a tree=\"\(witness)\" \(element)=\"\(secret)\"/>",
                "<a tree='\(witness)'><\(element) x='1'><b>\(secret)</b></\(element)></a>",
                "<?xml version=\"1.0\"?><s:a><s:tree>\(witness)</s:tree><s:\(element)><![CDATA[\(secret)]]></s:\(element)></s:a>",
            ])
        case .multipart:
            return
                "--x\r\nContent-Disposition: form-data; name=\"tree\"\r\n\r\n\(witness)\r\n--x\r\nContent-Disposition: form-data; "
                + "name=\"\(name)\"\r\n\r\n\(secret)\r\n--x--\r\n"
        case .prose:
            return "\(witness) failed. "
                + random.pick([
                    "\(name): \(secret) is wrong", "\(name)=\(secret)", "with \(name) = '\(secret)'",
                    "{\(name): \(secret)}",
                    "--\(name) \(secret)", "\"\(name)\" : \"\(secret)\"", "user[\(name)]=\(secret)", "Bearer \(secret)",
                    "at https://a.example/?\(name)=\(secret.filter { !" >#&;".contains($0) }) (timeout)",
                    "at http:/ada:\(secret.filter { !" '<>".contains($0) })@host:80/x",
                    "for ada:\(secret.filter { !" '>,;{]".contains($0) })@db.example", "{\"\(name)\":\"\(secret)\"}",
                    "[\(name)=\(secret)]",
                ])
        case .headers:
            return "HTTP/1.1 200 OK\r\nX-Tree: \(witness)\r\n\(name): \(secret)\r\nAge: 1\r\n"
        case .dump:
            return "▿ \(witness)\n  - name: \"ada\"\n  - \(name): \"\(secret)\"\n"
        }
    }

    private static func json(_ text: String) -> String {
        text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
    }

    private static func percentEncoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
    }
}
