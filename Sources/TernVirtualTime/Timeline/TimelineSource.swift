/// The events and the iterations of a hot or cold sequence.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
final class TimelineSource<Value: Sendable>: Sendable {
    struct Entry: Sendable {
        let time: Duration
        let event: TimelineEvent<Value>
    }

    let core: SchedulerCore
    /// The events, ordered by time. Events with the same time keep their order. A failure if the timeline isn't valid.
    let entries: Result<[Entry], TestKitError>
    private let isHot: Bool
    private let iterations = Guarded<[(start: Duration, end: Duration?)]>([])

    init(_ timeline: EventTimeline<Value>, isHot: Bool, core: SchedulerCore) {
        self.core = core
        self.isHot = isHot
        entries = Result { () throws(TestKitError) in
            let entries = timeline.map { Entry(time: $0.time.duration(unit: core.unit), event: $0) }
                .enumerated()
                .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
                .map(\.element)
            try Self.check(entries, isHot: isHot)
            return entries
        }
    }

    var subscriptions: [TimelineSubscription] {
        iterations.withLock { $0 }.map { start, end in
            TimelineSubscription(
                VirtualTime(start, unit: core.unit),
                end.map { VirtualTime($0, unit: core.unit) }
            )
        }
    }

    func subscribe() -> TimelineSubscriber<Value> {
        let now = core.now
        let id = iterations.withLock { iterations in
            iterations.append((now, nil))
            return iterations.count - 1
        }
        let (beginning, next) = isHot ? (.zero, firstIndex(after: now)) : (now, 0)
        return TimelineSubscriber(self, id: id, beginning: beginning, next: next)
    }

    func end(_ subscription: Int) {
        let now = core.now
        iterations.withLock { iterations in
            if iterations[subscription].end == nil { iterations[subscription].end = now }
        }
    }

    // MARK: - Private

    /// - Throws: `TestKitError` if an event comes after the end, or before the beginning of a cold sequence.
    private static func check(_ entries: [Entry], isHot: Bool) throws(TestKitError) {
        if let end = entries.firstIndex(where: { $0.event.isEnd }), end + 1 < entries.count {
            let (late, end) = (entries[end + 1].event, entries[end].event)
            throw TestKitError(.eventAfterEnd, "\(late) comes after the end, \(end). Remove one of them.")
        }
        if !isHot, let first = entries.first, first.time < .zero {
            let reason = "Only a hot sequence can have events before time 0."
            throw TestKitError(.negativeTime, "\(first.event) is before the iteration begins. \(reason)")
        }
    }

    /// The first event for an iteration of a hot sequence that begins at a time. Events of that time are skipped,
    /// except at time 0, since no iteration can begin earlier. The end is never skipped.
    private func firstIndex(after time: Duration) -> Int {
        guard let entries = try? entries.get() else { return 0 }
        return entries.firstIndex { $0.event.isEnd || (time > .zero ? $0.time > time : $0.time >= time) }
            ?? entries.count
    }
}

/// One iteration of a hot or cold sequence. It reads from its position in the timeline, so no event is lost between
/// calls of `next()`.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
final class TimelineSubscriber<Value: Sendable>: Sendable {
    private let source: TimelineSource<Value>
    private let id: Int
    private let beginning: Duration
    /// The index of the next event. `nil` after the end.
    private let place: Guarded<Int?>

    init(_ source: TimelineSource<Value>, id: Int, beginning: Duration, next: Int) {
        self.source = source
        self.id = id
        self.beginning = beginning
        place = Guarded(next)
    }

    deinit {
        source.end(id)
    }

    func next() async throws -> Value? {
        do {
            if case .next(_, let value)? = try await nextEvent() { return value }
        } catch {
            end()
            throw error
        }
        end()
        return nil
    }

    // MARK: - Private

    /// - Returns: The next event. `nil` if the sequence has ended, or the task was cancelled.
    /// - Throws: The error of a failure, or that of a timeline that isn't valid.
    private func nextEvent() async throws -> TimelineEvent<Value>? {
        let index = place.withLock { place in
            defer { place = place.map { $0 + 1 } }
            return place
        }
        guard let index else { return nil }
        let entries = try source.entries.get()
        guard index < entries.count else {
            // A sequence without an end waits until it is cancelled.
            try? await WaitableState(()).wait { _ in nil }
            return nil
        }
        let time = beginning.addingSaturated(entries[index].time)
        do { try await source.core.waitForTimer(at: time) } catch { return nil }
        if case .failed(_, let error) = entries[index].event { throw error }
        return entries[index].event
    }

    private func end() {
        place.withLock { $0 = nil }
        source.end(id)
    }
}
