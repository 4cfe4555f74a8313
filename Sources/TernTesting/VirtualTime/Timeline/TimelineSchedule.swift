/// A validated timeline: ordered by time, without events after its end.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
struct TimelineSchedule<Value: Sendable>: Sendable {
    struct Entry: Sendable {
        let time: Duration
        let event: TimelineEvent<Value>
    }

    let entries: [Entry]
    /// The index of the end. `nil` if the timeline has no end.
    let end: Int?

    /// Sorts the events by time. Events with the same time keep their order.
    init(_ timeline: Timeline<Value>, unit: Duration) throws(TestKitError) {
        entries = timeline.map { Entry(time: $0.time.duration(unit: unit), event: $0) }
            .enumerated()
            .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
            .map(\.element)
        end = entries.firstIndex { $0.event.isEnd }
        if let end, end + 1 < entries.count {
            let (late, end) = (entries[end + 1].event, entries[end].event)
            throw TestKitError(.eventAfterEnd, "\(late) comes after the end, \(end). Remove one of them.")
        }
    }

    /// - Throws: `TestKitError` if an event is before time 0.
    func requireNoPast() throws(TestKitError) {
        guard let first = entries.first, first.time < .zero else { return }
        throw TestKitError(
            .negativeTime,
            "\(first.event) is before the iteration begins. Only a hot sequence can have events before time 0."
        )
    }

    /// The first event for an iteration of a hot sequence that begins at a time. Events of that time are skipped,
    /// except at time 0, since no iteration can begin earlier. The end is never skipped.
    func index(after time: Duration) -> Int {
        let next = entries.firstIndex { time > .zero ? $0.time > time : $0.time >= time } ?? entries.count
        return min(next, end ?? entries.count)
    }
}
