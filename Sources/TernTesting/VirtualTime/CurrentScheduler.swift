import Tern

/// What the tasks of a body know of their scheduler, wherever they go.
///
/// It doesn't keep the scheduler: a task that waits for ever would keep it for ever.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
struct CurrentScheduler: Sendable {
    /// A wait for the world outside. What is made in it may live longer.
    struct OutsideWait: Sendable {
        let core: SchedulerCore
        let id: Int
    }

    private(set) weak var scheduler: VirtualScheduler?

    @TaskLocal private static var box: CurrentScheduler?
    @TaskLocal static var outsideWait: OutsideWait?

    /// Whether the task waits for the world outside, in real time.
    static var isOutside: Bool { outsideWait.map { $0.core.isOutside($0.id) } ?? false }

    init(_ scheduler: VirtualScheduler) {
        self.scheduler = scheduler
    }

    static var scheduler: VirtualScheduler? { box?.scheduler }

    func run<Value: Sendable>(_ body: @isolated(any) () async throws -> Value) async throws -> Value {
        try await Self.$box.withValue(self) {
            try await ExternalWait.$observer.withValue(self) {
                try await body()
            }
        }
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension CurrentScheduler: ExternalWaitObserver {
    nonisolated(nonsending) func wait<Value: Sendable>(
        _ description: String,
        _ body: nonisolated(nonsending) @Sendable () async throws -> Value
    ) async throws -> Value {
        guard let scheduler else { return try await body() }
        return try await scheduler.core.wait(description, body)
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension VirtualScheduler {
    /// The scheduler whose body this task belongs to; `nil` outside of one.
    public static var current: VirtualScheduler? { CurrentScheduler.scheduler }

    /// Waits for what only the world outside brings: a socket, a queue, another scheduler. Virtual time stands still
    /// meanwhile, and sleeps on other clocks take real time.
    ///
    /// - Parameter what: Names it in an error.
    public func outside<Value>(
        _ what: String,
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Value
    ) async rethrows -> Value {
        try await core.outside(what, body)
    }
}
