import Foundation

/// The `Date` field of responses (RFC 9110, section 6.6.1). Its text is created at most once per second.
struct DateField {
    private let now: (@Sendable () -> Date)?
    private var second: Int?
    private var text = ""

    /// - Parameter now: `nil` for no field.
    init(now: (@Sendable () -> Date)?) {
        self.now = now
    }

    /// `nil` for no field.
    mutating func value() -> String? {
        guard let now else { return nil }
        let current = Int(exactly: now().timeIntervalSince1970.rounded(.down)) ?? 0
        if current != second {
            second = current
            text = Self.text(secondsSince1970: current)
        }
        return text
    }

    /// An IMF-fixdate, such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7).
    static func text(secondsSince1970 seconds: Int) -> String {
        let (days, second) = seconds.quotientAndRemainderRoundedDown(by: 86_400)
        // The years start in March here, so that a leap day is the last day of its year. There are 146,097 days in 400
        // years.
        let (era, day) = (days + 719_468).quotientAndRemainderRoundedDown(by: 146_097)
        let yearOfEra = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
        let dayOfYear = day - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = (monthFromMarch + 2) % 12
        let year = era * 400 + yearOfEra + (month < 2 ? 1 : 0)
        let weekday = (days + 4).quotientAndRemainderRoundedDown(by: 7).remainder
        let parts = [dayOfYear - (153 * monthFromMarch + 2) / 5 + 1, second / 3_600, second / 60 % 60, second % 60]
        let digits = parts.map { $0 < 10 ? "0\($0)" : "\($0)" }
        let yearDigits = String(repeating: "0", count: max(0, 4 - String(year).count)) + String(year)
        let clock = "\(digits[1]):\(digits[2]):\(digits[3])"
        return "\(weekdays[weekday]), \(digits[0]) \(months[month]) \(yearDigits) \(clock) GMT"
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}

extension Int {
    /// The remainder is never negative.
    fileprivate func quotientAndRemainderRoundedDown(by divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
