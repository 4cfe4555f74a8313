import Tern

/// The scheduler of an operation, as a task-local value of all tasks that the operation creates.
///
/// The reference is weak: a task that waits forever would otherwise retain the scheduler forever.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
struct CurrentScheduler: Sendable {
    /// An external wait. Tasks that are created in it may outlive it.
    struct OpenWait: Sendable {
        let core: SchedulerCore
        let id: Int
    }

    private(set) weak var scheduler: VirtualScheduler?

    @TaskLocal private static var box: CurrentScheduler?
    @TaskLocal static var externalWait: OpenWait?
    /// Whether new tasks may still be running at the end of a test.
    @TaskLocal static var isBackground = false

    /// Whether the task is in an external wait, in real time.
    static var isInExternalWait: Bool { externalWait.map { $0.core.isWaitOpen($0.id) } ?? false }

    init(_ scheduler: VirtualScheduler) {
        self.scheduler = scheduler
    }

    static var scheduler: VirtualScheduler? { box?.scheduler }

    func run<Value: Sendable>(_ operation: @isolated(any) () async throws -> Value) async throws -> Value {
        try await Self.$box.withValue(self) {
            try await ExternalWait.$observer.withValue(self) {
                try await operation()
            }
        }
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension CurrentScheduler: ExternalWaitObserver {
    nonisolated(nonsending) func wait<Value: Sendable>(
        _ description: String,
        continues: Bool,
        _ operation: nonisolated(nonsending) @Sendable () async throws -> Value
    ) async throws -> Value {
        guard let scheduler else { return try await operation() }
        return try await scheduler.core.wait(description, continues: continues, operation)
    }

    func begin(_ description: String, isBackground: Bool) -> @Sendable () -> Void {
        guard let scheduler else { return {} }
        return scheduler.core.begin(description, isBackground: isBackground)
    }

    func hold(_ waits: Int) -> @Sendable () -> Void {
        guard let scheduler else { return {} }
        return scheduler.core.hold(waits)
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
