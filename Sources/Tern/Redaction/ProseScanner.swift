/// Copies a text up to its first secret, with the secrets in URLs redacted.
struct ProseScanner {
    /// The secrets that the scanner looks for.
    enum Scope {
        /// All secrets, including those in markup. The text ends at the first secret outside a URL.
        case everything
        /// Only secrets in URLs. For a text whose other secrets are redacted already.
        case urls
    }

    private let scope: Scope
    private let source: ArraySlice<Unicode.Scalar>
    private let depth: Int
    private let hasUserInfo: Bool
    private var index: Int
    private var shown: [Unicode.Scalar] = []

    /// The last word that may be a name.
    private var word: [Unicode.Scalar] = []
    private var wordStart = 0
    private var beforeWord: Unicode.Scalar?
    private var isWordEnded = false
    /// Whether the word is the value of a word such as `name` or `key`, as in `name: "password"`.
    private var isNamed = false
    private var hasSeparator = false

    /// The open brackets. `start` is the index of a bracket in `shown`, and `value` is the start of the first value in
    /// the brackets whose name may follow later.
    private var brackets: [(start: Int, value: Int?)] = []
    /// The start of the first value in a line without brackets whose name may follow later.
    private var lineValue: Int?

    init(_ source: ArraySlice<Unicode.Scalar>, hides scope: Scope = .everything, depth: Int) {
        self.source = source
        self.scope = scope
        self.depth = depth
        hasUserInfo = source.contains("@")
        index = source.startIndex
    }

    static func text(of source: ArraySlice<Unicode.Scalar>, hides scope: Scope = .everything, depth: Int) -> String {
        var scanner = ProseScanner(source, hides: scope, depth: depth)
        _ = scanner.run()
        return scanner.text
    }

    var text: String { String(String.UnicodeScalarView(shown)) }

    /// - Returns: `true` if the scanner reached the end of the source. Otherwise ``text`` ends with the redaction mark.
    mutating func run() -> Bool {
        while index < source.endIndex {
            let scalar = source[index]
            if scalar == "/" || hasUserInfo || scope == .urls, isStartOfToken, showPath() || hideUserInfo() { continue }
            if scope == .everything, scalar == "<", showMarkup() { return true }
            if isPartOfWord(scalar) {
                if word.isEmpty || isWordEnded { startWord() }
                word.append(scalar)
            } else if !word.isEmpty {
                if scope == .everything, let start = startOfSecret(at: scalar) {
                    cut(at: start)
                    return false
                }
                if scalar == ":", showURL() { continue }
                endWord(at: scalar)
            } else {
                hasSeparator = false
            }
            trackBrackets(scalar)
            shown.append(scalar)
            index += 1
        }
        if scope == .urls { return true }
        if !word.isEmpty, isNamed, Redaction.isNameOfSecret(wordText) {
            cut(at: startOfPair ?? shown.count)
            return false
        }
        // The name of the value may follow after the end of the text.
        guard let start = brackets.compactMap(\.value).min() else { return true }
        cut(at: start)
        return false
    }

    // MARK: - Words

    private var wordText: String {
        let text = String(String.UnicodeScalarView(word))
        return word.contains("%") ? Redaction.percentDecoded(text) : text
    }

