import Foundation
import Tern

/// Seconds and dates of header fields. Hostile numbers saturate.
extension Duration {
    /// The largest number of seconds of a field (RFC 9111, section 1.2.2): 2³¹, that is 68 years.
    static let longestFieldTime = Duration.seconds(Int64(1) << 31)

    /// The `delta-seconds` of a directive or of `Age`. `nil` if the text isn't a number of digits.
    init?(fieldSeconds text: String) {
        guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        self = Int64(text).map { min(.seconds($0), .longestFieldTime) } ?? .longestFieldTime
    }

    /// The time from one date to another, at most 2⁴⁰ seconds.
    init(from start: Date, to end: Date) {
        let seconds = end.timeIntervalSince(start)
        let limit = 0x1p40
        self = .seconds(seconds.isNaN ? 0 : max(-limit, min(limit, seconds)))
    }

    /// The number of whole seconds.
    var wholeSeconds: Int64 { components.seconds }
}

extension HTTPHeaders {
    /// The date of a field. `nil` if the field doesn't exist, occurs more than once, or is malformed.
    func date(of name: String, now: Date) -> Date? {
        let values = values(for: name)
        guard values.count == 1, let date = HTTPDate(values[0], now: now) else { return nil }
        return Date(timeIntervalSince1970: Double(date.seconds))
    }
}
