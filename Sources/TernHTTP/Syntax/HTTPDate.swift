import Foundation

/// A date of a header field, in whole seconds (RFC 9110, section 5.6.7).
///
/// ```swift
/// HTTPDate("Sun, 06 Nov 1994 08:49:37 GMT")?.seconds   // 784111777
/// "\(HTTPDate(Date()))"                                // "Thu, 22 Jan 2026 12:00:00 GMT"
/// ```
///
/// Its description is the date in the preferred form, IMF-fixdate.
public struct HTTPDate: Sendable, Hashable {
    /// Whole seconds since 1970-01-01 00:00:00 UTC, in the years 0 to 9999. After 2038, they exceed `Int` of 32-bit
    /// Apple Watches.
    public let seconds: Int64

    /// The second that contains a time. A time outside of the years 0 to 9999 becomes the closest one in them.
    public init(_ date: Date) {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        self.seconds = Int64(max(Double(Self.first), min(seconds, Double(Self.last))))
    }

    /// The date of a field value, in any of the three forms: IMF-fixdate (`Sun, 06 Nov 1994 08:49:37 GMT`), RFC 850
    /// (`Sunday, 06-Nov-94 08:49:37 GMT`) and asctime (`Sun Nov  6 08:49:37 1994`).
    ///
    /// The case of letters doesn't matter (RFC 9111, section 4.2), nor does the name of the day. A time can have the
    /// second 60.
    ///
    /// - Parameter now: The current time. It determines the century of the two-digit year of RFC 850: a date that
    ///   appears to be more than 50 years in the future is in the past. Without it, this form isn't valid.
    /// - Returns: `nil` if the text has none of the three forms, or if there is no such day or time.
    public init?(_ text: String, now: Date? = nil) {
        var text = Array(text.asciiLowercased.utf8)[...]
        let gmt = Array(" gmt".utf8)[...]
        if text.suffix(4) == gmt {
            text = text.dropLast(4)
            let nameLength = text.firstIndex(of: UInt8(ascii: ",")) ?? 0
            if nameLength == 3 {
                self.init(CalendarTime(text, as: "www, dd bbb yyyy HH:MM:SS"))
            } else {
                let name = String(repeating: "w", count: nameLength)
                guard 6...9 ~= nameLength, let now, var parts = CalendarTime(text, as: "\(name), dd-bbb-yy HH:MM:SS")
                else {
                    return nil
                }
                self.init(&parts, now: HTTPDate(now))
            }
        } else {
            self.init(
                CalendarTime(text, as: "www bbb dd HH:MM:SS yyyy") ?? CalendarTime(text, as: "www bbb  d HH:MM:SS yyyy")
            )
        }
    }

    /// The date of a timestamp such as `2026-11-28T09:30:00.5+01:00` (RFC 3339, section 5.6). A fraction of a second
    /// counts as a second.
    ///
    /// - Returns: `nil` if the text has another form, or if there is no such day, time or offset.
    package init?(timestamp text: String) {
        guard let time = Timestamp(text) else { return nil }
        seconds = max(Self.first, min(time.seconds + (time.hasFraction ? 1 : 0), Self.last))
    }

    // MARK: - Private

    private init?(_ parts: CalendarTime?) {
        guard let seconds = parts?.seconds else { return nil }
        self.seconds = seconds
    }

    /// Completes a two-digit year.
    private init?(_ parts: inout CalendarTime, now: HTTPDate) {
        // The last year with these digits that begins at most 50 years from now.
        let last = CalendarTime(now).year + 50
        parts.year = last - ((last - parts.year) % 100 + 100) % 100
        if parts.year == last, let seconds = parts.seconds, seconds > now.seconds + Self.fiftyYears {
            parts.year -= 100
        }
        self.init(parts)
    }

    /// The first and the last second of the years 0 to 9999.
    static let first: Int64 = -62_167_219_200
    static let last: Int64 = 253_402_300_799
    /// 50 years of the mean length of a year.
    private static let fiftyYears: Int64 = 50 * 31_556_952
}

extension HTTPDate: CustomStringConvertible {
    /// The date in the preferred form: `Sun, 06 Nov 1994 08:49:37 GMT`.
    public var description: String { CalendarTime(self).text }
}
