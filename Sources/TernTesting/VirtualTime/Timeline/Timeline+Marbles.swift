@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension Timeline {
    /// Reads a timeline from marbles. One character is one unit of time.
    ///
    /// | Text | Meaning |
    /// | --- | --- |
    /// | `-` | Nothing happens. |
    /// | `a` | A value. |
    /// | `\|` | The sequence completes. |
    /// | `#` | It fails with ``MarbleFailure``, or with the error given for `#`. |
    /// | `(ab\|)` | All of that happens at the time of `(`. What follows is as many units later as the group has characters. |
    /// | `^` | The beginning, time 0; what stands before it has happened before. Without it, the text begins there. |
    ///
    /// Spaces don't count.
    ///
    /// - Parameters:
    ///   - values: The value for each character.
    ///   - errors: The characters at which the sequence fails, and with what.
    /// - Throws: `TimelineError`, which names the character, if a group isn't closed, a value is unknown, something comes
    ///   after the end, or a character can't stand where it does.
    public init(
        marbles: String,
        values: [Character: Value],
        errors: [Character: any Error] = [:]
    ) throws(TimelineError) {
        var parser = MarbleParser(marbles, values: { values[$0] }, errors: errors)
        self = try parser.parse()
    }

    /// Reads a timeline from marbles whose values are the characters themselves; see ``init(marbles:values:errors:)``.
    ///
    /// - Throws: `TimelineError`, as there.
    public init(marbles: String, errors: [Character: any Error] = [:]) throws(TimelineError) where Value == String {
        var parser = MarbleParser(marbles, values: { String($0) }, errors: errors)
        self = try parser.parse()
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension Timeline where Value: LosslessStringConvertible {
    /// The timeline as marbles, such as `a-b--c|`.
    ///
    /// - Parameter unit: What one character is. By default, that in which the times count.
    /// - Throws: `TimelineError` with code ``TimelineError/Code/notPrintable`` if a time isn't a whole number of units, a
    ///   value isn't one character, or a group has more characters than units until the next event.
    public func marbles(unit: Duration? = nil) throws(TimelineError) -> String {
        var printer = MarblePrinter()
        return try printer.print(self, unit: unit) { $0.description }
    }
}