    private func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
        if scalar == "_" || scalar == "-" || scalar == "%" || Redaction.isAlphanumeric(scalar) { return true }
        return (scalar == "[" || scalar == "]") && !word.isEmpty && !isWordEnded
    }

    private mutating func startWord() {
        isNamed = hasSeparator && Self.namingWords.contains(wordText.lowercased())
        beforeWord = shown.last
        wordStart = shown.count
        word = []
        isWordEnded = false
        hasSeparator = false
    }

    private mutating func endWord(at scalar: Unicode.Scalar) {
        let isBlank = scalar.properties.isWhitespace
        if scalar == ":" || scalar == "=" { hasSeparator = true }
        if !isWordEnded, "=:\"'".unicodeScalars.contains(scalar), Redaction.isNameOfValue(wordText) {
            if let last = brackets.indices.last {
                brackets[last].value = brackets[last].value ?? shown.count + 1
            } else {
                lineValue = lineValue ?? shown.count + 1
            }
        }
        isWordEnded = true
        // Quotes around a name and separators before its value don't end the name.
        if !isBlank, !"=:\"'\\".unicodeScalars.contains(scalar) {
            word = []
            hasSeparator = false
        }
    }

    // MARK: - Secrets

    /// The index in `shown` at which the text must end, if the word that ends here names a secret. `nil` otherwise.
    private func startOfSecret(at scalar: Unicode.Scalar) -> Int? {
        if isNamed, !isWordEnded, Redaction.isNameOfSecret(wordText) { return startOfPair ?? shown.count }
        let isBlank = scalar.properties.isWhitespace
        guard isBlank || "=:\"'>\\".unicodeScalars.contains(scalar) else { return nil }
        if isBlank {
            // After tags with attributes, attributes without quotes, command-line options and authentication schemes,
            // no separator is needed.
            guard !isWordEnded, beforeWord == "<" || beforeWord == "=" || word.first == "-" || isScheme else {
                return nil
            }
        }
        guard Redaction.isSensitive(responseKey: wordText) || (isScheme && isBlank) else { return nil }
        // A word that contains a sensitive name but isn't a name is the secret itself.
        guard isScheme || Redaction.isNameOfSecret(wordText) else { return wordStart }
        // A "key" may be a secret, or the name of the value before it.
        return Self.namingWords.contains(wordText.lowercased()) ? startOfPair ?? shown.count + 1 : shown.count + 1
    }

    private var isScheme: Bool {
        switch wordText.lowercased() {
        case "bearer": true
        case "basic", "digest", "negotiate": Redaction.looksEncoded(nextToken)
        default: false
        }
    }

    private var nextToken: String {
        let remaining = source[index...].drop { $0.properties.isWhitespace }
        return String(String.UnicodeScalarView(remaining.prefix { !$0.properties.isWhitespace }))
    }

    /// The start of a pair whose name follows its value.
    private var startOfPair: Int? { brackets.last?.start ?? lineValue }

    private mutating func cut(at end: Int) {
        let next = index < source.endIndex && end > shown.count ? source[index] : nil
        shown.removeSubrange(min(end, shown.count)...)
        if let next { shown.append(next) }
        shown += Redaction.mark.unicodeScalars
    }

    private mutating func trackBrackets(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "{", "(", "<", "[":
            if word.isEmpty || isWordEnded { brackets.append((shown.count, nil)) }
        case "}", ")", ">", "]":
            // A closing bracket of another kind belongs to an enclosing bracket.
            if let last = brackets.last, Self.closing[shown[last.start]] == scalar { brackets.removeLast() }
        case "\n": lineValue = nil
        default: break
        }
    }

    private static let closing: [Unicode.Scalar: Unicode.Scalar] = ["{": "}", "(": ")", "<": ">", "[": "]"]

    private static let namingWords: Set<String> = [
        "name", "key", "field", "param", "parameter", "header", "attribute", "type", "id", "label", "property",
        "column",
        "k", "n",
    ]

    // MARK: - URLs

    private static func endsToken(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || "\"<>`".unicodeScalars.contains(scalar)
    }

    private var isStartOfToken: Bool {
        guard index > source.startIndex else { return true }
        return Self.endsToken(source[index - 1]) || "([{,;'=".unicodeScalars.contains(source[index - 1])
    }

    /// Shows a URL without scheme and host.
    private mutating func showPath() -> Bool {
        // A path without a leading slash is recognized by its query, but only in the scope `urls`. In the scope
        // `everything`, the name of a query item ends the text.
        guard source[index] == "/" || scope == .urls else { return false }
        let path = source[index...].prefix { !Self.endsToken($0) }
        guard path.first == "/" || path.drop(while: { $0 != "?" }).contains("=") else { return false }
        shown += Redaction.rendered(url: String(String.UnicodeScalarView(path)), depth: depth).text.unicodeScalars
        index = path.endIndex
        word = []
        return true
    }

    /// Shows the remaining text as markup, from a tag on.
    private mutating func showMarkup() -> Bool {
        guard depth < Redaction.maximumDepth,
            let tree = MarkupTree(parsing: String(String.UnicodeScalarView(source[index...])))
        else { return false }
        shown += tree.text(depth: depth + 1).unicodeScalars
        index = source.endIndex
        return true
    }

    /// Shows a URL. The current word is its scheme.
    private mutating func showURL() -> Bool {
        var next = index + 1
        if next < source.endIndex, source[next] == "\\" { next += 1 }
        guard !isWordEnded, next < source.endIndex, source[next] == "/" || source[next] == "\\",
            Redaction.isScheme(wordText)
        else { return false }
        let remaining = source[index...].prefix { !Self.endsToken($0) }
        let url = String(String.UnicodeScalarView(word + remaining))
        shown.removeSubrange(wordStart...)
        shown +=
            (depth < Redaction.maximumDepth ? Redaction.rendered(url: url, depth: depth).text : Redaction.mark)
            .unicodeScalars
        index = remaining.endIndex
        word = []
        return true
    }

    /// Hides the user info of `ada:secret@host`, and of `//ada:secret@host`.
    private mutating func hideUserInfo() -> Bool {
        let token = source[index...].prefix { !Self.endsToken($0) && $0 != "," && $0 != ";" }
        guard let at = token.lastIndex(of: "@"), at > token.startIndex else { return false }
        let userInfo = token[..<at]
        guard let colon = userInfo.firstIndex(of: ":"), !userInfo[colon...].starts(with: ":/".unicodeScalars),
            !userInfo[colon...].starts(with: ":\\".unicodeScalars)
        else { return false }
        shown += Redaction.mark.unicodeScalars
        index = at
        word = []
        return true
    }
}
