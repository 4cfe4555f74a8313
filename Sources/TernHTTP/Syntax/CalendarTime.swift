/// The numbers of a date, in the Gregorian calendar and in UTC.
struct CalendarTime {
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

    /// The date in the form of a header field: `Sun, 06 Nov 1994 08:49:37 GMT`.
    var text: String {
        let name = Self.weekdays[Int(Self.quotientAndRemainder(days + 3, by: 7).remainder)]
        let date = "\(Self.padded(day, to: 2)) \(Self.months[month - 1]) \(Self.padded(year, to: 4))"
        return "\(name), \(date) \(clock) GMT"
    }

    /// The day: `1994-11-06`.
    var isoDay: String { "\(Self.padded(year, to: 4))-\(Self.padded(month, to: 2))-\(Self.padded(day, to: 2))" }

    /// The time of the day: `08:49:37`.
    var clock: String { [hour, minute, second].map { Self.padded($0, to: 2) }.joined(separator: ":") }

    static func padded(_ number: Int, to count: Int) -> String {
        let digits = "\(number)"
        return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
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
    static func quotientAndRemainder(_ number: Int64, by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let remainder = (number % divisor + divisor) % divisor
        return ((number - remainder) / divisor, remainder)
    }

    private static let letters = UInt8(ascii: "a")...UInt8(ascii: "z")

    private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
