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

    enum Step: Sendable {
        case run(Entry)
        case wake(timer: Int)
        case reached(goal: Int)
        case failed(goal: Int, Failure)
        /// No step is possible until another event.
        case rest
    }

    enum Failure: Sendable, Equatable {
        /// An operation waits, and no pending event can resume it.
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
    private(set) var tasks = TaskNumbers()
    private var streak = Streak()
    /// The task of the latest job or timer.
    private(set) var runningTask = 0
    private var goals = Goals()
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
    /// Whether an operation has ended, which is reported before any other work.
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
        let number = tasks.number(of: task)
        let sleeper = Choice.Candidate(kind: .timer, task: number)
        let delay = canBeLate ? order.delay(of: sleeper, for: time.addingSaturated(.zero - now), at: now) : .zero
        let time = max(time.addingSaturated(delay), now)
        timers.add(id, Timers.Timer(time: time, task: number, isBackground: isBackground))
    }

    mutating func removeTimer(_ id: Int) -> Bool { timers.remove(id) }

    /// - Parameter task: The number of a new task in its process.
    mutating func describe(_ task: UInt64, name: String?, beginning: TaskBeginning?) {
        let number = tasks.number(of: task)
        if let name { tasks.setName(name, of: number) }
        if let beginning { tasks.setBeginning(beginning, of: number) }
    }

    mutating func add(_ goal: Goal, id: Int) {
        if goals.isEmpty { (steps, streak) = (0, Streak()) }
        goals.add(goal, id: id, at: now)
    }

    /// Reports that the operation of a goal has ended.
    mutating func end(_ id: Int) {
        if goals.remove(id) { ended.append(id) }
    }

    /// - Returns: Whether the goal existed.
    @discardableResult
    mutating func remove(_ id: Int) -> Bool { goals.remove(id) }

    /// Allows 10,000 further steps, for the cleanup after a failure.
    mutating func extend() {
        steps = min(steps, max(0, stepLimit - 10_000))
        streak = Streak()
    }

    mutating func removeAll() -> [Entry] {
        defer { (timers, goals, ended) = (Timers(), Goals(), []) }
        return (ready.removeAll() + mainReady.removeAll()).sorted { $0.number < $1.number }
    }

    /// The next step. `nil` if no step is possible at the current time. ``moveTime()`` then advances the time.
    mutating func next() -> Step? {
        if !ended.isEmpty { return progressing(takeDeinit() ?? .reached(goal: ended.removeFirst())) }
        guard let oldest = goals.oldest else { return .rest }
        guard steps < stepLimit else { return progressing(.failed(goal: oldest, .tooManySteps)) }
        guard streak.count < Self.streakLimit || externalWaits > 0 else {
            return progressing(.failed(goal: oldest, .looping(task: streak.task)))
        }
        if let step = order.isArrival ? first() : pick() {
            if case .run(let entry) = step {
                runningTask = entry.task
                streak.add(entry)
            }
            return progressing(step)
        }
        // Only background tasks wait or sleep.
        if hasOnlyBackgroundWaits, timers.areAllBackground, let idle = goals.idle {
            return progressing(reached(idle))
        }
        return externalWaits > 0 ? .rest : nil
    }

    /// Advances the time to the next timer or to the nearest goal.
    mutating func moveTime() -> Step {
        progressing(timeStep())
    }

    // MARK: - Private

    /// The next isolated `deinit`, which runs before the end of the operation that has released its object.
    private mutating func takeDeinit() -> Step? {
        if let index = mainReady.firstIndex(where: \.isDeinit) { return .run(mainReady.remove(at: index)) }
        return ready.firstIndex(where: \.isDeinit).map { .run(ready.remove(at: $0)) }
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
        if timers.next == now { goals.resolveNextTimer(at: now) }
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
        goals.resolveNextTimer(at: timers.next ?? now)
        let nearest = goals.nearest
        // A goal at a time is reached after all timers of that time.
        if let nearest, timers.next.map({ nearest.time < $0 }) ?? true {
            if nearest.time > now { streak = Streak() }
            now = nearest.time
            return reached(nearest.id)
        }
        guard let next = timers.next else {
            return goals.oldest.map { .failed(goal: $0, .stalled) } ?? .rest
        }
        let horizon = goals.horizon(general: horizon)
        guard nearest != nil || next <= horizon.time else {
            return .failed(goal: horizon.id, .beyondHorizon(timer: timers.nextID ?? 0, horizon.time))
        }
        if next > now { streak = Streak() }
        now = next
        return wake(at: pickTimer()) ?? .rest
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
        .init(kind: .timer, task: timers.nextTask(at: index) ?? 0)
    }

    private mutating func wake(at index: Int) -> Step? {
        guard let next = timers.popNext(at: index) else { return nil }
        runningTask = next.timer.task
        return .wake(timer: next.id)
    }

    private mutating func reached(_ id: Int) -> Step {
        _ = goals.remove(id)
        return .reached(goal: id)
    }
}
