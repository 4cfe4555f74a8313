import Tern

/// The schedule and the iterations of a hot or cold sequence.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
final class TimelineSource<Value: Sendable>: Sendable {
    let core: SchedulerCore
    let schedule: Result<TimelineSchedule<Value>, TestKitError>
    private let isHot: Bool
    private let iterations = Locked<[(start: Duration, end: Duration?)]>([])

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
        guard isHot else { return TimelineSubscriber(self, id: id, beginning: now, next: 0) }
        let next = (try? schedule.get())?.index(after: now) ?? 0
        return TimelineSubscriber(self, id: id, beginning: .zero, next: next)
    }

    func end(_ subscription: Int) {
        let now = core.now
        iterations.withLock { iterations in
            if iterations[subscription].end == nil { iterations[subscription].end = now }
        }
    }
}
