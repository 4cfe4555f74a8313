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
            var reader = FieldReader(member)
            guard let name = reader.token()?.asciiLowercased else { return nil }
            if reader.isAtEnd { return (name, nil) }
            guard reader.take("=") else { return nil }
            var unquoted = reader
            if unquoted.take("\""), case (let content, true) = unquoted.quotedString() { return (name, content) }
            return (name, reader.rest())
        }
    }
}

/// A field value with several parts.
package enum FieldList {
    /// The parts between separators, without the spaces around them. A separator in a quoted string is part of the
    /// string (RFC 9110, section 5.6.4).
    package static func split(_ text: Substring, at separator: Unicode.Scalar) -> [Substring] {
        var reader = FieldReader(text)
        var parts: [Substring] = []
        while !reader.isAtEnd {
            let place = reader.part(before: separator)
            let start = text.utf8.index(text.startIndex, offsetBy: place.lowerBound)
            parts.append(text[start..<text.utf8.index(start, offsetBy: place.count)])
        }
        return parts
    }
}
