/// Determines a scheduler's next step: the job that runs next, or an advance of time.
///
/// A pure value: it receives events and returns steps, and its owner performs the steps.
struct JobQueue<Job: Sendable>: Sendable {
    struct Entry: Sendable {
        let job: Job
        /// Whether the job belongs to the main actor.
        let isMain: Bool
        /// The number of the task in its run. For a job of an actor, the number of the task for which the actor created
        /// the job. 0 if there is no task.
        let task: Int
        let isActorJob: Bool
        /// Whether the job runs the isolated `deinit` of an object.
        fileprivate let isDeinit: Bool
        fileprivate let number: Int
    }

    /// The condition that a driver of the scheduler waits for.
    enum Goal: Sendable, Equatable {
        /// A body has ended. ``end(_:)`` reports its end. Time advances as far as necessary.
        case end
        /// All work that is due until this time is done.
        case time(Duration)
        /// All work that is due at the time of the next timer is done.
        case nextTimer
        /// No work is left, except that of background tasks. A timer after the horizon is a failure.
        case idle(horizon: Duration)
    }

    enum Step: Sendable {
        case run(Entry)
        case wake(timer: Int)
        case reached(goal: Int)
        case failed(goal: Int, Failure)
        /// No step is possible until another event.
        case rest
    }

    enum Failure: Sendable, Equatable {
        /// A body waits, and no pending event can resume it.
        case stalled
        case beyondHorizon(timer: Int, Duration)
        case tooManySteps
        /// One task has run repeatedly at the same time, while no other job ran.
        case looping(task: Int)
    }

    /// Consecutive jobs of one task, without another job and without an advance of time.
    private struct Streak: Sendable {
        var task = 0
        var isMain = false
        var count = 0

        mutating func add(_ entry: Entry) {
            // Jobs of actors don't count, because a task may call an actor many times.
            let task = entry.isActorJob ? 0 : entry.task
            if task != self.task || entry.isMain != isMain { self = Streak(task: task, isMain: entry.isMain) }
            if task != 0 { count += 1 }
        }
    }

    private(set) var now: Duration = .zero
    private(set) var order: Order
    private(set) var timers = Timers()
    /// The tasks that have set the timers.
    private var timerTasks: [Int: Int] = [:]
    /// The timers of background tasks.
    private var backgroundTimers: Set<Int> = []
    private(set) var tasks = TaskNumbers()
    private var streak = Streak()
    /// The task of the latest job or timer.
    private(set) var runningTask = 0
    /// The goals, in the order in which they were added.
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
    /// The number of open external waits. While there are external waits, time doesn't advance.
    var externalWaits = 0
    /// Whether all external waits are those of background tasks.
    var hasOnlyBackgroundWaits = true

    let horizon: Duration
    let stepLimit: Int
    /// The number of consecutive jobs after which a task counts as looping.
    static var streakLimit: Int { 10_000 }

    init(order: Order, horizon: Duration, stepLimit: Int) {
        self.order = order
        self.horizon = horizon
        self.stepLimit = stepLimit
    }

    /// The ready jobs, in any order.
    var readyJobs: [Job] { (0..<ready.count).map { ready[$0].job } + (0..<mainReady.count).map { mainReady[$0].job } }
    var readyCount: Int { ready.count + mainReady.count }
    /// Whether there is a timer for the current time.
    var isTimerDue: Bool { timers.next == now }
    /// Whether a body has ended, which is reported before any other work.
    var hasEnded: Bool { !ended.isEmpty }
    var isDriven: Bool { !goals.isEmpty || !ended.isEmpty }

    /// - Parameters:
    ///   - task: The number of the task in its process. For a job of an actor, the number of the task for which the
    ///     actor created the job. 0 if there is no task.
    mutating func add(
        _ job: Job,
        isMain: Bool,
        task: UInt64 = 0,
        isActorJob: Bool = false,
        isDeinit: Bool = false
    ) {
        lastNumber += 1
        // An actor also creates a job for tasks that have arrived in the meantime.
        let number = task > 0 || !isActorJob ? tasks.number(of: task) : runningTask
        let entry = Entry(
            job: job,
            isMain: isMain,
            task: number,
            isActorJob: isActorJob,
            isDeinit: isDeinit,
            number: lastNumber
        )
        if isMain { mainReady.append(entry) } else { ready.append(entry) }
    }

