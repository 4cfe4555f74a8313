import Foundation

/// A date of a header field, in whole seconds since 1970 (RFC 9110, section 5.6.7).
///
/// Accepts all three forms: IMF-fixdate (`Sun, 06 Nov 1994 08:49:37 GMT`), RFC 850 (`Sunday, 06-Nov-94 08:49:37 GMT`)
/// and asctime (`Sun Nov  6 08:49:37 1994`). The name of the day isn't compared with the date. A time can have the
/// second 60.
package struct HTTPDate: Equatable {
    /// Whole seconds since 1970-01-01 00:00:00 UTC. After 2038, they exceed `Int` of 32-bit Apple Watches.
    package let seconds: Int64

    /// - Parameter now: The current time, in seconds since 1970. It determines the century of the two-digit year of RFC
    ///   850: a date that appears to be more than 50 years in the future is in the past. If `now` is `nil`, this form
    ///   isn't valid.
    /// - Returns: `nil` if the text has none of the three forms, or if there is no such day or time.
    package init?(_ text: String, now: Int64? = nil) {
        if let match = text.wholeMatch(of: Self.fixdate), let year = Int(match.3) {
            self.init(year: year, month: match.2, day: match.1, time: match.4)
        } else if let match = text.wholeMatch(of: Self.asctime), let year = Int(match.4) {
            self.init(year: year, month: match.1, day: match.2, time: match.3)
        } else if let now, let match = text.wholeMatch(of: Self.rfc850), let year = Int(match.3) {
            // The last year with these digits that begins at most 50 years from now.
            let last = Self.year(of: now) + 50
            let candidate = last - ((last - year) % 100 + 100) % 100
            self.init(year: candidate, month: match.2, day: match.1, time: match.4)
            if candidate == last, seconds > now + Self.fiftyYears {
                self.init(year: candidate - 100, month: match.2, day: match.1, time: match.4)
            }
        } else {
            return nil
        }
    }

    // MARK: - Private

    private init?(year: Int, month: Substring, day: Substring, time: Substring) {
        let parts = time.split(separator: ":").compactMap { Int($0) }
        guard let month = Self.months.firstIndex(of: String(month)), let day = Int(day.drop { $0 == " " }),
            parts.count == 3, parts[0] < 24, parts[1] < 60, parts[2] <= 60
        else { return nil }
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = .gmt
        let components = DateComponents(year: year, month: month + 1, day: day)
        guard components.isValidDate(in: calendar), let date = calendar.date(from: components) else { return nil }
        seconds = Int64(date.timeIntervalSince1970) + Int64(parts[0] * 3_600 + parts[1] * 60 + parts[2])
    }

    private static func year(of seconds: Int64) -> Int {
        // Divides by the mean length of a year. The result can be wrong only on the first and the last day of a year.
        Int(clamping: 1970 + seconds / 31_556_952)
    }

    private static let fiftyYears: Int64 = 50 * 31_556_952

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static var fixdate: Regex<(Substring, Substring, Substring, Substring, Substring)> {
        /[A-Z][a-z]{2}, ([0-9]{2}) ([A-Z][a-z]{2}) ([0-9]{4}) ([0-9]{2}:[0-9]{2}:[0-9]{2}) GMT/
    }

    private static var rfc850: Regex<(Substring, Substring, Substring, Substring, Substring)> {
        /[A-Z][a-z]{5,8}, ([0-9]{2})-([A-Z][a-z]{2})-([0-9]{2}) ([0-9]{2}:[0-9]{2}:[0-9]{2}) GMT/
    }

    private static var asctime: Regex<(Substring, Substring, Substring, Substring, Substring)> {
        /[A-Z][a-z]{2} ([A-Z][a-z]{2}) ([0-9]{2}| [0-9]) ([0-9]{2}:[0-9]{2}:[0-9]{2}) ([0-9]{4})/
    }
}
