import Foundation

/// Resolves references against a base URL (RFC 3986, section 5.2), in the same way with every version of Foundation.
package enum URLReference {
    private typealias Text = Substring.UTF8View

    /// The five parts of a reference (RFC 3986, appendix B), each `nil` if it doesn't exist.
    private struct Parts {
        var scheme: Text?
        var authority: Text?
        var path: Text
        var query: Text?
        var fragment: Text?

        init(_ reference: String) {
            var rest = reference[...].utf8
            if let end = rest.firstIndex(of: UInt8(ascii: "#")) {
                fragment = rest[rest.index(after: end)...]
                rest = rest[..<end]
            }
            if let end = rest.firstIndex(of: UInt8(ascii: "?")) {
                query = rest[rest.index(after: end)...]
                rest = rest[..<end]
            }
            let end = rest.firstIndex { ":/".utf8.contains($0) }
            if let end, end > rest.startIndex, rest[end] == UInt8(ascii: ":") {
                scheme = rest[..<end]
                rest = rest[rest.index(after: end)...]
            }
            if rest.starts(with: "//".utf8) {
                rest = rest.dropFirst(2)
                let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
                authority = rest[..<end]
                rest = rest[end...]
            }
            path = rest
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
            && reference.hasOnlyBytes { $0 >= 0x20 && $0 != 0x7F }
    }

    /// The absolute URL of a reference. It may be invalid: nothing is checked or escaped.
    static func resolve(_ reference: String, against base: String) -> String {
        let base = Parts(base)
        let parts = Parts(reference)
        var text: [UInt8] = []
        text.reserveCapacity(reference.utf8.count + base.path.count + 64)

        if let scheme = parts.scheme ?? base.scheme {
            text += scheme
            text.append(UInt8(ascii: ":"))
        }
        let hasOwnPlace = parts.scheme != nil || parts.authority != nil
        let authority = hasOwnPlace ? parts.authority : base.authority
        if let authority {
            text += "//".utf8
            text += authority
        }
        var query = parts.query
        if hasOwnPlace || parts.path.first == UInt8(ascii: "/") {
            text += withoutDotSegments(Array(parts.path))
        } else if parts.path.isEmpty {
            text += base.path
            query = query ?? base.query
        } else {
            text += withoutDotSegments(merged(base, Array(parts.path)))
        }
        if let query {
            text.append(UInt8(ascii: "?"))
            text += query
        }
        if let fragment = parts.fragment {
            text.append(UInt8(ascii: "#"))
            text += fragment
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Whether the path has a segment `.` or `..`, also with escaped dots.
    package static func hasDotSegments(_ url: URL) -> Bool {
        Parts(url.absoluteString).path.split(separator: UInt8(ascii: "/")).contains { segment in
            guard segment.count <= 6 else { return false }
            let text = String(decoding: segment, as: UTF8.self).asciiLowercased.replacing("%2e", with: ".")
            return text == "." || text == ".."
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
        let escape: (Text) -> String = { PercentEncoding.encode(Array($0), keepingEscapesAnd: .query) }
        let start = url[..<parts.path.startIndex] + escape(parts.path)
        return start + (parts.query.map { "?" + escape($0) } ?? "") + (parts.fragment.map { "#" + escape($0) } ?? "")
    }

    /// Section 5.2.3.
    private static func merged(_ base: Parts, _ path: [UInt8]) -> [UInt8] {
        if base.authority != nil, base.path.isEmpty { return [UInt8(ascii: "/")] + path }
        guard let slash = base.path.lastIndex(of: UInt8(ascii: "/")) else { return path }
        return Array(base.path[...slash]) + path
    }

    /// Section 5.2.4, segment by segment.
    private static func withoutDotSegments(_ path: [UInt8]) -> [UInt8] {
        let isAbsolute = path.first == UInt8(ascii: "/")
        let segments = path.dropFirst(isAbsolute ? 1 : 0).split(
            separator: UInt8(ascii: "/"),
            omittingEmptySubsequences: false
        )
        var kept: [ArraySlice<UInt8>] = []
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            switch String(decoding: segment, as: UTF8.self) {
            case ".":
                if isLast { kept.append([]) }
            case "..":
                if !kept.isEmpty { kept.removeLast() }
                if isLast { kept.append([]) }
            default:
                kept.append(segment)
            }
        }
        let joined = Array(kept.joined(separator: [UInt8(ascii: "/")]))
        return isAbsolute ? [UInt8(ascii: "/")] + joined : joined
    }
}