    /// - Parameters:
    ///   - task: The number of the task in its process.
    ///   - canBeLate: Whether jitter applies to the timer.
    ///   - isBackground: Whether the task is a background task.
    mutating func addTimer(
        _ id: Int,
        at time: Duration,
        task: UInt64 = 0,
        canBeLate: Bool = false,
        isBackground: Bool = false
    ) {
        if isBackground { backgroundTimers.insert(id) }
        let number = tasks.number(of: task)
        timerTasks[id] = number
        let sleeper = Choice.Candidate(kind: .timer, task: number)
        let delay = canBeLate ? order.delay(of: sleeper, for: time.addingSaturated(.zero - now), at: now) : .zero
        timers.add(id, at: max(time.addingSaturated(delay), now))
    }

    mutating func removeTimer(_ id: Int) -> Bool {
        timerTasks[id] = nil
        backgroundTimers.remove(id)
        return timers.remove(id)
    }

    /// - Parameter task: The number of a new task in its process.
    mutating func describe(_ task: UInt64, name: String?, beginning: TaskBeginning?) {
        let number = tasks.number(of: task)
        if let name { tasks.setName(name, of: number) }
        if let beginning { tasks.setBeginning(beginning, of: number) }
    }

    mutating func add(_ goal: Goal, id: Int) {
        if goals.isEmpty { (steps, streak) = (0, Streak()) }
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
        streak = Streak()
    }

    mutating func removeAll() -> [Entry] {
        defer { (timers, goals, ended) = (Timers(), [], []) }
        return (ready.removeAll() + mainReady.removeAll()).sorted { $0.number < $1.number }
    }

    /// The next step. `nil` if no step is possible at the current time. ``moveTime()`` then advances the time.
    mutating func next() -> Step? {
        if !ended.isEmpty { return progressing(takeDeinit() ?? .reached(goal: ended.removeFirst())) }
        guard let oldest = goals.first else { return .rest }
        guard steps < stepLimit else { return progressing(.failed(goal: oldest.id, .tooManySteps)) }
        guard streak.count < Self.streakLimit || externalWaits > 0 else {
            return progressing(.failed(goal: oldest.id, .looping(task: streak.task)))
        }
        if let step = order.isArrival ? first() : pick() {
            if case .run(let entry) = step {
                runningTask = entry.task
                streak.add(entry)
            }
            return progressing(step)
        }
        if let idle = idleGoal { return progressing(reached(idle)) }
        return externalWaits > 0 ? .rest : nil
    }

    /// Advances the time to the next timer or to the nearest goal.
    mutating func moveTime() -> Step {
        progressing(timeStep())
    }

    // MARK: - Private

    /// The next isolated `deinit`, which runs before the end of the body that has released its object.
    private mutating func takeDeinit() -> Step? {
        if let index = mainReady.firstIndex(where: \.isDeinit) { return .run(mainReady.remove(at: index)) }
        return ready.firstIndex(where: \.isDeinit).map { .run(ready.remove(at: $0)) }
    }

    /// The goal that no work is left, if only background tasks wait or sleep.
    private var idleGoal: Int? {
        guard hasOnlyBackgroundWaits, timers.count == backgroundTimers.count else { return nil }
        return goals.first(where: \.goal.isIdle)?.id
    }

    private mutating func first() -> Step? {
        guard !mainReady.isEmpty else { return ready.isEmpty ? nil : .run(ready.remove(at: 0)) }
        let isMainFirst = ready.isEmpty || mainReady[0].number < ready[0].number
        return .run(isMainFirst ? mainReady.remove(at: 0) : ready.remove(at: 0))
    }

