/// Determines a scheduler's next step: which job runs next, and when time progress.
///
/// A pure value: it receives events, and its owner performs the steps.
struct JobQueue<Job: Sendable>: Sendable {
    struct Entry: Sendable {
        let job: Job
        /// Whether the job belongs to the main actor.
        let isMain: Bool
        fileprivate let number: Int
    }

    /// The condition that a driver of the scheduler waits for.
    enum Goal: Sendable, Equatable {
        /// A body has ended, which ``end(_:)`` reports. Time progress as far as necessary.
        case end
        /// All work that is due until this time is done.
        case time(Duration)
        /// All work that is due at the time of the next timer is done.
        case nextTimer
        /// No work is left. A timer after the horizon is a failure.
        case idle(horizon: Duration)
    }

    enum Step: Sendable {
        case run(Entry)
        case wake(timer: Int)
        case reached(goal: Int)
        case failed(goal: Int, Failure)
        /// There is nothing to do until another event.
        case rest
    }

    enum Failure: Sendable, Equatable {
        /// A body waits, and nothing can resume it.
        case stalled
        case beyondHorizon(timer: Int, Duration)
        case tooManySteps
    }

    private(set) var now: Duration = .zero
    private(set) var order: Order
    private(set) var timers = Timers()
    /// In the order in which they were added.
    private var goals: [(id: Int, goal: Goal)] = []
    private var ready = ReadyQueue<Entry>()
    /// The ready jobs of the main actor.
    private var mainReady = ReadyQueue<Entry>()
    private var lastNumber = 0
    private var ended: [Int] = []
    /// The number of steps since the first of the current goals was added.
    private(set) var steps = 0
    /// Increases with every step.
    private(set) var progress = 0
    /// The number of open external waits. While there are any, time stands still.
    var externalWaits = 0

    let horizon: Duration
    let stepLimit: Int

    init(order: Order, horizon: Duration, stepLimit: Int) {
        self.order = order
        self.horizon = horizon
        self.stepLimit = stepLimit
    }

    var readyCount: Int { ready.count + mainReady.count }
    /// Whether a body has ended, which is reported before any other work.
    var hasEnded: Bool { !ended.isEmpty }
    var isDriven: Bool { !goals.isEmpty || !ended.isEmpty }

    mutating func add(_ job: Job, isMain: Bool) {
        lastNumber += 1
        let entry = Entry(job: job, isMain: isMain, number: lastNumber)
        if isMain { mainReady.append(entry) } else { ready.append(entry) }
    }

    mutating func addTimer(_ id: Int, at time: Duration) {
        timers.add(id, at: max(time, now))
    }

    mutating func removeTimer(_ id: Int) -> Bool {
        timers.remove(id)
    }

    mutating func add(_ goal: Goal, id: Int) {
        if goals.isEmpty { steps = 0 }
        if case .time(let time) = goal {
            goals.append((id, .time(max(time, now))))
        } else {
            goals.append((id, goal))
        }
    }

    /// Reports that the body of a goal has ended.
    mutating func end(_ id: Int) {
        if remove(id) { ended.append(id) }
    }

    /// - Returns: Whether the goal existed.
    @discardableResult
    mutating func remove(_ id: Int) -> Bool {
        guard let index = goals.firstIndex(where: { $0.id == id }) else { return false }
        goals.remove(at: index)
        return true
    }

    /// Allows 10,000 further steps, for the cleanup after a failure.
    mutating func extend() {
        steps = min(steps, max(0, stepLimit - 10_000))
    }

    mutating func removeAll() -> [Entry] {
        defer { (timers, goals, ended) = (Timers(), [], []) }
        return (ready.removeAll() + mainReady.removeAll()).sorted { $0.number < $1.number }
    }

    /// The next step. `nil` if only time can move, which ``moveTime()`` does.
    mutating func next() -> Step? {
        if !ended.isEmpty { return progressing(.reached(goal: ended.removeFirst())) }
        guard let oldest = goals.first else { return .rest }
        guard steps < stepLimit else { return progressing(.failed(goal: oldest.id, .tooManySteps)) }
        if let step = order.isArrival ? first() : pick() { return progressing(step) }
        return externalWaits > 0 ? .rest : nil
    }

    /// Moves time to the next timer or to the nearest goal.
    mutating func moveTime() -> Step {
        progressing(timeStep())
    }

    // MARK: - Private

    private mutating func first() -> Step? {
        guard !mainReady.isEmpty else { return ready.isEmpty ? nil : .run(ready.remove(at: 0)) }
        let isMainFirst = ready.isEmpty || mainReady[0].number < ready[0].number
        return .run(isMainFirst ? mainReady.remove(at: 0) : ready.remove(at: 0))
    }

    /// Picks one of all ready jobs and all due timers, in any order. The main actor's jobs keep their order, as they do
    /// on the main queue.
    private mutating func pick() -> Step? {
        let mains = mainReady.isEmpty ? 0 : 1
        let count = ready.count + mains + (timers.next == now ? timers.nextCount : 0)
        guard count > 0 else { return nil }
        // Index 0 must be the job that arrived first.
        let isMainFirst = mains > 0 && (ready.isEmpty || mainReady[0].number < ready[0].number)
        let index = count > 1 ? order.pick(count, at: now) : 0
        if index >= ready.count + mains {
            return timers.popNext(at: index - ready.count - mains).map { .wake(timer: $0) }
        }
        if mains > 0, index == (isMainFirst ? 0 : ready.count) { return .run(mainReady.remove(at: 0)) }
        return .run(ready.remove(at: isMainFirst ? index - 1 : index))
    }

    private mutating func progressing(_ step: Step) -> Step {
        steps += 1
        progress += 1
        return step
    }

    private mutating func timeStep() -> Step {
        // A goal that waits for the next timer waits for that timer's time from now on.
        for index in goals.indices where goals[index].goal == .nextTimer {
            goals[index].goal = .time(timers.next ?? now)
        }
        let nearest = goals.compactMap { id, goal -> (id: Int, time: Duration)? in
            if case .time(let time) = goal { (id, time) } else { nil }
        }.min { $0.time < $1.time }
        // A goal at a time is reached after all timers of that time.
        if let nearest, timers.next.map({ nearest.time < $0 }) ?? true {
            now = nearest.time
            return reached(nearest.id)
        }
        guard let next = timers.next else {
            if let idle = goals.first(where: \.goal.isIdle) { return reached(idle.id) }
            return goals.first.map { .failed(goal: $0.id, .stalled) } ?? .rest
        }
        let furthest = goals.map { $0.goal.horizon(horizon) }.min() ?? horizon
        guard nearest != nil || next <= furthest else {
            let id = goals.first { $0.goal.horizon(horizon) == furthest }?.id ?? 0
            return .failed(goal: id, .beyondHorizon(timer: timers.nextID ?? 0, furthest))
        }
        now = next
        let index = timers.nextCount > 1 ? order.pick(timers.nextCount, at: now) : 0
        return timers.popNext(at: index).map { .wake(timer: $0) } ?? .rest
    }

    private mutating func reached(_ id: Int) -> Step {
        remove(id)
        return .reached(goal: id)
    }
}

extension JobQueue.Goal {
    fileprivate var isIdle: Bool { if case .idle = self { true } else { false } }

    /// The latest time to which time may move for this goal.
    fileprivate func horizon(_ general: Duration) -> Duration {
        if case .idle(let horizon) = self { horizon } else { general }
    }
}
