/// Dates and times as texts (RFC 3339, section 5.6).
enum DayText {
    private static let day = Pattern(#"^\d{4}-\d\d-\d\d$"#)
    private static let time = Pattern(
        #"^\d{4}-\d\d-\d\d[Tt]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):?[0-5]\d)$"#
    )

    /// Whether a text is a day of the calendar: `2026-01-31`.
    static func isDay(_ text: String) -> Bool { day?.matches(text) == true && isInCalendar(text) }

    /// Whether a text is a time with an offset: `2026-01-31T12:00:00Z`.
    static func isTime(_ text: String) -> Bool { time?.matches(text) == true && isInCalendar(text) }

    // MARK: - Private

    private static func isInCalendar(_ text: String) -> Bool {
        let parts = text.prefix(10).split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3, (1...12).contains(parts[1]) else { return false }
        let isLeapYear = parts[0] % 4 == 0 && (parts[0] % 100 != 0 || parts[0] % 400 == 0)
        let days = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return (1...days[parts[1] - 1]).contains(parts[2])
    }
}
