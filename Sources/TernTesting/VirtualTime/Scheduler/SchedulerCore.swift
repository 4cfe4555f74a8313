import CTernHooks
import Dispatch
import Tern

/// The executor of a scheduler: its state behind a lock, and the loop that carries out what its agenda says.
///
/// At any time at most one of its jobs runs, on a thread of Dispatch's; the main actor's on the main queue.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
final class SchedulerCore: TaskExecutor {
    /// Whoever waits for a time, and what wakes them.
    struct Sleeper: Sendable {
        enum Alarm: Sendable {
            case resume(CheckedContinuation<Void, any Error>)
            /// Of a sleep on another clock.
            case run(UnownedJob)
        }

        let who: String
        let alarm: Alarm
        /// Whether it fell asleep on the scheduler's thread.
        let isOwn: Bool

        func cancel() {
            switch alarm {
            case .resume(let continuation): continuation.resume(throwing: CancellationError())
            case .run(let job): SchedulerCore.runElsewhere(job, isMain: false)
            }
        }
    }

    /// Whoever drives the scheduler, and is told when what they wait for has come, or can't come.
    struct Driver: Sendable {
        let what: String
        /// Is called once, without the lock, and with no job under way.
        let finish: @Sendable ((any Error)?) -> Void
        /// Cancels a body that can't go on, so that it can clear up.
        var cancel: (@Sendable () -> Void)?
        var error: VirtualTimeError?
    }

    struct State: Sendable {
        var agenda: Agenda<UnownedJob>
        var sleepers: [Int: Sleeper] = [:]
        var drivers: [Int: Driver] = [:]
        var outsideWaits: [Int: String] = [:]
        var foreignSleeps: [String] = []
        var isRunning = false
        /// Whether a job has the thread.
        var isInJob = false
        var isClosed = false
        var lastID = 0

        mutating func newID() -> Int {
            lastID += 1
            return lastID
        }
    }

    let state: Locked<State>
    let unit: Duration
    let adoptsForeignSleeps: Bool
    private let queue = DispatchQueue(label: "Tern.VirtualScheduler")
    private let watchdog: Watchdog

    init(order: Order, unit: Duration, limits: VirtualScheduler.Limits, adoptsForeignSleeps: Bool) {
        self.unit = unit
        self.adoptsForeignSleeps = adoptsForeignSleeps
        watchdog = Watchdog(patience: limits.patience)
        let agenda = Agenda<UnownedJob>(order: order, horizon: limits.horizon, stepLimit: limits.steps)
        state = Locked(State(agenda: agenda))
        _ = ConcurrencyHooks.areInstalled
    }

    /// The one whose job runs on this thread.
    static var onThisThread: SchedulerCore? {
        tern_thread_value().map { Unmanaged<SchedulerCore>.fromOpaque($0).takeUnretainedValue() }
    }

    var now: Duration { state.withLock(\.agenda.now) }

    // MARK: - Jobs

    func enqueue(_ job: consuming ExecutorJob) {
        take(UnownedJob(job))
    }

    func take(_ job: UnownedJob, isMain: Bool = false) {
        let isOpen = change { state in
            guard !state.isClosed else { return false }
            state.agenda.add(job, isMain: isMain)
            return true
        }
        // Nobody runs it here any more, but it must not be lost.
        if !isOpen { Self.runElsewhere(job, isMain: isMain) }
    }

    /// The body of a goal has ended.
    func end(_ id: Int) {
        change { $0.agenda.end(id) }
    }

    // MARK: - Changing

