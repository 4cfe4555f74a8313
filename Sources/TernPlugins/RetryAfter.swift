import Foundation
import Tern

/// The time for which a server asks the client to wait (RFC 9110, section 10.2.3).
struct RetryAfter: Equatable {
    /// The time from the response to the next request. Never negative.
    let delay: Duration

    /// Reads the delay of a response: a number of milliseconds in `retry-after-ms` or `x-ms-retry-after-ms`, as OpenAI and
    /// Azure send it, or a number of seconds or an HTTP-date in `Retry-After`.
    ///
    /// A date is compared with the `Date` of the same response, so that the clocks of client and server may differ, or
    /// with `now` if the response has no valid `Date`. A date in the past is a delay of zero. Of several fields with
    /// one of these names, the first counts: more than one isn't valid, and a server could send thousands of them.
    ///
    /// - Returns: `nil` without such a field, or if its value isn't valid: a negative number, a fraction and other texts
    ///   are ignored.
    init?(_ headers: HTTPHeaders, now: () -> Date) {
        let milliseconds = ["retry-after-ms", "x-ms-retry-after-ms"].compactMap { headers.first(for: $0) }.first
        if let delay = milliseconds.flatMap({ ResetTime.duration(ofNumber: $0, in: .milliseconds(1)) }) {
            self.delay = delay
        } else if let delay = headers.first(for: "Retry-After").flatMap({ Self.delay(of: $0, headers, now) }) {
            self.delay = delay
        } else {
            return nil
        }
    }

    /// The duration of a non-negative whole number of seconds. At most 100,000 years.
    ///
    /// - Returns: `nil` if the text isn't 1 or more ASCII digits.
    static func duration(ofDigits text: some StringProtocol) -> Duration? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        return .seconds(min(Int64(text) ?? .max, longest))
    }

    /// The time from a response to a time in seconds since 1970. Never negative, and at most 100,000 years.
    ///
    /// The time is compared with the response's `Date`, or with `now` if the response has no valid `Date`.
    static func time(until seconds: Int64, after headers: HTTPHeaders, now: () -> Date) -> Duration {
        time(until: seconds, after: headers, current: now())
    }

    /// 100,000 years. Sums of such durations don't overflow.
    static let longestDuration = Duration.seconds(longest)

    // MARK: - Private

    private static let longest: Int64 = 3_155_760_000_000

    private static func delay(of value: String, _ headers: HTTPHeaders, _ now: () -> Date) -> Duration? {
        let value = value.trimmingCharacters(in: .whitespaces)
        if let delay = duration(ofDigits: value) { return delay }
        let current = now()
        guard let date = HTTPDate(value, now: current) else { return nil }
        return time(until: date.seconds, after: headers, current: current)
    }

    private static func time(until seconds: Int64, after headers: HTTPHeaders, current: Date) -> Duration {
        let reference = headers.first(for: "Date").flatMap { HTTPDate($0, now: current) }?.seconds
        return .seconds(min(max(0, min(seconds, longest) - (reference ?? self.seconds(of: current))), longest))
    }

    /// A clock can have any value, which `Int64` may not hold.
    private static func seconds(of date: Date) -> Int64 {
        min(max(-longest, Int64(exactly: date.timeIntervalSince1970.rounded()) ?? 0), longest)
    }
}
