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
                self.init(Parts(text, as: "www, dd bbb yyyy HH:MM:SS"))
            } else {
                let name = String(repeating: "w", count: nameLength)
                guard 6...9 ~= nameLength, let now, var parts = Parts(text, as: "\(name), dd-bbb-yy HH:MM:SS") else {
                    return nil
                }
                self.init(&parts, now: HTTPDate(now))
            }
        } else {
            self.init(Parts(text, as: "www bbb dd HH:MM:SS yyyy") ?? Parts(text, as: "www bbb  d HH:MM:SS yyyy"))
        }
    }

    /// The date of a timestamp such as `2026-11-28T09:30:00.5+01:00` (RFC 3339, section 5.6). A fraction of a second
    /// counts as a second.
    ///
    /// - Returns: `nil` if the text has another form, or if there is no such day, time or offset.
    package init?(timestamp text: String) {
        let text = Array(text.asciiLowercased.utf8)
        guard let time = Parts(text.prefix(19), as: "yyyy-mm-ddtHH:MM:SS")?.seconds else { return nil }
        var rest = text.dropFirst(19)
        var fraction: Int64 = 0
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
            guard !digits.isEmpty else { return nil }
            fraction = digits.contains { $0 != UInt8(ascii: "0") } ? 1 : 0
            rest = rest.dropFirst(1 + digits.count)
        }
        var offset: Int64 = 0
        if rest != [UInt8(ascii: "z")] {
            let isNegative = rest.first == UInt8(ascii: "-")
            guard isNegative || rest.first == UInt8(ascii: "+"),
                let parts = Parts("1970-01-01t".utf8 + rest.dropFirst(), as: "yyyy-mm-ddtHH:MM")?.seconds
            else { return nil }
            offset = isNegative ? -parts : parts
        }
        seconds = max(Self.first, min(time + fraction - offset, Self.last))
    }

    // MARK: - Private

    private init?(_ parts: Parts?) {
        guard let seconds = parts?.seconds else { return nil }
        self.seconds = seconds
    }

    /// Completes a two-digit year.
    private init?(_ parts: inout Parts, now: HTTPDate) {
        // The last year with these digits that begins at most 50 years from now.
        let last = Parts(now).year + 50
        parts.year = last - ((last - parts.year) % 100 + 100) % 100
        if parts.year == last, let seconds = parts.seconds, seconds > now.seconds + Self.fiftyYears {
            parts.year -= 100
        }
        self.init(parts)
    }

    private static let first: Int64 = -62_167_219_200
    private static let last: Int64 = 253_402_300_799
    /// 50 years of the mean length of a year.
    private static let fiftyYears: Int64 = 50 * 31_556_952
}

extension HTTPDate: CustomStringConvertible {
    /// The date in the preferred form: `Sun, 06 Nov 1994 08:49:37 GMT`.
    public var description: String { Parts(self).text }
}

/// The numbers of a date, in the Gregorian calendar and in UTC.
private struct Parts {
    var year = 0
    /// From 1.
    var month = 0
    var day = 0
    var hour = 0
    var minute = 0
    var second = 0

    /// - Parameters:
    ///   - text: A date in lowercase letters.
    ///   - form: For each character of the text: `d`, `m`, `y`, `H`, `M` and `S` for a digit of the number with this
    ///     letter in `strftime`, `b` for a letter of the month's name, `w` for a letter of the day's name, or the
    ///     character itself.
    init?(_ text: ArraySlice<UInt8>, as form: String) {
        guard text.count == form.utf8.count else { return nil }
        var name = ""
        for (byte, place) in zip(text, form.unicodeScalars) {
            let digit = Int(byte) - 0x30
            switch place {
            case "w" where Self.letters.contains(byte): break
            case "b" where Self.letters.contains(byte): name.unicodeScalars.append(Unicode.Scalar(byte))
            case "d" where 0...9 ~= digit: day = day * 10 + digit
            case "m" where 0...9 ~= digit: month = month * 10 + digit
            case "y" where 0...9 ~= digit: year = year * 10 + digit
            case "H" where 0...9 ~= digit: hour = hour * 10 + digit
            case "M" where 0...9 ~= digit: minute = minute * 10 + digit
            case "S" where 0...9 ~= digit: second = second * 10 + digit
            default: guard place.value == UInt32(byte), !"wbdmyHMS".unicodeScalars.contains(place) else { return nil }
            }
        }
        if name.isEmpty { return }
        guard let index = Self.months.firstIndex(where: { $0.lowercased() == name }) else { return nil }
        month = index + 1
    }

    init(_ date: HTTPDate) {
        let (days, time) = Self.quotientAndRemainder(date.seconds, by: 86_400)
        (hour, minute, second) = (Int(time / 3_600), Int(time / 60 % 60), Int(time % 60))
        // The year of a day is at most one more or less than by the mean length of a year.
        year = Int(Self.quotientAndRemainder(days * 400, by: 146_097).quotient) + 1_970
        (month, day) = (1, 1)
        while self.days > days { year -= 1 }
        while self.days + Int64(Self.isLeap(year) ? 366 : 365) <= days { year += 1 }
        while self.days + Int64(Self.length(of: month, in: year)) <= days { month += 1 }
        day += Int(days - self.days)
    }

    /// Seconds since 1970. `nil` if there is no such day or time.
    var seconds: Int64? {
        guard 1...12 ~= month, 1...Self.length(of: month, in: year) ~= day, hour < 24, minute < 60, second <= 60
        else { return nil }
        return days * 86_400 + Int64(hour * 3_600 + minute * 60 + second)
    }

    var text: String {
        let name = Self.weekdays[Int(Self.quotientAndRemainder(days + 3, by: 7).remainder)]
        let time = [hour, minute, second].map { Self.padded($0, to: 2) }.joined(separator: ":")
        let date = "\(Self.padded(day, to: 2)) \(Self.months[month - 1]) \(Self.padded(year, to: 4))"
        return "\(name), \(date) \(time) GMT"
    }

    // MARK: - Private

    /// The days from 1970-01-01 to the day.
    private var days: Int64 {
        let past = year - 1
        // Rounds down for the year 0, too.
        let leaps = past >= 0 ? past / 4 - past / 100 + past / 400 : -1
        let months = (1..<month).reduce(0) { $0 + Self.length(of: $1, in: year) }
        return Int64(past * 365 + leaps + months + day - 1) - 719_162
    }

    private static func length(of month: Int, in year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && year % 100 != 0 || year % 400 == 0 }

    /// Rounds down, also for a negative number.
    private static func quotientAndRemainder(_ number: Int64, by divisor: Int64) -> (quotient: Int64, remainder: Int64)
    {
        let remainder = (number % divisor + divisor) % divisor
        return ((number - remainder) / divisor, remainder)
    }

    private static func padded(_ number: Int, to count: Int) -> String {
        let digits = "\(number)"
        return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
    }

    private static let letters = UInt8(ascii: "a")...UInt8(ascii: "z")

    private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
