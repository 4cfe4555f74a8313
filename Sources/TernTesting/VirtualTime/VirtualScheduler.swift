import Foundation
import Tern

/// Runs code in virtual time: one job after the other, in the order in which they became ready, and when nothing is
/// ready, time moves to the next timer at once.
///
/// ```swift
/// let scheduler = VirtualScheduler()
/// let provider = Provider<GitHub>(stubClosure: Provider.delayedStub(.seconds(3)), clock: scheduler.clock)
///
/// let user = try await scheduler.run { try await provider.value(.user("octocat")) }
/// #expect(scheduler.now == .seconds(3))
/// ```
///
/// It governs the body, its child tasks, actors, `Task {}`, detached tasks, and the main actor, on whose queue its jobs
/// run in their turn. So the order of events is the same every time. Schedulers know nothing of each other, and tests that
/// have one each stay parallel.
///
/// What waits for the world outside (a socket, a queue) does so within ``outside(_:isolation:_:)``; time stands still
/// meanwhile. Tern's own transports do that by themselves.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
public final class VirtualScheduler: Sendable {
    /// What ends a run that would go on for ever.
    public struct Limits: Sendable {
        /// How far ``VirtualScheduler/run(_:)`` moves time. A year by default.
        public var horizon: Duration
        /// How many jobs and timers one wait may take. A million by default.
        public var steps: Int
        /// How long, in real time, a job may keep its thread, and the world outside may say nothing. 30 s by default.
        public var patience: Duration

        public init(
            horizon: Duration = .seconds(365 * 86_400),
            steps: Int = 1_000_000,
            patience: Duration = .seconds(30)
        ) {
            self.horizon = horizon
            self.steps = steps
            self.patience = patience
        }
    }

    /// What becomes of a sleep on another clock, such as `Task.sleep`'s. Seen on Linux only, with Swift 6.3 or later.
    public enum ForeignSleeps: Sendable {
        /// It takes virtual time, too, but the run fails with ``VirtualTimeError/Code/foreignSleep``: the clock should
        /// have been passed.
        case refused
        /// It takes virtual time, rounded up to milliseconds. That is exact only while the machine isn't busy.
        case adopted
    }

    let core: SchedulerCore

    /// - Parameters:
    ///   - seed: Chooses among the jobs that are ready, and among timers of the same time. By default, and for `nil`, they
    ///     go in the order in which they came.
    ///   - unit: What an integer literal counts in a timeline. Seconds by default.
    public convenience init(
        seed: UInt64? = nil,
        unit: Duration = .seconds(1),
        limits: Limits = Limits(),
        foreignSleeps: ForeignSleeps = .refused
    ) {
        let order = seed.map { Order.random(seed: $0) } ?? .arrival
        self.init(order: order, unit: unit, limits: limits, foreignSleeps: foreignSleeps)
    }

    init(order: Order, unit: Duration, limits: Limits, foreignSleeps: ForeignSleeps) {
        core = SchedulerCore(order: order, unit: unit, limits: limits, adoptsForeignSleeps: foreignSleeps == .adopted)
    }

    deinit {
        let left = core.close()
        guard !left.isEmpty else { return }
        let text = "warning: A VirtualScheduler went away with work left: \(left.joinedBriefly).\n"
        FileHandle.standardError.write(Data(text.utf8))
    }

    /// What the time is read from, and waited on.
    public var clock: VirtualClock { VirtualClock(core: core) }

    /// How much time has passed since the beginning.
    public var now: Duration { core.now }

    /// What an integer literal counts in a timeline.
    public var unit: Duration { core.unit }

    /// What is left to do, a line each: sleeping tasks with their times, jobs that are ready, waits for the world outside.
    public var pendingWork: [String] { core.state.withLock(\.pendingWork) }
}
