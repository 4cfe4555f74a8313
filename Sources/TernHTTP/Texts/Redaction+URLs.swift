import Foundation

/// URLs, well-formed or not.
extension Redaction {
    /// The largest depth of nested texts, such as a URL in a query item or JSON in a string. Deeper texts are hidden.
    static let maximumDepth = 4

    package func text(ofURL url: String) -> String { rendered(url: url).text }

    /// A URL with other texts in place of the parts that texts don't show.
    ///
    /// - Parameter replacement: Receives the parts as they are in the URL, in order, and whether a part merely contains a
    ///   secret, as the value of `next=%2Fa%3Ftoken%3D1`.
    package func replacingSecrets(
        inURL url: String,
        by replacement: (_ hidden: String, _ isAround: Bool) -> String
    ) -> String {
        rendered(url: url).replacing(by: replacement)
    }

    /// The same for a form, or the items of a query.
    package func replacingSecrets(
        inItems items: String,
        by replacement: (_ hidden: String, _ isAround: Bool) -> String
    ) -> String {
        rendered(items: items[...]).replacing(by: replacement)
    }

    func rendered(url: String, depth: Int = 0) -> RedactedText {
        var rendered = RedactedText()
        guard !hidesNothing else {
            rendered.show(url[...])
            return rendered
        }
        let start = Self.startOfAuthority(in: url)
        rendered.show(url[..<start])
        var rest = url[start...]
        let authority = rest.prefix { !"/\\?#".contains($0) }
        if !showsTexts, let hidden = Self.userInfo(in: rest, authority, hasScheme: start > url.startIndex) {
            rendered.show(rest[..<hidden.lowerBound])
            rendered.hide(rest[hidden])
            rest = rest[hidden.upperBound...]
        }
        let path = rest.firstIndex { "/\\?#".contains($0) } ?? rest.endIndex
        let host = rest[..<path]
        if hidesEverything, start == url.startIndex, !host.isEmpty {
            rendered.hide(host)
        } else if start == url.startIndex, host.contains("=") || host.contains(";") {
            rendered.append(self.rendered(items: host, depth: depth))
        } else {
            rendered.append(withoutKnownTokens(host))
        }
        rest = rest[path...]
        let end = rest.firstIndex { $0 == "?" || $0 == "#" } ?? rest.endIndex
        rendered.append(self.rendered(path: rest[..<end], depth: depth))
        rest = rest[end...]
        // Some redirects put tokens into the fragment, and some applications put a path with a query into it.
        while let first = rest.first {
            let items = rest.dropFirst().prefix { $0 != "#" && (first == "?" || $0 != "?") }
            rendered.show(rest[..<items.startIndex])
            rendered.append(self.rendered(items: items, depth: depth))
            rest = rest[items.endIndex...]
        }
        return rendered
    }

    /// A path without its secrets: parameters of segments (`;jsessionid=…`), user info of a URL in the path, and
    /// segments after the name of a secret.
    private func rendered(path: Substring, depth: Int) -> RedactedText {
        var rendered = RedactedText()
        guard !path.isEmpty else { return rendered }
        var isAfterName = hidesEverything && path.first == "/"
        let segments = path.parts(at: "/", omitsEmpty: false)
        for (index, segment) in segments.enumerated() {
            var segment = segment
            if index > 0 { rendered.show("/") }
            let plain = Self.percentDecoded(segment)
            if isAfterName, !segment.isEmpty, hidesEverything || !Self.isHarmless(segment: plain) {
                rendered.hide(segment)
                continue
            }
            let isAuthority =
                index > 0 && (segments[index - 1].hasSuffix(":") || index > 1 && segments[index - 1].isEmpty)
            if !showsTexts, let at = segment.lastIndex(of: "@"), isAuthority || segment[..<at].contains(":") {
                rendered.hide(segment[..<at])
                segment = segment[at...]
            }
            if segment.contains("=") || segment.contains(";") {
                rendered.append(self.rendered(items: segment, depth: depth))
            } else if let colon = segment.firstIndex(of: ":"), hides(Self.percentDecoded(segment[..<colon])) {
                rendered.show(segment[...colon])
                rendered.hide(segment[segment.index(after: colon)...])
            } else if Self.percentDecoded(segment) != segment,
                !isFreeOfSecrets(segment, depth) || hasSecret(path: "/\(plain)", depth)
            {
                rendered.hide(segment, isAround: true)
            } else {
                rendered.append(withoutKnownTokens(segment))
            }
            isAfterName = isAfterName || (!showsTexts && Self.precedesSecret(plain))
        }
        return rendered
    }

