import Foundation

/// A time as text, such as `2026-11-28T09:30:00.5+01:00` (RFC 3339, section 5.6).
package struct Timestamp {
    /// Whole seconds since 1970-01-01 00:00:00 UTC, rounded down.
    package let seconds: Int64
    /// The fraction of the second, of which nine digits count.
    private let nanoseconds: Int
    /// Whether the text has a fraction that isn't zero.
    package let hasFraction: Bool

    /// The times that a text can have, in seconds since 1970: the years 0 to 9999.
    package static let years = Double(HTTPDate.first)..<Double(HTTPDate.last) + 1

    /// The text of a `DecodingError` for a date of another form.
    package static let fault =
        "Expected a date: 2026-01-31T12:00:00Z with or without a fraction or another offset, 2026-01-31, or seconds or "
        + "milliseconds since 1970."

    package var date: Date { Date(timeIntervalSince1970: Double(seconds) + Double(nanoseconds) / 1e9) }

    /// - Parameter isStrict: Whether the text has a time, and an offset with a colon. Otherwise, it can also be a day,
    ///   which begins in UTC, and end with an offset such as `+0100`. `true` by default.
    /// - Returns: `nil` if the text has another form, or if there is no such day, time or offset.
    package init?(_ text: String, isStrict: Bool = true) {
        let text = Array(text.asciiLowercased.utf8)
        if !isStrict, let day = CalendarTime(text[...], as: "yyyy-mm-dd")?.seconds {
            (seconds, nanoseconds, hasFraction) = (day, 0, false)
            return
        }
        guard let time = CalendarTime(text.prefix(19), as: "yyyy-mm-ddtHH:MM:SS")?.seconds else { return nil }
        var rest = text.dropFirst(19)
        var fraction: ArraySlice<UInt8> = []
        if rest.first == UInt8(ascii: ".") {
            fraction = rest.dropFirst().prefix(while: \.isDigit)
            guard !fraction.isEmpty else { return nil }
            rest = rest.dropFirst(1 + fraction.count)
        }
        var offset: Int64 = 0
        if rest != [UInt8(ascii: "z")] {
            let isNegative = rest.first == UInt8(ascii: "-")
            guard isNegative || rest.first == UInt8(ascii: "+"),
                let parts = Self.offset(rest.dropFirst(), "HH:MM")
                    ?? (isStrict ? nil : Self.offset(rest.dropFirst(), "HHMM"))
            else { return nil }
            offset = isNegative ? -parts : parts
        }
        seconds = time - offset
        let digits = fraction.prefix(9)
        nanoseconds =
            digits.reduce(0) { 10 * $0 + Int($1 - 0x30) } * (digits.count..<9).reduce(1) { power, _ in 10 * power }
        hasFraction = fraction.contains { $0 != UInt8(ascii: "0") }
    }

    /// The text of a time in UTC. `nil` if it isn't in the years 0 to 9999.
    ///
    /// - Parameter hasMilliseconds: Whether the text has three digits of a fraction, and the time is rounded to them.
    ///   `false`, the default, for the second that contains the time.
    package static func text(of date: Date, hasMilliseconds: Bool = false) -> String? {
        let time = date.timeIntervalSince1970
        let number = hasMilliseconds ? (time * 1_000).rounded() : time.rounded(.down)
        // Beyond these years, and exact in a `Double`.
        guard abs(number) < 1e15 else { return nil }
        let (seconds, rest) = CalendarTime.quotientAndRemainder(Int64(number), by: hasMilliseconds ? 1_000 : 1)
        guard HTTPDate.first...HTTPDate.last ~= seconds else { return nil }
        let parts = CalendarTime(HTTPDate(Date(timeIntervalSince1970: Double(seconds))))
        return "\(parts.isoDay)T\(parts.clock)\(hasMilliseconds ? "." + CalendarTime.padded(Int(rest), to: 3) : "")Z"
    }

    /// The seconds of an offset from UTC.
    private static func offset(_ text: ArraySlice<UInt8>, _ form: String) -> Int64? {
        CalendarTime("1970-01-01t".utf8 + text, as: "yyyy-mm-ddt" + form)?.seconds
    }
}