    /// Changes the state, and goes on with the work, if there is some now.
    @discardableResult
    func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        let (result, starts) = state.withLock { state in
            let result = body(&state)
            let starts = !state.isRunning && state.agenda.isDriven
            if starts { state.isRunning = true }
            return (result, starts)
        }
        if starts { queue.async { self.drive(.own) } }
        return result
    }

    /// Ends all waits, and lets the world outside run what is left.
    ///
    /// - Returns: What was left, in words.
    func close() -> [String] {
        let (left, jobs, sleepers, drivers) = state.withLock { state in
            state.isClosed = true
            let left = state.pendingWork
            let jobs = state.agenda.removeAll()
            defer { (state.sleepers, state.drivers) = ([:], [:]) }
            return (left, jobs, Array(state.sleepers.values), Array(state.drivers.values))
        }
        JobOwners.removeAll(of: self)
        for entry in jobs { Self.runElsewhere(entry.job, isMain: entry.isMain) }
        for sleeper in sleepers { sleeper.cancel() }
        for driver in drivers { driver.finish(VirtualTimeError.closed) }
        return left
    }

    /// Nothing has moved for too long.
    func giveUp(after patience: Duration) {
        let (ends, cancels) = state.withLock { state in
            let error = state.blocked(for: patience)
            var (ends, cancels): ([Driver], [@Sendable () -> Void]) = ([], [])
            for (id, driver) in state.drivers.sorted(by: { $0.key < $1.key }) {
                state.drivers[id]?.error = driver.error ?? error
                if let cancel = driver.cancel, driver.error == nil { cancels.append(cancel) }
                let waits = driver.cancel != nil && driver.error == nil && !state.isInJob
                if !waits, let driver = state.drivers.removeValue(forKey: id) {
                    state.agenda.remove(id)
                    ends.append(driver)
                }
            }
            return (ends, cancels)
        }
        for driver in ends { driver.finish(driver.error) }
        for cancel in cancels { cancel() }
    }

    // MARK: - Private

    private enum Place {
        case own
        case main
    }

    private static func runElsewhere(_ job: UnownedJob, isMain: Bool) {
        if isMain {
            MainActorExecutor.shared.enqueue(ExecutorJob(job))
        } else {
            globalConcurrentExecutor.enqueue(ExecutorJob(job))
        }
    }

    /// Carries out one step after the other, and goes to the other place where a job has to.
    private func drive(_ place: Place, _ first: Agenda<UnownedJob>.Entry? = nil) {
        watchdog.watch(self)
        if let first { run(first) }
        while true {
            let step = state.withLock { state in
                let step = state.agenda.next()
                if case .rest = step { state.isRunning = false }
                if case .run = step { state.isInJob = true }
                return step
            }
            switch step {
            case .run(let entry) where entry.isMain == (place == .main):
                run(entry)
            case .run(let entry):
                let next = entry.isMain ? (DispatchQueue.main, Place.main) : (queue, Place.own)
                return next.0.async { self.drive(next.1, entry) }
            case .wake(let timer):
                wake(timer)
            case .reached(let goal):
                finish(goal)
            case .failed(let goal, let failure):
                fail(goal, failure)
            case .rest:
                return
            }
        }
    }

    private func run(_ entry: Agenda<UnownedJob>.Entry) {
        asThisThreads {
            if entry.isMain {
                let mainActor = MainActorExecutor.shared.asUnownedSerialExecutor()
                entry.job.runSynchronously(isolatedTo: mainActor, taskExecutor: asUnownedTaskExecutor())
            } else {
                entry.job.runSynchronously(on: asUnownedTaskExecutor())
            }
        }
        state.withLock { $0.isInJob = false }
    }

    /// What is made in here belongs to this scheduler.
    private func asThisThreads(_ body: () -> Void) {
        tern_set_thread_value(Unmanaged.passUnretained(self).toOpaque())
        body()
        tern_set_thread_value(nil)
    }

    private func wake(_ timer: Int) {
        guard let sleeper = state.withLock({ $0.sleepers.removeValue(forKey: timer) }) else { return }
        switch sleeper.alarm {
        // It may be a task that has been nowhere yet where its owner could be seen: a `Task.immediate`, or an actor's.
        case .resume(let continuation) where sleeper.isOwn: asThisThreads { continuation.resume() }
        case .resume(let continuation): continuation.resume()
        case .run(let job): take(job)
        }
    }

    private func finish(_ goal: Int) {
        guard let driver = state.withLock({ $0.drivers.removeValue(forKey: goal) }) else { return }
        driver.finish(driver.error)
    }

    /// Cancels a body that can't go on. If it can't even clear up, it is left where it is.
    private func fail(_ goal: Int, _ failure: Agenda<UnownedJob>.Failure) {
        let error = state.withLock { $0.error(failure) }
        let cancel = state.withLock { state -> (@Sendable () -> Void)? in
            defer { state.drivers[goal]?.cancel = nil }
            guard state.drivers[goal]?.error == nil else { return nil }
            state.drivers[goal]?.error = error
            return state.drivers[goal]?.cancel
        }
        if let cancel {
            state.withLock { $0.agenda.extend() }
            asThisThreads(cancel)
        } else {
            state.withLock { _ = $0.agenda.remove(goal) }
            finish(goal)
        }
    }
}
