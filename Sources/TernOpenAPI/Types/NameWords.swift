/// The words of a name: `user`, `HTTP` and `server` of `user_HTTPServer`.
enum NameWords {
    /// At least one word. Signs that tell names apart are words: `plus` and `1` of `+1`.
    static func words(of text: String) -> [String] {
        let characters = text.map { $0 }
        guard let first = characters.firstIndex(where: isPart), let last = characters.lastIndex(where: isPart) else {
            let signs = signWords(of: characters)
            return signs.isEmpty ? ["value"] : signs
        }
        let before = String(characters[..<first])
        let after = String(characters[(last + 1)...])
        let core = camelWords(of: characters[first...last])
        // USER_NAME has the words user and name; but USERName keeps its first one.
        let isShouting = !core.contains { $0.contains(where: \.isLowercase) }
        return (signsBefore.contains(before) ? signWords(of: before) : [])
            + (isShouting ? core.map { $0.lowercased() } : core)
            + (signsAfter.contains(after) ? signWords(of: after) : [])
    }

    /// With a capital letter, and known acronyms in capitals: `User`, `ID`.
    static func capitalized(_ word: String) -> String {
        acronyms[word.lowercased()] ?? word.prefix(1).uppercased() + word.dropFirst()
    }

    /// As the first word of a member: `user`, `http`, `ids`.
    static func lowercased(_ word: String) -> String {
        let isAcronym = word.dropLast(word.hasSuffix("s") ? 1 : 0).allSatisfy { !$0.isLowercase }
        return isAcronym ? word.lowercased() : word.prefix(1).lowercased() + word.dropFirst()
    }

    /// Whether an identifier may contain the character.
    static func isPart(_ character: Character) -> Bool {
        character.isASCII ? character.isLetter || character.isNumber : character.unicodeScalars.allSatisfy(isPart)
    }

    // MARK: - Private

    private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.properties.isAlphabetic || scalar.properties.numericType != nil { return true }
        return [.nonspacingMark, .spacingMark].contains(scalar.properties.generalCategory)
    }

    /// Words end at characters that names don't have, before a capital letter after a small one or a digit, and before
    /// the last of several capital letters with a small one after it.
    private static func camelWords(of characters: ArraySlice<Character>) -> [String] {
        var words = [""]
        for index in characters.indices {
            let character = characters[index]
            let previous = index > characters.startIndex ? characters[index - 1] : " "
            let next = index + 1 < characters.endIndex ? characters[index + 1] : " "
            guard isPart(character) else {
                words.append(character == "." && previous.isNumber && next.isNumber ? "point" : "")
                continue
            }
            // The plural of an acronym, as in userIDsOnly, isn't the beginning of a word.
            let after = index + 2 < characters.endIndex ? characters[index + 2] : " "
            let isPlural = next == "s" && !after.isLowercase
            let endsCapitals = previous.isUppercase && next.isLowercase && !isPlural
            if character.isUppercase, previous.isLowercase || previous.isNumber || endsCapitals { words.append("") }
            words[words.count - 1].append(character)
        }
        return words.filter { !$0.isEmpty }
    }

    private static func signWords(of text: some Sequence<Character>) -> [String] {
        text.compactMap { signs[$0] }.flatMap { $0.split(separator: " ").map(String.init) }
    }

    /// Before letters and digits, these tell names apart: `-1`, `-created`, `<=5`.
    private static let signsBefore: Set<String> = ["+", "-", "<", ">", "<=", ">=", "=", "==", "!=", "!", "*", "~"]
    /// And these after them: `c++`, `100%`.
    private static let signsAfter: Set<String> = ["+", "++", "-", "%", "*"]

    private static let signs: [Character: String] = [
        "+": "plus", "-": "minus", "<": "less", ">": "greater", "=": "equal", "!": "not", "*": "asterisk",
        "%": "percent", "&": "and", "|": "pipe", "/": "slash", "\\": "backslash", ".": "dot", ",": "comma",
        ":": "colon", ";": "semicolon", "?": "question mark", "#": "hash", "@": "at", "$": "dollar", "€": "euro",
        "£": "pound", "~": "tilde", "^": "caret", "_": "underscore", "'": "apostrophe", "\"": "quote",
        "`": "backtick", "(": "parenthesis", "[": "bracket", "{": "brace", " ": "space", "\n": "newline",
        "\t": "tab",
    ]

    private static let acronyms = [
        "api": "API", "apis": "APIs", "css": "CSS", "csv": "CSV", "dns": "DNS", "html": "HTML", "http": "HTTP",
        "https": "HTTPS", "id": "ID", "ids": "IDs", "ip": "IP", "ips": "IPs", "json": "JSON", "pdf": "PDF",
        "sql": "SQL", "ssh": "SSH", "ssl": "SSL", "tls": "TLS", "uri": "URI", "uris": "URIs", "url": "URL",
        "urls": "URLs", "utc": "UTC", "uuid": "UUID", "uuids": "UUIDs", "xml": "XML",
    ]
}
