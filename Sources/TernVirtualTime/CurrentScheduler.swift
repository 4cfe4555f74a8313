/// The scheduler of an operation, as a task-local value of all tasks that the operation creates.
///
/// The reference is weak: a task that waits forever would otherwise retain the scheduler forever.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
package struct CurrentScheduler: Sendable {
    /// An external wait. Tasks that are created in it may outlive it.
    struct OpenWait: Sendable {
        let core: SchedulerCore
        let id: Int
    }

    private(set) weak var scheduler: VirtualScheduler?

    @TaskLocal private static var box: CurrentScheduler?
    @TaskLocal static var externalWait: OpenWait?
    /// The number of external waits that a sleep of this task suspends: those for the response of a test double, if the
    /// task makes that response.
    @TaskLocal package static var heldWaits = 0
    /// Whether new tasks may still be running at the end of a test.
    @TaskLocal static var isBackground = false

    /// Whether the task is in an external wait, in real time.
    static var isInExternalWait: Bool { externalWait.map { $0.core.isWaitOpen($0.id) } ?? false }

    init(_ scheduler: VirtualScheduler) {
        self.scheduler = scheduler
    }

    /// Whether the task is in an external wait of this scheduler.
    package static func isOutside(of core: SchedulerCore?) -> Bool {
        externalWait.map { $0.core === core && $0.core.isWaitOpen($0.id) } ?? false
    }

    static var scheduler: VirtualScheduler? { box?.scheduler }

    /// The scheduler of the operation to which the calling code belongs, or whose job runs on this thread, as that of a
    /// detached task does.
    package static var core: SchedulerCore? { scheduler?.core ?? SchedulerCore.onThisThread }

    func run<Value: Sendable>(_ operation: @isolated(any) () async throws -> Value) async throws -> Value {
        try await Self.$box.withValue(self) { try await operation() }
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension VirtualScheduler {
    /// The scheduler of the operation to which this task belongs. `nil` outside of an operation.
    public static var current: VirtualScheduler? { CurrentScheduler.scheduler }

    /// Waits for code outside of virtual time: a socket, a queue, another scheduler. While the operation runs, virtual time
    /// doesn't advance, and sleeps on other clocks take real time.
    ///
    /// - Parameters:
    ///   - what: The description of the wait, for errors.
    ///   - isolation: The actor on which the operation runs. The caller's actor by default.
    ///   - operation: Waits for the event.
    public func outside<Value>(
        _ what: String,
        isolation: isolated (any Actor)? = #isolation,
        _ operation: () async throws -> Value
    ) async rethrows -> Value {
        try await core.outside(what, operation)
    }

    /// Runs code whose tasks may still be running when the test ends, such as tasks that observe a stream forever. They
    /// don't count as ``pendingWork``, ``runUntilIdle(horizon:)`` doesn't wait for them, and the trait `.virtualTime`
    /// cancels them at the end of the test.
    ///
    /// ```swift
    /// await scheduler.background { model.startObserving() }
    /// ```
    ///
    /// This applies to all tasks that the operation creates, directly or through other tasks.
    public func background<Value>(
        isolation: isolated (any Actor)? = #isolation,
        _ operation: () async throws -> Value
    ) async rethrows -> Value {
        try await CurrentScheduler.$isBackground.withValue(true) { try await operation() }
    }
}
