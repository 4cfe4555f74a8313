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
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        formatter.calendar = Calendar(identifier: .gregorian)
        // Without this, dates before 1582 would be those of the Julian calendar.
        formatter.gregorianStartDate = .distantPast
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.string(from: Date(timeIntervalSince1970: TimeInterval(seconds)))
    }
}
