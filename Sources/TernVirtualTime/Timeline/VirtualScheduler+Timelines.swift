@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension VirtualScheduler {
    /// A sequence that sends these events at their times since the scheduler's beginning, even while it isn't iterated.
    ///
    /// ```swift
    /// let taps = scheduler.hot([.next(0, 1), .next(10, 2), .completed(20)])
    /// ```
    ///
    /// The events can be in any order. Events with the same time are sent in the given order. Events before the current
    /// time are skipped. If an event comes after the end, each iteration fails immediately with `TestKitError`.
    public func hot<Value>(_ timeline: EventTimeline<Value>) -> TimelineSequence<Value> {
        TimelineSequence(source: TimelineSource(timeline, isHot: true, core: core))
    }

    /// A hot sequence from marbles. ``EventTimeline/init(marbles:values:errors:)`` documents the syntax.
    ///
    /// - Throws: `TestKitError` if the text can't be read.
    public func hot<Value>(
        _ marbles: String,
        values: [Character: Value],
        errors: [Character: any Error] = [:]
    ) throws(TestKitError) -> TimelineSequence<Value> {
        hot(try EventTimeline(marbles: marbles, values: values, errors: errors))
    }

    /// A hot sequence from marbles whose values are the characters themselves: `try scheduler.hot("a-b--c|")`.
    ///
    /// - Throws: `TestKitError` if the text can't be read.
    public func hot(
        _ marbles: String,
        errors: [Character: any Error] = [:]
    ) throws(TestKitError) -> TimelineSequence<String> {
        hot(try EventTimeline(marbles: marbles, errors: errors))
    }

    /// A sequence that starts again for each iteration. Its times count from the start of the iteration.
    ///
    /// ```swift
    /// let logins = scheduler.cold([.next(3, "octocat"), .completed(3)])
    /// ```
    ///
    /// The events can be in any order. Events with the same time are sent in the given order. If an event comes after
    /// the end, or before time 0, each iteration fails immediately with `TestKitError`.
    public func cold<Value>(_ timeline: EventTimeline<Value>) -> TimelineSequence<Value> {
        TimelineSequence(source: TimelineSource(timeline, isHot: false, core: core))
    }

    /// A cold sequence from marbles. ``EventTimeline/init(marbles:values:errors:)`` documents the syntax.
    ///
    /// - Throws: `TestKitError` if the text can't be read.
    public func cold<Value>(
        _ marbles: String,
        values: [Character: Value],
        errors: [Character: any Error] = [:]
    ) throws(TestKitError) -> TimelineSequence<Value> {
        cold(try EventTimeline(marbles: marbles, values: values, errors: errors))
    }

    /// A cold sequence from marbles whose values are the characters themselves: `try scheduler.cold("a-b--c|")`.
    ///
    /// - Throws: `TestKitError` if the text can't be read.
    public func cold(
        _ marbles: String,
        errors: [Character: any Error] = [:]
    ) throws(TestKitError) -> TimelineSequence<String> {
        cold(try EventTimeline(marbles: marbles, errors: errors))
    }
}
