/// A timeline that can be sent: in the order of time, with nothing after its end.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
struct TimelineSchedule<Value: Sendable>: Sendable {
    struct Entry: Sendable {
        let time: Duration
        let event: TimelineEvent<Value>
    }

    let entries: [Entry]
    /// Where the end is, if there is one.
    let end: Int?

    /// Sorts the events; those of the same time stay as written.
    init(_ timeline: Timeline<Value>, unit: Duration) throws(TimelineError) {
        entries = timeline.map { Entry(time: $0.time.duration(unit: unit), event: $0) }
            .enumerated()
            .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
            .map(\.element)
        end = entries.firstIndex { $0.event.isEnd }
        if let end, end + 1 < entries.count {
            let (late, end) = (entries[end + 1].event, entries[end].event)
            throw TimelineError(.eventAfterEnd, "\(late) comes after the end, \(end). Remove one of them.")
        }
    }

    /// - Throws: If something happens before time 0.
    func requireNoPast() throws(TimelineError) {
        guard let first = entries.first, first.time < .zero else { return }
        throw TimelineError(
            .negativeTime,
            "\(first.event) is before the iteration begins, from which a cold sequence counts. Only a hot one has a past."
        )
    }

    /// The first event that isn't over at a time, and isn't one of the first so many. The end is never over.
    func index(at time: Duration, sent: Int) -> Int {
        let due = entries.firstIndex { $0.time >= time } ?? entries.count
        return min(max(due, sent), end ?? entries.count)
    }
}
