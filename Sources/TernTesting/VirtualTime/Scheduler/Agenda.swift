/// What a scheduler has to do, one step at a time: which job runs next, and when time moves.
///
/// Pure: it is told what happens, and its owner carries the steps out.
struct Agenda<Job: Sendable>: Sendable {
    struct Entry: Sendable {
        let job: Job
        /// Whether it is the main actor's.
        let isMain: Bool
        fileprivate let number: Int
    }

    /// What somebody waits for who drives the scheduler.
    enum Goal: Sendable, Equatable {
        /// That a body ends, which is told by ``end(_:)``. Time moves as far as it has to.
        case end
        /// That all is done that is due until then.
        case time(Duration)
        /// That all is done that is due at the next timer's time.
        case nextTimer
        /// That nothing is left to do. Timers after the horizon are too many.
        case idle(horizon: Duration)
    }

    enum Step: Sendable {
        case run(Entry)
        case wake(timer: Int)
        case reached(goal: Int)
        case failed(goal: Int, Failure)
        /// Nothing to do before something else happens.
        case rest
    }

    enum Failure: Sendable, Equatable {
        /// A body waits, and nothing would wake it.
        case stalled
        case beyondHorizon(timer: Int, Duration)
        case tooManySteps
    }

    private(set) var now: Duration = .zero
    private(set) var order: Order
    private(set) var timers = Timers()
    /// In the order in which they came.
    private var goals: [(id: Int, goal: Goal)] = []
    private var ready = Line<Entry>()
    /// The main actor's, of what is ready.
    private var mainReady = Line<Entry>()
    private var lastNumber = 0
    private var ended: [Int] = []
    /// Since somebody began to wait.
    private(set) var steps = 0
    /// Changes with every step.
    private(set) var moves = 0
    /// How many wait for what only the world outside brings: time stands still for them.
    var outsideWaits = 0

    let horizon: Duration
    let stepLimit: Int

    init(order: Order, horizon: Duration, stepLimit: Int) {
        self.order = order
        self.horizon = horizon
        self.stepLimit = stepLimit
    }

    var readyCount: Int { ready.count + mainReady.count }
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

    /// The body of a goal has ended.
    mutating func end(_ id: Int) {
        if remove(id) { ended.append(id) }
    }

    /// - Returns: Whether it was there.
    @discardableResult
    mutating func remove(_ id: Int) -> Bool {
        guard let index = goals.firstIndex(where: { $0.id == id }) else { return false }
        goals.remove(at: index)
        return true
    }

    /// Lets a few steps more be done, for what is still to be cleared up.
    mutating func extend() {
        steps = min(steps, max(0, stepLimit - 10_000))
    }

    mutating func removeAll() -> [Entry] {
        defer { (timers, goals, ended) = (Timers(), [], []) }
        return (ready.removeAll() + mainReady.removeAll()).sorted { $0.number < $1.number }
    }

    mutating func next() -> Step {
        moves += 1
        if !ended.isEmpty { return .reached(goal: ended.removeFirst()) }
        guard let oldest = goals.first else { return .rest }
        guard steps < stepLimit else { return .failed(goal: oldest.id, .tooManySteps) }
        steps += 1
        if let step = order.isArrival ? first() : pick() { return step }
        if outsideWaits > 0 { return .rest }
        return moveTime()
    }

    // MARK: - Private

    private mutating func first() -> Step? {
        guard !mainReady.isEmpty else { return ready.isEmpty ? nil : .run(ready.remove(at: 0)) }
        let isMainFirst = ready.isEmpty || mainReady[0].number < ready[0].number
        return .run(isMainFirst ? mainReady.remove(at: 0) : ready.remove(at: 0))
    }

    /// One of all jobs that are ready, and all timers that are due, in any order. But the main actor's jobs keep theirs, as
    /// they do on its queue.
    private mutating func pick() -> Step? {
        let mains = mainReady.isEmpty ? 0 : 1
        let count = ready.count + mains + (timers.next == now ? timers.nextCount : 0)
        guard count > 0 else { return nil }
        // So that 0 is the first that came.
        let isMainFirst = mains > 0 && (ready.isEmpty || mainReady[0].number < ready[0].number)
        let index = count > 1 ? order.pick(count, at: now) : 0
        if index >= ready.count + mains {
            return timers.popNext(at: index - ready.count - mains).map { .wake(timer: $0) }
        }
        if mains > 0, index == (isMainFirst ? 0 : ready.count) { return .run(mainReady.remove(at: 0)) }
        return .run(ready.remove(at: isMainFirst ? index - 1 : index))
    }

    private mutating func moveTime() -> Step {
        // What waits for the next timer waits for its time from now on.
        for index in goals.indices where goals[index].goal == .nextTimer {
            goals[index].goal = .time(timers.next ?? now)
        }
        let nearest = goals.compactMap { id, goal -> (id: Int, time: Duration)? in
            if case .time(let time) = goal { (id, time) } else { nil }
        }.min { $0.time < $1.time }
        // A goal in time is reached after all timers of that time.
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

extension Agenda.Goal {
    fileprivate var isIdle: Bool { if case .idle = self { true } else { false } }

    /// How far time may move for it.
    fileprivate func horizon(_ general: Duration) -> Duration {
        if case .idle(let horizon) = self { horizon } else { general }
    }
}
