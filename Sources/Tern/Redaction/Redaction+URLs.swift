import Foundation

/// Redacts URLs, well-formed or not: the user info, and secrets in path, query and fragment.
extension Redaction {
    /// The largest depth of nested texts, such as a URL in a query item or JSON in a string. Deeper texts are hidden
    /// completely.
    static let maximumDepth = 4

    package static func text(ofURL url: String) -> String {
        rendered(url: url).text
    }

    static func rendered(url: String, depth: Int = 0) -> RedactedText {
        var remaining = url[...]
        let fragment = cut(&remaining, at: "#")
        let query = cut(&remaining, at: "?")
        var rendered = RedactedText()
        if let end = endOfUserInfoWithDelimiters(in: url) {
            // If user info contains a character that ends an authority, all text before the "@" may belong to it.
            let start = startOfAuthority(in: url[...])
            rendered.show(url[..<start])
            rendered.hide(url[start..<end])
            rendered.append(self.rendered(path: String(url[end...]), depth: depth))
            return rendered
        }
        let start = startOfAuthority(in: remaining)
        rendered.show(remaining[..<start])
        let authority = remaining[start...].prefix { $0 != "/" && $0 != "\\" }
        if let at = authority.lastIndex(of: "@") {
            rendered.hide(authority[..<at])
            rendered.show(authority[at...])
        } else if let port = startOfInvalidPort(in: authority), start > remaining.startIndex {
            rendered.show(authority[..<port])
            rendered.hide(authority[port...])
        } else {
            rendered.show(authority)
        }
        rendered.append(self.rendered(path: String(remaining[authority.endIndex...]), depth: depth))
        if let query {
            rendered.show("?")
            rendered.append(self.rendered(items: query, depth: depth))
        }
        if let fragment {
            // Some redirects put tokens into the fragment, and some applications put a path with a query into it.
            rendered.show("#")
            rendered.append(self.rendered(items: fragment, depth: depth))
        }
        return rendered
    }

    /// A redacted path. Redacts parameters of segments (`;jsessionid=…`), and the first segment that isn't a word after
    /// a segment such as `token`. Also redacts later segments that look like a token.
    private static func rendered(path: String, depth: Int) -> RedactedText {
        var rendered = RedactedText()
        // In a malformed URL, the path after the user info may contain the query.
        if let start = path.firstIndex(where: { $0 == "?" || $0 == "#" }) {
            rendered.append(self.rendered(path: String(path[..<start]), depth: depth))
            rendered.show(path[start...start])
            rendered.append(self.rendered(items: path[path.index(after: start)...], depth: depth))
            return rendered
        }
        var isAfterName = false
        var hasHidden = false
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        for (index, segment) in segments.enumerated() {
            var segment = segment
            if index > 0 { rendered.show("/") }
            // A path can hold another URL, with user info.
            let isAuthority =
                index > 0 && (segments[index - 1].hasSuffix(":") || index > 1 && segments[index - 1].isEmpty)
            if let at = segment.lastIndex(of: "@"), isAuthority || segment[..<at].contains(":") {
                rendered.hide(segment[..<at])
                segment = segment[at...]
            }
            let plain = percentDecoded(segment)
            if segment.contains("=") || segment.contains(";") {
                rendered.append(self.rendered(items: segment, depth: depth))
            } else if (isAfterName && !isWord(plain)) || (hasHidden && looksRandom(plain)) {
                rendered.hide(segment)
                (hasHidden, isAfterName) = (true, false)
                continue
            } else if let colon = segment.firstIndex(of: ":"), isSensitive(key: percentDecoded(segment[..<colon])) {
                rendered.show(segment[...colon])
                rendered.hide(segment[segment.index(after: colon)...])
            } else {
                rendered.show(segment)
            }
            isAfterName = isAfterName || (isSensitive(key: plain) && isNameOfSecret(plain))
        }
        return rendered
    }

    /// Whether a segment is a word, such as `reset` or `v2`, and not a secret.
    private static func isWord(_ segment: String) -> Bool {
        if segment.first == "v", segment.dropFirst().allSatisfy(\.isNumber) { return segment.count <= 3 }
        return segment.count < 20 && segment.dropFirst().allSatisfy { $0.isLowercase || "-_".contains($0) }
            && segment.first?.isNumber != true
    }

