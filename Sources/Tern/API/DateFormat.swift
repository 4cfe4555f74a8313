import Foundation

/// The format of dates in JSON, queries and forms.
///
/// ``ProviderConfiguration/dates`` sets it for all of them in one line, and ``QueryEncoder/dates`` for queries and forms
/// alone.
///
/// **Reading.** Each format reads all the usual forms in JSON, since one body often mixes them:
///
/// | JSON | Date |
/// | --- | --- |
/// | `"2026-01-31T12:00:00Z"`, `"2026-01-31T13:00:00.250+01:00"`, `"…+0100"` | RFC 3339, with or without a fraction of a second |
/// | `"2026-01-31"` | the day's beginning in UTC |
/// | `1769860800`, `1769860800.25` | seconds since 1970 |
/// | `1769860800250` | milliseconds since 1970 |
///
/// A number is in the unit that the format writes. If it writes text, a number from 100,000,000,000 on counts
/// milliseconds, and a smaller one seconds: this bound is in the year 5138 in seconds, and in 1973 in milliseconds. A
/// time without an offset is refused, since its time zone isn't known. Any other value, and a time outside of the years 0
/// to 9999, fails with `TernError.Code.decodingFailed`, which names its path and the accepted forms.
@nonexhaustive
public enum DateFormat: Sendable {
    /// `2026-01-31T12:00:00Z`: UTC, without fractions of a second.
    case iso8601
    /// `2026-01-31T12:00:00.250Z`: UTC, rounded to milliseconds.
    case iso8601WithMilliseconds
    /// `2026-01-31`: the day in UTC.
    case day
    /// Seconds since 1970, with a fraction only if it isn't zero.
    case secondsSince1970
    /// Whole milliseconds since 1970, rounded.
    case millisecondsSince1970
    /// The text that the function returns.
    case custom(@Sendable (Date) -> String)
}

extension DateFormat {
    /// A date as it is written.
    enum Written {
        case text(String)
        case integer(Int64)
        case number(Double)

        init(_ number: Double) { self = Int64(exactly: number).map(Self.integer) ?? .number(number) }
    }

    /// - Throws: `EncodingError` for a date that isn't finite, or that the format has no text for.
    func written(_ date: Date, at path: @autoclosure () -> [any CodingKey]) throws -> Written {
        let seconds = date.timeIntervalSince1970
        let milliseconds = (seconds * 1_000).rounded()
        let written: Written? =
            switch self {
            case .iso8601: Timestamp.text(of: date).map(Written.text)
            case .iso8601WithMilliseconds: Timestamp.text(of: date, hasMilliseconds: true).map(Written.text)
            case .day: Timestamp.text(of: date).map { .text(String($0.prefix(10))) }
            case .secondsSince1970: seconds.isFinite ? Written(seconds) : nil
            case .millisecondsSince1970: milliseconds.isFinite ? Written(milliseconds) : nil
            case .custom(let format): seconds.isFinite ? .text(format(date)) : nil
            }
        if let written { return written }
        // The error contains the number, since only a finite date has a description.
        let text = "\(seconds) seconds since 1970 can't be written: it is not finite, or not in the years 0 to 9999."
        throw EncodingError.invalidValue(seconds, .init(codingPath: path(), debugDescription: text))
    }
}

// MARK: - JSON

extension DateFormat {
    var encodingStrategy: JSONEncoder.DateEncodingStrategy {
        .custom { date, encoder in
            var container = encoder.singleValueContainer()
            switch try written(date, at: encoder.codingPath) {
            case .text(let text): try container.encode(text)
            case .integer(let number): try container.encode(number)
            case .number(let number): try container.encode(number)
            }
        }
    }

    var decodingStrategy: JSONDecoder.DateDecodingStrategy {
        .custom { decoder in
            let container = try decoder.singleValueContainer()
            func number() -> Date? { (try? container.decode(Double.self)).flatMap(date(ofNumber:)) }
            func text() -> Date? {
                (try? container.decode(String.self)).flatMap { Timestamp($0, isStrict: false)?.date }
            }
            // The usual kind first, since an error of the decoder takes time.
            if let date = writesNumbers ? number() ?? text() : text() ?? number() { return date }
            if container.decodeNil() {
                let context = DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "null")
                throw DecodingError.valueNotFound(Date.self, context)
            }
            throw DecodingError.dataCorruptedError(in: container, debugDescription: Timestamp.fault)
        }
    }

    private var writesNumbers: Bool {
        switch self {
        case .secondsSince1970, .millisecondsSince1970: true
        case .iso8601, .iso8601WithMilliseconds, .day, .custom: false
        }
    }

    private func date(ofNumber number: Double) -> Date? {
        let isMilliseconds =
            switch self {
            case .secondsSince1970: false
            case .millisecondsSince1970: true
            case .iso8601, .iso8601WithMilliseconds, .day, .custom: abs(number) >= 1e11
            }
        let seconds = isMilliseconds ? number / 1_000 : number
        guard Timestamp.years.contains(seconds) else { return nil }
        return Date(timeIntervalSince1970: seconds)
    }
}
