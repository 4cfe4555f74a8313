import Tern

/// Creates the history of a run from its log.
struct RunHistoryBuilder: Sendable {
    private struct Pending {
        let start: Int
        var wait: (isSleep: Bool, text: String)?
    }

    private let tasks: TaskNumbers
    private var instants: [RunHistory.Instant] = []
    private var slotCount = 0
    private var lanes: [Int: RunHistory.Lane] = [:]
    /// The activity of each task since its latest step.
    private var pending: [Int: Pending] = [:]
    private var calls: [RunLog.CallID: RunHistory.Call] = [:]
    private var callOrder: [RunLog.CallID] = []

    init(tasks: TaskNumbers) {
        self.tasks = tasks
    }

    /// - Parameter reports: The activities of the tasks that have not ended.
    static func history(
        of log: RunLog,
        tasks: TaskNumbers,
        reports: [TaskReport],
        now: Duration
    ) -> RunHistory {
        var builder = RunHistoryBuilder(tasks: tasks)
        for entry in log.entries { builder.add(entry) }
        builder.begin(now)
        for report in reports { builder.add(report) }
        return RunHistory(
            now: now,
            lost: log.lost,
            instants: builder.instants,
            slotCount: builder.slotCount,
            lanes: builder.lanes.values.sorted { $0.number < $1.number },
            calls: builder.callOrder.compactMap { builder.calls[$0] }
        )
    }

    // MARK: - Private

    private mutating func begin(_ time: Duration) {
        guard instants.last?.time != time else { return }
        // An instant without a step also has a slot, so that it is visible.
        if let last = instants.last, last.firstSlot == slotCount { slotCount += 1 }
        instants.append(.init(time: time, firstSlot: slotCount))
    }

    private mutating func add(_ entry: RunLog.Entry) {
        begin(entry.time)
        switch entry.kind {
        case .ran(let isOnMainActor, let count):
            finishWait(of: entry.task, at: slotCount)
            let text = "runs\(isOnMainActor ? " on the main actor" : "")\(count > 1 ? " \(count) times" : "")"
            mark(isOnMainActor ? .ranOnMainActor : .ran, text, entry)
        case .sleeps(let time): wait("sleeps until \(time.brief)", isSleep: true, entry)
        case .waits(.task(let other)): wait("waits for \(tasks.description(ofTask: other))", entry)
        case .waits(.childTasks): wait("waits for its child tasks", entry)
        case .waits(.outside(let what)): wait("waits in `outside`: \(what)", entry)
        case .waits(.continuation):
            // The continuation may belong to a sleep or to an external wait, whose description is more precise.
            if pending[entry.task]?.wait == nil { wait("waits", entry) }
        case .exchange(let id, let event): add(event, of: id, entry)
        case .ended:
            mark(.ended, "ends", entry)
            pending[entry.task] = nil
        }
    }

    private mutating func add(_ event: Journal.Event.Kind, of id: RunLog.CallID, _ entry: RunLog.Entry) {
        if calls[id] == nil {
            calls[id] = RunHistory.Call(task: entry.task, start: entry.time, startSlot: slotCount)
            callOrder.append(id)
        }
        let task = calls[id]?.task ?? entry.task
        switch event {
        case .sent(let request), .redirected(_, let request):
            calls[id]?.request = "\(request)".printable
            mark(.sent, "\(event)", RunLog.Entry(time: entry.time, task: task, kind: entry.kind))
        case .responded, .failed:
            mark(.received, "\(event)", RunLog.Entry(time: entry.time, task: task, kind: entry.kind))
        case .ended(let outcome):
            calls[id]?.outcome = "\(outcome)"
            calls[id]?.end = entry.time
            calls[id]?.endSlot = slotCount
        default: break
        }
    }

    /// Adds the activity of a task at the end.
    private mutating func add(_ report: TaskReport) {
        let number = tasks.knownNumber(of: report.number)
        let text = report.details.printable
        lane(number) { $0.activity = text }
        guard let start = pending[number]?.start else { return }
        let isSleep = pending[number]?.wait?.isSleep ?? false
        let end = max(slotCount, start + 1)
        lane(number) { $0.waits.append(.init(start: start, end: end, isSleep: isSleep, text: text)) }
    }

    private mutating func lane(_ number: Int, _ change: (inout RunHistory.Lane) -> Void) {
        let description = number == 0 ? "other code" : tasks.description(of: number)
        let label = description.hasPrefix("the task ") ? String(description.dropFirst(9)) : description
        change(&lanes[number, default: RunHistory.Lane(number: number, label: label.printable)])
    }

    /// Takes the next slot for a mark.
    private mutating func mark(_ symbol: RunHistory.Symbol, _ text: String, _ entry: RunLog.Entry) {
        let slot = slotCount
        slotCount += 1
        lane(entry.task) { $0.marks.append(.init(slot: slot, symbol: symbol, text: text.printable)) }
        // An event of a call doesn't end the wait of the task.
        pending[entry.task] = Pending(start: slot, wait: pending[entry.task]?.wait)
    }

    private mutating func wait(_ text: String, isSleep: Bool = false, _ entry: RunLog.Entry) {
        lane(entry.task) { _ in }
        pending[entry.task, default: Pending(start: max(0, slotCount - 1))].wait = (isSleep, text.printable)
    }

    private mutating func finishWait(of task: Int, at slot: Int) {
        guard let before = pending.removeValue(forKey: task), let wait = before.wait else { return }
        lane(task) {
            $0.waits.append(.init(start: before.start, end: slot, isSleep: wait.isSleep, text: wait.text))
        }
    }
}
