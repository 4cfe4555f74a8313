import Foundation

/// The value of a `Set-Cookie` field (RFC 6265, section 5.2).
package struct SetCookie {
    package let name: String
    /// The value of `Domain`, without its leading dot. `nil` for a cookie of the host only.
    package private(set) var domain: String?
    /// The value of `Path`. `nil` for the directory of the URL.
    package private(set) var path: String?
    /// The value of `Expires`, unless `Max-Age` overrides it.
    package private(set) var expires: Date?

    package init?(_ field: String) {
        var reader = FieldReader(field)
        let pair = Self.takePart(of: &reader)
        guard pair.value != nil else { return nil }
        name = pair.name
        var hasMaximumAge = false
        while reader.take(";") {
            let attribute = Self.takePart(of: &reader)
            let value = attribute.value ?? ""
            switch attribute.name.lowercased() {
            case "domain" where !value.isEmpty:
                domain = (value.hasPrefix(".") ? String(value.dropFirst()) : value).lowercased()
            case "path": path = value.hasPrefix("/") ? value : nil
            case "expires": expires = Self.date(value) ?? expires
            case "max-age": hasMaximumAge = hasMaximumAge || !value.isEmpty && value.hasOnly(ByteSet("-0123456789"))
            default: break
            }
        }
        if hasMaximumAge { expires = nil }
    }

    /// The path of a cookie without `Path` (RFC 6265, section 5.1.4).
    package static func defaultPath(of url: URL) -> String {
        let path = url.path(percentEncoded: true)
        guard path.hasPrefix("/"), let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return "/" }
        return String(path[..<slash])
    }

    /// The date of `Expires` (RFC 6265, section 5.1.1), with any separators, and with a two-digit year from 1970 to 2069.
    static func date(_ text: String) -> Date? {
        var time: String?
        var (day, month, year): (Int?, Int?, Int?)
        for token in text.parts(at: "\t !\"#$%&'()*+,-./;<=>?@[\\]^_`{|}~") {
            var reader = FieldReader(token)
            let number = reader.number(digits: 1...4)
            let digits = reader.offset
            if time == nil, digits < 3, let hour = number, reader.take(":"),
                let minute = reader.number(digits: 1...2), reader.take(":"),
                let second = reader.number(digits: 1...2)
            {
                guard hour < 24, minute < 60, second < 60 else { return nil }
                time = [hour, minute, second].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
            } else if day == nil, digits < 3, let number {
                day = number
            } else if month == nil, let index = months.firstIndex(of: token.prefix(3).lowercased()) {
                month = index
            } else if year == nil, digits > 1, let number {
                year = number
            }
        }
        guard let time, let day, let month, var year else { return nil }
        if year < 100 { year += year < 70 ? 2_000 : 1_900 }
        guard year >= 1_601 else { return nil }
        let date = HTTPDate("Thu, \(day < 10 ? "0" : "")\(day) \(months[month]) \(year) \(time) GMT")
        return date.map { Date(timeIntervalSince1970: Double($0.seconds)) }
    }

    // MARK: - Private

    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    /// The cookie, or an attribute: a name, and perhaps a value. A quotation mark has no meaning.
    private static func takePart(of reader: inout FieldReader) -> (name: String, value: String?) {
        reader.skipBlanks()
        let name = reader.text(before: ByteSet("=;"))
        guard reader.take("=") else { return (name, nil) }
        reader.skipBlanks()
        return (name, reader.text(before: ByteSet(";")))
    }
}
