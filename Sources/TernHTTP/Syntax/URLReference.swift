import Foundation

/// Resolves references against a base URL (RFC 3986, section 5.2), in the same way with every version of Foundation.
package enum URLReference {
    /// The five parts of a reference (RFC 3986, appendix B), each `nil` if it doesn't exist.
    private struct Parts {
        var scheme: Substring?
        var authority: Substring?
        var path: Substring
        var query: Substring?
        var fragment: Substring?

        init(_ reference: String) {
            let beforeFragment = reference.parts(at: "#", maxSplits: 1, omitsEmpty: false)
            let beforeQuery = beforeFragment[0].parts(at: "?", maxSplits: 1, omitsEmpty: false)
            let start = beforeQuery[0].parts(at: ":/", maxSplits: 1, omitsEmpty: false)
            fragment = beforeFragment.dropFirst().first
            query = beforeQuery.dropFirst().first
            path = beforeQuery[0]
            if start.count > 1, !start[0].isEmpty, path.utf8[start[0].endIndex] == UInt8(ascii: ":") {
                (scheme, path) = (start[0], start[1])
            }
            let rest = path.parts(at: "/", maxSplits: 2, omitsEmpty: false)
            if rest.count == 3, rest[0].isEmpty, rest[1].isEmpty {
                let authority = rest[2].parts(at: "/", omitsEmpty: false)[0]
                (self.authority, path) = (authority, path[authority.endIndex...])
            }
        }
    }

    /// The URL of a reference that a server sent. `nil` if it isn't a URL.
    ///
    /// Bytes of the path, the query and the fragment that RFC 3986 doesn't allow there are percent-encoded. Escapes stay
    /// unchanged. `URL(string:)` alone would escape their percent signs, too, if a part has such a byte.
    ///
    /// - Parameter base: The URL against which a relative reference is resolved. `nil` keeps the reference relative.
    package static func url(_ reference: String, against base: URL?) -> URL? {
        URL(string: escaped(base.map { resolve(reference, against: $0.absoluteString) } ?? reference))
    }

    /// Whether a reference that a server sent has no control characters, isn't empty, and doesn't begin with a colon: the
    /// first segment of a relative path has none, and a scheme isn't empty (RFC 3986, sections 3.1 and 4.2).
    package static func isValid(_ reference: String) -> Bool {
        !reference.isEmpty && reference.utf8.first != UInt8(ascii: ":")
            && !reference.hasAny(ByteSet.controls.union(ByteSet("\t")))
    }

    /// The absolute URL of a `Location` field (RFC 9110, section 10.2.2). `nil` if it isn't one: a URL of http or https has
    /// a host.
    package static func location(_ reference: String, against base: URL?) -> URL? {
        guard isValid(reference), let url = url(reference, against: base), let scheme = url.scheme?.lowercased(),
            !["http", "https"].contains(scheme) || url.host?.isEmpty == false
        else { return nil }
        return url
    }

    /// The absolute URL of a reference. It may be invalid: nothing is checked or escaped.
    static func resolve(_ reference: String, against base: String) -> String {
        let base = Parts(base)
        let parts = Parts(reference)
        let hasOwnPlace = parts.scheme != nil || parts.authority != nil
        var (path, query) = (String(parts.path), parts.query)
        if !hasOwnPlace, path.isEmpty {
            path = String(base.path)
            query = query ?? base.query
        } else {
            let isWhole = hasOwnPlace || path.utf8.first == UInt8(ascii: "/")
            path = withoutDotSegments(isWhole ? path : merged(base, path))
        }
        var text = (parts.scheme ?? base.scheme).map { "\($0):" } ?? ""
        if let authority = hasOwnPlace ? parts.authority : base.authority { text += "//\(authority)" }
        text += path
        if let query { text += "?\(query)" }
        if let fragment = parts.fragment { text += "#\(fragment)" }
        return text
    }

    /// Whether the path has a segment `.` or `..`, also with escaped dots.
    package static func hasDotSegments(_ url: URL) -> Bool {
        Parts(url.absoluteString).path.parts(at: "/").contains { segment in
            segment.utf8.count <= 6
                && [".", "..", "%2e", ".%2e", "%2e.", "%2e%2e"].contains(String(segment).asciiLowercased)
        }
    }

    /// The text of a URL without its fragment, which is never sent.
    package static func withoutFragment(_ url: URL) -> String { withoutFragment(url.absoluteString) }

    static func withoutFragment(_ url: String) -> String {
        url.utf8.firstIndex(of: UInt8(ascii: "#")).map { String(url[..<$0]) } ?? url
    }

    // MARK: - Private

    private static func escaped(_ url: String) -> String {
        let parts = Parts(url)
        let escape: (Substring) -> String = { PercentEncoding.encode(Array($0.utf8), keepingEscapesAnd: .query) }
        let query = parts.query.map { "?\(escape($0))" } ?? ""
        let fragment = parts.fragment.map { "#\(escape($0))" } ?? ""
        return "\(url[..<parts.path.startIndex])\(escape(parts.path))\(query)\(fragment)"
    }

    /// Section 5.2.3.
    private static func merged(_ base: Parts, _ path: String) -> String {
        if base.authority != nil, base.path.isEmpty { return "/\(path)" }
        return (base.path.parts(at: "/", omitsEmpty: false).dropLast() + [path[...]]).joined(separator: "/")
    }

    /// Section 5.2.4, segment by segment.
    private static func withoutDotSegments(_ path: String) -> String {
        let isAbsolute = path.utf8.first == UInt8(ascii: "/")
        let segments = path.parts(at: "/", omitsEmpty: false).dropFirst(isAbsolute ? 1 : 0)
        var kept: [Substring] = []
        for (index, segment) in zip(segments.indices, segments) {
            let isLast = index == segments.endIndex - 1
            switch segment {
            case ".":
                if isLast { kept.append("") }
            case "..":
                if !kept.isEmpty { kept.removeLast() }
                if isLast { kept.append("") }
            default:
                kept.append(segment)
            }
        }
        return (isAbsolute ? "/" : "") + kept.joined(separator: "/")
    }
}
