/// Goes through a text up to the first secret, and renders URLs on the way.
struct ProseScanner {
    enum Scope {
        /// Stops at the first secret, also at one in markup.
        case everything
        /// Only in URLs: what has no other secrets any more.
        case urls
    }

    private let scope: Scope
    private let source: ArraySlice<Unicode.Scalar>
    private let depth: Int
    private let hasUserInfo: Bool
    private var index: Int
    private var shown: [Unicode.Scalar] = []

    /// The last name-like word, its place in `shown`, and what stands before it.
    private var word: [Unicode.Scalar] = []
    private var wordStart = 0
    private var beforeWord: Unicode.Scalar?
    private var isWordEnded = false
    /// Whether the word is what a word such as `name` or `key` names: `name: "password"`.
    private var isNamed = false
    private var hasSeparator = false

    /// The brackets that are open: where they stand in `shown`, and where in them the first value begins whose name may
    /// come later.
    private var brackets: [(start: Int, value: Int?)] = []
    /// The same for a line without brackets.
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

    /// - Returns: Whether the end was reached; otherwise the last of ``text`` is the mark.
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
        // Its name may come behind the end.
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
        // A name in quotes, and what separates it from its value.
        if !isBlank, !"=:\"'\\".unicodeScalars.contains(scalar) {
            word = []
            hasSeparator = false
        }
    }

    // MARK: - Secrets

    /// Where the text has to end, if the word that ends here names a secret.
    private func startOfSecret(at scalar: Unicode.Scalar) -> Int? {
        if isNamed, !isWordEnded, Redaction.isNameOfSecret(wordText) { return startOfPair ?? shown.count }
        let isBlank = scalar.properties.isWhitespace
        guard isBlank || "=:\"'>\\".unicodeScalars.contains(scalar) else { return nil }
        if isBlank {
            // A tag with attributes, an attribute without quotes, an option and a scheme of credentials need no separator.
            guard !isWordEnded, beforeWord == "<" || beforeWord == "=" || word.first == "-" || isScheme else {
                return nil
            }
        }
        guard Redaction.isSensitive(responseKey: wordText) || (isScheme && isBlank) else { return nil }
        // What contains a name by chance is the secret itself.
        guard isScheme || Redaction.isNameOfSecret(wordText) else { return wordStart }
        // A "key" may be a secret, or name the one before.
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
        let rest = source[index...].drop { $0.properties.isWhitespace }
        return String(String.UnicodeScalarView(rest.prefix { !$0.properties.isWhitespace }))
    }

    /// Where a pair begins whose name stands behind its value.
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
            // One that is cut isn't closed by that of another around it.
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
        // Without a slash, its query is what shows; elsewhere the name of an item would end the text.
        guard source[index] == "/" || scope == .urls else { return false }
        let path = source[index...].prefix { !Self.endsToken($0) }
        guard path.first == "/" || path.drop(while: { $0 != "?" }).contains("=") else { return false }
        shown += Redaction.rendered(url: String(String.UnicodeScalarView(path)), depth: depth).text.unicodeScalars
        index = path.endIndex
        word = []
        return true
    }

    /// Shows the rest from a tag on.
    private mutating func showMarkup() -> Bool {
        guard depth < Redaction.maximumDepth,
            let tree = MarkupTree(parsing: String(String.UnicodeScalarView(source[index...])))
        else { return false }
        shown += tree.text(depth: depth + 1).unicodeScalars
        index = source.endIndex
        return true
    }

    /// Shows a URL whose scheme is the word.
    private mutating func showURL() -> Bool {
        var next = index + 1
        if next < source.endIndex, source[next] == "\\" { next += 1 }
        guard !isWordEnded, next < source.endIndex, source[next] == "/" || source[next] == "\\",
            Redaction.isScheme(wordText)
        else { return false }
        let rest = source[index...].prefix { !Self.endsToken($0) }
        let url = String(String.UnicodeScalarView(word + rest))
        shown.removeSubrange(wordStart...)
        shown +=
            (depth < Redaction.maximumDepth ? Redaction.rendered(url: url, depth: depth).text : Redaction.mark)
            .unicodeScalars
        index = rest.endIndex
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
