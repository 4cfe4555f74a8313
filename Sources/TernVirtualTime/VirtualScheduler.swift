import Foundation

/// Runs code in virtual time: one job after another, in the order in which they became ready. When no job is ready,
/// time advances to the next timer at once.
///
/// ```swift
/// let scheduler = VirtualScheduler()
/// let search = Search(clock: scheduler.clock)
///
/// let results = try await scheduler.run { try await search.results(of: "swift") }
/// #expect(scheduler.now == .seconds(3))
/// ```
///
/// The scheduler runs the operation, its child tasks, actors, `Task {}`, detached tasks and the main actor, whose jobs stay
/// on the main queue. So the order of events is the same in every run. Schedulers are independent of each other, so
/// tests with separate schedulers run in parallel.
///
/// Put code that waits for an event outside of virtual time, such as data on a socket or work on a queue, into
/// ``outside(_:isolation:_:)``. Time doesn't advance while this code runs.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
public final class VirtualScheduler: Sendable {
    /// Limits that end a run that would otherwise never end, and the treatment of sleeps on other clocks.
    public struct Options: Sendable {
        /// The time up to which ``VirtualScheduler/run(_:)`` may advance. One year by default.
        public var horizon: Duration
        /// Maximum number of jobs and timers in one run or advance. A million by default.
        public var steps: Int
        /// Maximum real time for which a job may block its thread, or a block of
        /// ``VirtualScheduler/outside(_:isolation:_:)`` may last without progress. 30 s by default.
        public var patience: Duration
        /// The treatment of sleeps on other clocks. `.refused` by default.
        public var foreignSleeps: ForeignSleeps

        /// Creates options. Each parameter sets the property of the same name.
        public init(
            horizon: Duration = .seconds(365 * 86_400),
            steps: Int = 1_000_000,
            patience: Duration = .seconds(30),
            foreignSleeps: ForeignSleeps = .refused
        ) {
            self.horizon = horizon
            self.steps = steps
            self.patience = patience
            self.foreignSleeps = foreignSleeps
        }

        /// The default of an exploration, which has many short runs: 100,000 steps, and a patience of 5 s, so that
        /// endless loops end soon.
        public static let exploration = Options(steps: 100_000, patience: .seconds(5))
    }

    /// The treatment of sleeps on other clocks, such as those of `Task.sleep`. Detected on Linux only, with Swift 6.3
    /// or later.
    @nonexhaustive
    public enum ForeignSleeps: Sendable {
        /// The sleep takes virtual time, but the run fails with `.foreignSleep`, because the
        /// code should use the scheduler's clock.
        case refused
        /// The sleep takes virtual time. The scheduler receives only the remainder of the sleep, and rounds it up to
        /// the original duration. The result is exact unless the system interrupts the job that begins the sleep.
        case adopted
    }

    let core: SchedulerCore

    /// - Parameters:
    ///   - seed: Selects the order of ready jobs, and of timers with the same time. `nil`, the default, for the order
    ///     of arrival.
    ///   - unit: The duration of an integer literal in a timeline. Seconds by default.
    ///   - options: The limits of a run.
    public convenience init(
        seed: UInt64? = nil,
        unit: Duration = .seconds(1),
        options: Options = Options()
    ) {
        let order = seed.map { Order.random(seed: $0) } ?? .arrival
        self.init(order: order, unit: unit, options: options)
    }

    /// - Parameter runtimeProblem: The reason why the order of tasks can't be controlled. A test simulates one.
    init(
        order: Order,
        unit: Duration = .seconds(1),
        options: Options = Options(),
        runtimeProblem: String? = ConcurrencyHooks.problem
    ) {
        core = SchedulerCore(order: order, unit: unit, options: options, runtimeProblem: runtimeProblem)
    }

    deinit {
        let left = core.close()
        guard !left.isEmpty else { return }
        Self.warn("A VirtualScheduler was released with pending work: \(left.joinedBriefly).")
    }

    static func warn(_ text: String) {
        FileHandle.standardError.write(Data("warning: \(text)\n".utf8))
    }

    /// The clock in virtual time. Pass it to the code under test.
    public var clock: VirtualClock { VirtualClock(core: core) }

    /// The virtual time since the scheduler's beginning.
    public var now: Duration { core.now }

    /// The duration of an integer literal in a timeline.
    public var unit: Duration { core.unit }

    /// Descriptions of the pending work, one line each: the tasks that have not ended, with the events for which they
    /// wait, and the number of ready jobs. Tasks of ``background(isolation:_:)`` are omitted.
    public var pendingWork: [String] { core.state.withLock { $0.pendingWork(includesBackground: false) } }
}
