import Tern

/// The schedule and the iterations of a hot or cold sequence.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
final class TimelineSource<Value: Sendable>: Sendable {
    private struct State {
        /// The number of events of a hot sequence that an iterator has received.
        var sent = 0
        var subscriptions: [(start: Duration, end: Duration?)] = []
    }

    let core: SchedulerCore
    let schedule: Result<TimelineSchedule<Value>, TestKitError>
    private let isHot: Bool
    private let state = Locked(State())

    init(_ timeline: Timeline<Value>, isHot: Bool, core: SchedulerCore) {
        self.core = core
        self.isHot = isHot
        schedule = Result { () throws(TestKitError) in
            let schedule = try TimelineSchedule(timeline, unit: core.unit)
            if !isHot { try schedule.requireNoPast() }
            return schedule
        }
    }

    var subscriptions: [TimelineSubscription] {
        state.withLock(\.subscriptions).map { start, end in
            TimelineSubscription(
                VirtualTime(start, unit: core.unit),
                end.map { VirtualTime($0, unit: core.unit) }
            )
        }
    }

    func subscribe() -> TimelineSubscriber<Value> {
        let now = core.now
        let (id, sent) = state.withLock { state in
            state.subscriptions.append((now, nil))
            return (state.subscriptions.count - 1, state.sent)
        }
        guard isHot else { return TimelineSubscriber(self, id: id, beginning: now, next: 0) }
        let next = (try? schedule.get())?.index(at: now, sent: sent) ?? 0
        return TimelineSubscriber(self, id: id, beginning: .zero, next: next)
    }

    /// Records that an iterator has received this event. Iterators that begin later don't receive it.
    func didSend(_ index: Int) {
        state.withLock { $0.sent = max($0.sent, index + 1) }
    }

    func end(_ subscription: Int) {
        let now = core.now
        state.withLock { state in
            if state.subscriptions[subscription].end == nil { state.subscriptions[subscription].end = now }
        }
    }
}
