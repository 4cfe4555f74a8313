import Foundation

// What TernHTTP has, and doesn't show yet. This file goes as soon as it does.

/// One value behind one lock. Never call out or await inside ``withLock(_:)``.
// Unchecked, since the value is only used under the lock.
final class Guarded<State: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var state: State

    init(_ state: State) {
        self.state = state
    }

    func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&state)
    }
}

/// The syntax of field values (RFC 9110, section 5.6).
enum FieldText {
    /// The members of a list, split at commas outside of quotes, trimmed, without empty members.
    static func list(_ line: String) -> [String] {
        var members: [String] = []
        var member: [UInt8] = []
        var isQuoted = false
        var isEscaped = false
        for byte in line.utf8 {
            if byte == UInt8(ascii: ","), !isQuoted {
                members.append(trimmed(member))
                member = []
                continue
            }
            if isEscaped {
                isEscaped = false
            } else if isQuoted, byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            }
            member.append(byte)
        }
        members.append(trimmed(member))
        return members.filter { !$0.isEmpty }
    }

    static func isToken(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                (48...57).contains(byte) || (97...122).contains(byte | 32) && byte >= 65
                    || "!#$%&'*+-.^_`|~".utf8.contains(byte)
            }
    }

    /// The content of a quoted string. Any other text stays as it is.
    static func unquoted(_ text: String) -> String {
        guard text.utf8.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
        var content = ""
        var isEscaped = false
        for character in text.dropFirst().dropLast() {
            if !isEscaped, character == "\\" {
                isEscaped = true
            } else {
                content.append(character)
                isEscaped = false
            }
        }
        return content
    }

    private static func trimmed(_ bytes: [UInt8]) -> String {
        let isSpace: (UInt8) -> Bool = { $0 == 32 || $0 == 9 }
        let end = (bytes.lastIndex { !isSpace($0) } ?? -1) + 1
        return String(decoding: bytes[..<end].drop(while: isSpace), as: UTF8.self)
    }
}

/// A date of a header field (RFC 9110, section 5.6.7).
enum FieldDate {
    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
    private static let days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    private static let longDays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

    /// - Parameter now: Determines the century of a year with two digits.
    static func date(_ text: String, now: Date) -> Date? {
        let parts = text.lowercased().split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        if parts.count == 6, days.contains(where: { "\($0)," == parts[0] }), parts[1].count == 2, parts[5] == "gmt" {
            return date(day: parts[1], month: parts[2], year: parts[3], time: parts[4])
        }
        if parts.count == 4, longDays.contains(where: { "\($0)," == parts[0] }), parts[3] == "gmt" {
            let day = parts[1].split(separator: "-").map(String.init)
            guard day.count == 3, day[0].count == 2, day[2].count == 2, let digits = Int(day[2]) else { return nil }
            let thisYear = Calendar(identifier: .gregorian).component(.year, from: now)
            let year = thisYear / 100 * 100 + digits
            return date(day: day[0], month: day[1], year: "\(year > thisYear + 50 ? year - 100 : year)", time: parts[2])
        }
        if parts.count == 5, days.contains(parts[0]), parts[2].count == 2 {
            return date(day: parts[2], month: parts[1], year: parts[4], time: parts[3])
        }
        if parts.count == 6, days.contains(parts[0]), parts[2].isEmpty, parts[3].count == 1 {
            return date(day: parts[3], month: parts[1], year: parts[5], time: parts[4])
        }
        return nil
    }

    private static func date(day: String, month: String, year: String, time: String) -> Date? {
        let times = time.split(separator: ":", omittingEmptySubsequences: false)
        guard times.count == 3, times.allSatisfy({ $0.count == 2 }), let month = months.firstIndex(of: month),
            let day = Int(day), (1...31).contains(day), year.count == 4, let year = Int(year), year >= 0,
            let hour = Int(times[0]), let minute = Int(times[1]), let second = Int(times[2]),
            (0..<24).contains(hour), (0..<60).contains(minute), (0...60).contains(second)
        else { return nil }
        let shifted = month < 2 ? year - 1 : year
        let dayOfYear = (153 * ((month + 10) % 12) + 2) / 5 + day - 1
        let days = 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
        return Date(timeIntervalSince1970: Double(days * 86_400 + hour * 3_600 + minute * 60 + second))
    }
}
