@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension EventTimeline {
    /// Reads a timeline from marbles. One character is one unit of time.
    ///
    /// | Text | Meaning |
    /// | --- | --- |
    /// | `-` | Nothing happens. |
    /// | `a` | A value. |
    /// | `\|` | The sequence completes. |
    /// | `#` | The sequence fails with ``MarbleFailure``, or with the error for `#`. |
    /// | `(ab\|)` | All events in the group happen at the time of `(`. Each of its characters still takes one unit. |
    /// | `^` | Time 0. Characters before it have negative times. Without it, the text begins at time 0. |
    ///
    /// Spaces are ignored.
    ///
    /// - Parameters:
    ///   - marbles: The line of text.
    ///   - values: The value for each character.
    ///   - errors: The characters at which the sequence fails, with their errors. Empty by default.
    /// - Throws: `TestKitError`, which names the character, if a group isn't closed, a value is unknown, an event
    ///   comes after the end, or a character is not allowed at its position.
    public init(
        marbles: String,
        values: [Character: Value],
        errors: [Character: any Error] = [:]
    ) throws(TestKitError) {
        var parser = MarbleParser(marbles, values: { values[$0] }, errors: errors)
        self = try parser.parse()
    }

    /// Reads a timeline from marbles whose values are the characters themselves. See ``init(marbles:values:errors:)``.
    ///
    /// - Throws: `TestKitError` if the text can't be read.
    public init(marbles: String, errors: [Character: any Error] = [:]) throws(TestKitError) where Value == String {
        var parser = MarbleParser(marbles, values: { String($0) }, errors: errors)
        self = try parser.parse()
    }
}