    /// The items of a query, a fragment or a form, redacted.
    ///
    /// - Parameter isCut: Whether items may be missing at the end, such as the name of a secret in an earlier item.
    static func rendered(items text: some StringProtocol, isCut: Bool = false, depth: Int = 0) -> RedactedText {
        let items = text.split(omittingEmptySubsequences: false) { $0 == "&" || $0 == ";" }
        let namesSecret = items.map { item in
            guard let equals = item.firstIndex(of: "="), equals < item.endIndex else { return false }
            let name = percentDecoded(item[..<equals])
            return !isSensitive(key: name) && pairNames.contains(name.lowercased())
                && isNameOfSecret(percentDecoded(item[item.index(after: equals)...]))
        }
        let isPair = namesSecret.contains(true)
        var rendered = RedactedText()
        for (index, item) in items.enumerated() {
            if index > 0 { rendered.show(text[text.index(before: item.startIndex)..<item.startIndex]) }
            guard let equals = item.firstIndex(of: "=") else {
                if isText(item, freeOfSecretsTo: depth) { rendered.show(item) } else { rendered.hide(item) }
                continue
            }
            let name = percentDecoded(item[..<equals])
            let value = item[item.index(after: equals)...]
            rendered.show(item[...equals])
            let isSecret =
                isSensitive(key: name) || (isPair && !namesSecret[index] && !isNameOfMessage(name))
                || (isCut && isNameOfValue(name)) || !isText(value, freeOfSecretsTo: depth)
            if isSecret { rendered.hide(value) } else { rendered.show(value) }
        }
        return rendered
    }

    /// A percent-decoded text. Handles repeated and malformed percent-encoding as well.
    static func percentDecoded(_ text: some StringProtocol) -> String {
        var text = String(text)
        for _ in 0..<3 where text.utf8.contains(UInt8(ascii: "%")) {
            let decoded = String(decoding: PercentEncoding.decoded(text.utf8), as: UTF8.self)
            if decoded == text { break }
            text = decoded
        }
        return text
    }

    // MARK: - Private

    /// The names of items whose value may be the name of a secret in another item.
    private static let pairNames: Set<String> = [
        "name", "key", "field", "param", "parameter", "header", "id", "k", "n", "label", "property", "attribute",
    ]

    /// Whether a value contains no secret. A nested URL or JSON may contain secrets.
    private static func isText(_ text: some StringProtocol, freeOfSecretsTo depth: Int) -> Bool {
        guard text.utf8.contains(where: { "%:=@{\"".utf8.contains($0) }) else { return true }
        guard depth < maximumDepth else { return false }
        let plain = percentDecoded(text)
        return self.text(ofAny: plain, depth: depth + 1) == plain
    }

    /// Ends the text before the first occurrence of the character, and returns the part after it. `nil` without such a
    /// character.
    private static func cut(_ text: inout Substring, at character: Character) -> Substring? {
        guard let start = text.firstIndex(of: character) else { return nil }
        defer { text = text[..<start] }
        return text[text.index(after: start)...]
    }

    /// The start of the authority: after the scheme and any number of slashes.
    private static func startOfAuthority(in url: Substring) -> Substring.Index {
        let isSlash: (Character) -> Bool = { $0 == "/" || $0 == "\\" }
        guard let colon = url.firstIndex(of: ":"), isScheme(url[..<colon]) else {
            // `//` starts a network-path reference. Without it, the text may start with user info.
            return url.hasPrefix("//") ? url.index(url.startIndex, offsetBy: 2) : url.startIndex
        }
        let afterColon = url.index(after: colon)
        // `ada:secret@host` has a password, and no scheme.
        guard let first = url[afterColon...].first, isSlash(first) else { return url.startIndex }
        return url[afterColon...].firstIndex { !isSlash($0) } ?? url.endIndex
    }

    static func isScheme(_ text: some StringProtocol) -> Bool {
        guard let first = text.unicodeScalars.first, first.isASCII, isAlphanumeric(first) else { return false }
        return text.unicodeScalars.allSatisfy {
            $0.isASCII && (isAlphanumeric($0) || "+-.".unicodeScalars.contains($0))
        }
    }

    private static func startOfInvalidPort(in authority: Substring) -> Substring.Index? {
        guard !authority.hasPrefix("["), let colon = authority.lastIndex(of: ":") else { return nil }
        let port = authority[authority.index(after: colon)...]
        return port.allSatisfy { $0.isASCII && $0.isNumber } ? nil : port.startIndex
    }

    /// The "@" after user info with an unescaped `/`, `?` or `#`. In such a URL, the text before the delimiter is not a
    /// valid host and port.
    private static func endOfUserInfoWithDelimiters(in url: String) -> Substring.Index? {
        let start = startOfAuthority(in: url[...])
        let authority = url[start...].prefix { !"/\\?#".contains($0) }
        guard start > url.startIndex, !authority.contains("@"), startOfInvalidPort(in: authority) != nil else {
            return nil
        }
        return url.lastIndex(of: "@")
    }
}