    /// The items of a query, a fragment or a form.
    func rendered(items text: Substring, depth: Int = 0) -> RedactedText {
        var rendered = RedactedText()
        for (index, item) in text.parts(at: "&;", omitsEmpty: false).enumerated() {
            if index > 0 { rendered.show(text[text.utf8.index(before: item.startIndex)..<item.startIndex]) }
            let equals = item.firstIndex(of: "=")
            let name = equals.map { item[..<$0] } ?? item[item.endIndex...]
            let value = equals.map { item[item.index(after: $0)...] } ?? item
            rendered.show(item[..<value.startIndex])
            let isHidden = equals == nil ? hidesEverything && !value.isEmpty : hides(Self.percentDecoded(name))
            if isHidden || !isFreeOfSecrets(value, depth) {
                rendered.hide(value, isAround: !isHidden)
            } else {
                rendered.show(value)
            }
        }
        return rendered
    }

    /// Whether the path that an escaped segment contains has a secret.
    private func hasSecret(path: String, _ depth: Int) -> Bool {
        depth >= Self.maximumDepth || !rendered(path: path[...], depth: depth + 1).secrets.isEmpty
    }

    /// Whether an escaped value contains no secret. It can be a URL or JSON.
    private func isFreeOfSecrets(_ value: Substring, _ depth: Int) -> Bool {
        // In a form, a plus sign is a space. JSON with plus signs could not be parsed.
        let spaced = value.utf8.contains(UInt8(ascii: "+")) ? value.replacingOccurrences(of: "+", with: " ") : nil
        return isFreeOfSecrets(plain: Self.percentDecoded(value), depth)
            && (spaced.map { isFreeOfSecrets(plain: Self.percentDecoded($0), depth) } ?? true)
    }

    private func isFreeOfSecrets(plain: String, _ depth: Int) -> Bool {
        if withoutKnownTokens(plain[...]).text != plain { return false }
        guard plain.hasAny(ByteSet("/?=@{")) else { return true }
        return depth < Self.maximumDepth && text(ofValue: plain, depth: depth + 1) == plain
    }

    /// A percent-decoded text. Handles repeated and malformed percent-encoding as well.
    package static func percentDecoded(_ text: Substring) -> String { percentDecoded(String(text)) }

    package static func percentDecoded(_ text: String) -> String {
        var text = text
        for _ in 0..<3 where text.utf8.contains(UInt8(ascii: "%")) {
            let decoded = PercentEncoding.decoded(text)
            if decoded == text { break }
            text = decoded
        }
        return text
    }

    // MARK: - Authority

    /// The start of the authority: after the scheme and any number of slashes.
    private static func startOfAuthority(in url: String) -> String.Index {
        let isSlash: (Character) -> Bool = { $0 == "/" || $0 == "\\" }
        guard let colon = url.firstIndex(of: ":"), isScheme(url[..<colon]) else {
            // `//` starts a network-path reference. Without it, the text may start with user info.
            return url.hasPrefix("//") ? url.index(url.startIndex, offsetBy: 2) : url.startIndex
        }
        // `ada:secret@host` has a password, and no scheme.
        let rest = url[url.index(after: colon)...]
        return rest.first.map(isSlash) == true ? rest.firstIndex { !isSlash($0) } ?? url.endIndex : url.startIndex
    }

    private static let schemeBytes = ByteSet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-.")

    private static func isScheme(_ text: Substring) -> Bool {
        guard let first = text.utf8.first else { return false }
        return schemeBytes.contains(first) && !"+-.".utf8.contains(first) && String(text).hasOnly(schemeBytes)
    }

    /// The user info. If the authority ends with an invalid port, the user info contains an unescaped `/`, `?` or `#`,
    /// and ends with the last `@`; without an `@`, it is that port.
    private static func userInfo(
        in rest: Substring,
        _ authority: Substring,
        hasScheme: Bool
    ) -> Range<Substring.Index>? {
        if let at = authority.lastIndex(of: "@") {
            // `ada@example.com` is the address of a mailbox.
            return hasScheme || authority[..<at].contains(":") ? rest.startIndex..<at : nil
        }
        guard hasScheme, !authority.hasPrefix("["), let colon = authority.lastIndex(of: ":") else { return nil }
        let port = authority[authority.index(after: colon)...]
        if port.allSatisfy({ $0.isASCII && $0.isNumber }) { return nil }
        if let at = rest.lastIndex(of: "@") { return rest.startIndex..<at }
        return port.startIndex..<port.endIndex
    }
}