    /// Selects one of all ready jobs and all due timers, in any order. The main actor's jobs keep their order, as they
    /// do on the main queue.
    private mutating func pick() -> Step? {
        let mains = mainReady.isEmpty ? 0 : 1
        let count = ready.count + mains + (timers.next == now ? timers.nextCount : 0)
        guard count > 0 else { return nil }
        if timers.next == now { resolveNextTimer() }
        // Index 0 must be the job that arrived first.
        let isMainFirst = mains > 0 && (ready.isEmpty || mainReady[0].number < ready[0].number)
        let mainIndex = mains == 0 ? nil : isMainFirst ? 0 : ready.count
        // The order is moved out of the property, because the candidates are read at the same time.
        var order = Order.arrival
        swap(&order, &self.order)
        defer { swap(&order, &self.order) }
        func candidate(at index: Int) -> Choice.Candidate {
            if index >= ready.count + mains { return timer(at: index - ready.count - mains) }
            if index == mainIndex { return .init(kind: .mainJob, task: mainReady[0].task) }
            return .init(kind: .job, task: ready[isMainFirst ? index - 1 : index].task)
        }
        let index = count > 1 ? order.pick(count, at: now, candidate) : 0
        if index >= ready.count + mains { return wake(at: index - ready.count - mains) }
        if index == mainIndex { return .run(mainReady.remove(at: 0)) }
        return .run(ready.remove(at: isMainFirst ? index - 1 : index))
    }

    private mutating func progressing(_ step: Step) -> Step {
        steps += 1
        progress += 1
        return step
    }

    private mutating func timeStep() -> Step {
        resolveNextTimer()
        let nearest = goals.compactMap { id, goal -> (id: Int, time: Duration)? in
            if case .time(let time) = goal { (id, time) } else { nil }
        }.min { $0.time < $1.time }
        // A goal at a time is reached after all timers of that time.
        if let nearest, timers.next.map({ nearest.time < $0 }) ?? true {
            if nearest.time > now { streak = Streak() }
            now = nearest.time
            return reached(nearest.id)
        }
        guard let next = timers.next else {
            return goals.first.map { .failed(goal: $0.id, .stalled) } ?? .rest
        }
        let furthest = goals.map { $0.goal.horizon(horizon) }.min() ?? horizon
        guard nearest != nil || next <= furthest else {
            let id = goals.first { $0.goal.horizon(horizon) == furthest }?.id ?? 0
            return .failed(goal: id, .beyondHorizon(timer: timers.nextID ?? 0, furthest))
        }
        if next > now { streak = Streak() }
        now = next
        return wake(at: pickTimer()) ?? .rest
    }

    /// From now on, a goal that waits for the next timer waits for the time of that timer.
    private mutating func resolveNextTimer() {
        for index in goals.indices where goals[index].goal == .nextTimer {
            goals[index].goal = .time(timers.next ?? now)
        }
    }

    /// Selects one of the timers at the next time.
    private mutating func pickTimer() -> Int {
        guard timers.nextCount > 1, !order.isArrival else { return 0 }
        var order = Order.arrival
        swap(&order, &self.order)
        defer { swap(&order, &self.order) }
        return order.pick(timers.nextCount, at: now, timer)
    }

    /// - Parameter index: The position among the timers at the next time.
    private func timer(at index: Int) -> Choice.Candidate {
        .init(kind: .timer, task: timers.nextID(at: index).flatMap { timerTasks[$0] } ?? 0)
    }

    private mutating func wake(at index: Int) -> Step? {
        guard let timer = timers.popNext(at: index) else { return nil }
        runningTask = timerTasks.removeValue(forKey: timer) ?? 0
        backgroundTimers.remove(timer)
        return .wake(timer: timer)
    }

    private mutating func reached(_ id: Int) -> Step {
        remove(id)
        return .reached(goal: id)
    }
}

extension JobQueue.Goal {
    fileprivate var isIdle: Bool { if case .idle = self { true } else { false } }

    /// The latest time to which time may advance for this goal.
    fileprivate func horizon(_ general: Duration) -> Duration {
        if case .idle(let horizon) = self { horizon } else { general }
    }
}
