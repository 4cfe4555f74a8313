import Foundation
import Tern

/// The forms in which servers send the time until a reset.
enum ResetTime {
    /// The time until a reset. Never negative, and at most 100,000 years.
    ///
    /// - Parameters:
    ///   - text: One of these forms. A fraction of a second counts as a second, except in a duration with units.
    ///
    ///     | Form | Meaning |
    ///     | --- | --- |
    ///     | `20`, `1.5` | seconds |
    ///     | `1784000030`, `1784000030000` | a time in seconds or milliseconds since 1970. No server sets a limit for 30 years. |
    ///     | `6m0s`, `1.5s`, `20ms` | a duration with units, as Go writes it |
    ///     | `2026-11-28T09:30:00Z` | a time (RFC 3339) |
    ///     | `Sat, 28 Nov 2026 09:30:00 GMT` | a time (RFC 9110, section 5.6.7) |
    ///   - headers: The header fields of the response, with whose `Date` a time is compared.
    ///   - now: The current date, for a response without `Date`.
    /// - Returns: `nil` for any other text.
    static func duration(_ text: String, in headers: HTTPHeaders, now: () -> Date) -> Duration? {
        let text = text.trimmingCharacters(in: .whitespaces)
        if let number = duration(ofNumber: text, in: .seconds(1))?.components {
            var seconds = number.attoseconds > 0 ? number.seconds + 1 : number.seconds
            if seconds >= 100_000_000_000 { seconds /= 1_000 }
            guard seconds >= 1_000_000_000 else { return .seconds(seconds) }
            return RetryAfter.time(until: seconds, after: headers, now: now)
        }
        if let duration = duration(ofUnits: text) { return duration }
        let date = HTTPDate(timestamp: text) ?? HTTPDate(text, now: now())
        return date.map { RetryAfter.time(until: $0.seconds, after: headers, now: now) }
    }

    /// A duration with units: `1h2m3.5s`, `20ms`. At most 100,000 years.
    ///
    /// - Returns: `nil` if the text isn't one or more pairs of a non-negative number and a unit.
    static func duration(ofUnits text: String) -> Duration? {
        var rest = text[...]
        var sum = Duration.zero
        repeat {
            let number = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            rest = rest.dropFirst(number.count)
            let unit = rest.prefix { $0 != "." && !($0.isASCII && $0.isNumber) }
            rest = rest.dropFirst(unit.count)
            guard let part = units[String(unit)].flatMap({ duration(ofNumber: String(number), in: $0) }) else {
                return nil
            }
            sum = min(sum + part, RetryAfter.longestDuration)
        } while !rest.isEmpty
        return sum
    }

    /// A non-negative decimal number of units. At most 100,000 years.
    ///
    /// - Returns: `nil` if the text isn't digits, which a point and further digits may follow.
    static func duration(ofNumber text: String, in unit: Duration) -> Duration? {
        let parts = text.trimmingCharacters(in: .whitespaces)
            .split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = parts.first.flatMap({ RetryAfter.duration(ofDigits: $0) }) else { return nil }
        let duration = unit * whole.components.seconds
        guard parts.count == 2 else { return min(duration, RetryAfter.longestDuration) }
        guard RetryAfter.duration(ofDigits: parts[1]) != nil else { return nil }
        let billionths = Int64((parts[1] + "000000000").prefix(9)) ?? 0
        return min(duration + unit * billionths / 1_000_000_000, RetryAfter.longestDuration)
    }

    // MARK: - Private

    private static let units: [String: Duration] = [
        "h": .seconds(3_600), "m": .seconds(60), "s": .seconds(1), "ms": .milliseconds(1),
        "us": .microseconds(1), "\u{B5}s": .microseconds(1), "\u{3BC}s": .microseconds(1), "ns": .nanoseconds(1),
    ]
}
