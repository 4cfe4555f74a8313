/// A strong validator of a representation: equal validators mean equal bytes (RFC 9110, section 8.8.1).
struct StrongValidator: Hashable, Sendable, Codable {
    /// `ETag` or `Last-Modified`.
    let name: String
    let value: String

    /// The time between `Last-Modified` and `Date` from which the former is strong (RFC 9110, section 8.8.2.2).
    private static let secondsOfStrongDate = 60

    /// The validator of a response. `nil` if it has no strong one.
    ///
    /// `Last-Modified` counts only without an entity tag (RFC 9110, section 13.1.5).
    init?(of headers: HTTPHeaders) {
        if let tag = headers["ETag"] {
            guard tag.wholeMatch(of: /"[\x21\x23-\x7E\u{80}-\u{10FFFF}]*"/) != nil else { return nil }
            (name, value) = ("ETag", tag)
            return
        }
        guard let modified = headers["Last-Modified"], let date = headers["Date"],
            let modifiedSecond = Self.seconds(since1970Of: modified), let second = Self.seconds(since1970Of: date),
            second - modifiedSecond >= Self.secondsOfStrongDate
        else { return nil }
        (name, value) = ("Last-Modified", modified)
    }

    /// Whether a response with these fields may have the same representation: it has no such field, or an equal one.
    func agrees(with headers: HTTPHeaders) -> Bool {
        headers[name].map { $0 == value } ?? true
    }

    /// The second of an IMF-fixdate, such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7).
    static func seconds(since1970Of date: String) -> Int? {
        let pattern = /[A-Z][a-z]{2}, ([0-9]{2}) ([A-Z][a-z]{2}) ([0-9]{4}) ([0-9]{2}):([0-9]{2}):([0-9]{2}) GMT/
        guard let match = date.wholeMatch(of: pattern),
            let month = months.firstIndex(of: String(match.2)), let day = Int(match.1), let year = Int(match.3),
            let hour = Int(match.4), let minute = Int(match.5), let second = Int(match.6)
        else { return nil }
        // The years start in March here, so that a leap day is the last day of its year.
        let marchYear = month < 2 ? year - 1 : year
        let dayOfYear = (153 * ((month + 10) % 12) + 2) / 5 + day - 1
        let days = 365 * marchYear + marchYear / 4 - marchYear / 100 + marchYear / 400 + dayOfYear - 719_468
        return days * 86_400 + hour * 3_600 + minute * 60 + second
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
