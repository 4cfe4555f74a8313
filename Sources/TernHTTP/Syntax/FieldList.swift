extension HTTPHeaders {
    /// The members of a list field (RFC 9110, section 5.6.1), from all fields with this name. A comma in a quoted
    /// string separates no members. Empty members are ignored.
    ///
    /// ```swift
    /// headers.list(for: "Vary")   // ["Accept", "Accept-Language"] of "Vary: Accept, Accept-Language"
    /// ```
    public func list(for name: String) -> [String] {
        values(for: name).flatMap { FieldList.split($0[...], at: ",") }.filter { !$0.isEmpty }.map(String.init)
    }

    /// The members of a list of directives, such as `Cache-Control` (RFC 9111, section 5.2) or `Prefer` (RFC 7240), in
    /// order: each name in lowercase, and its value, without quotes. Members without a valid name are ignored.
    ///
    /// ```swift
    /// headers.directives(for: "Cache-Control")   // [("private", nil), ("max-age", "60")] of "private, max-age=60"
    /// ```
    public func directives(for name: String) -> [(name: String, value: String?)] {
        list(for: name).compactMap { member in
            let parts = member.parts(at: "=", maxSplits: 1, omitsEmpty: false)
            guard let name = parts.first, !name.isEmpty, name.utf8.allSatisfy(ByteSet.token.contains) else {
                return nil
            }
            return (String(name).asciiLowercased, parts.count > 1 ? FieldParameters.unquoted(parts[1]) : nil)
        }
    }
}

/// A field value with several parts.
package enum FieldList {
    /// The parts between separators, without the spaces around them. A separator in a quoted string is part of the
    /// string (RFC 9110, section 5.6.4).
    package static func split(_ text: Substring, at separator: Unicode.Scalar) -> [Substring] {
        let separator = UInt8(ascii: separator)
        var parts: [Substring] = []
        var start = text.startIndex
        var (isQuoted, isEscaped) = (false, false)
        for index in text.utf8.indices {
            let byte = text.utf8[index]
            if isEscaped {
                isEscaped = false
            } else if isQuoted, byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if byte == separator, !isQuoted {
                parts.append(trimmed(text[start..<index]))
                start = text.utf8.index(after: index)
            }
        }
        return parts + [trimmed(text[start...])]
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let isSpace: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        guard let first = text.utf8.firstIndex(where: { !isSpace($0) }),
            let last = text.utf8.lastIndex(where: { !isSpace($0) })
        else { return "" }
        return text[first...last]
    }
}
