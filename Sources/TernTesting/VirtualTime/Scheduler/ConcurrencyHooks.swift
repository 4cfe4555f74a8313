import CTernHooks
import Tern

/// Observes jobs that don't reach a scheduler's executor directly: the jobs of `Task {}`, of detached tasks and of the
/// main actor.
///
/// The runtime has one hook of each kind per process. Jobs that belong to no scheduler run as if the hooks didn't
/// exist.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
enum ConcurrencyHooks {
    /// Marks the thread that installs the hooks.
    // Unsafe only by its type: the value is compared, and never dereferenced.
    nonisolated(unsafe) private static let probe = UnsafeMutableRawPointer(bitPattern: 1)

    /// Whether this thread is installing the hooks.
    static var isProbing: Bool { tern_thread_value() == probe }

    /// Whether the runtime supports the hooks and no other code uses them. The hooks are never removed.
    static let areInstalled: Bool = {
        // The executor is created here, because the hook must not create it.
        _ = MainActorExecutor.shared
        FunctionNames.prepare()
        _ = YieldProbe.resume
        let seesTasks = observeTasks()
        tern_hook_creation { task, executor in
            guard let task, !ConcurrencyHooks.isProbing else { return }
            JobOwners.addCreated(task, preferring: executor)
        }
        ExternalWait.finder.withLock { $0 = { SchedulerCore.onThisThread } }
        let seesMainActor = tern_hook_main_executor { _ in MainActorExecutor.reference }
        // A task that is created now gets the next task number, so all tasks with lower numbers existed before the
        // hooks.
        let value = tern_thread_value()
        tern_set_thread_value(probe)
        Task.detached {}
        tern_set_thread_value(value)
        return seesTasks && seesMainActor
    }()

    /// Observes the jobs of the default executor by replacing it. If the runtime doesn't support this, uses a hook. The
    /// hook doesn't observe a task that yields after it has called an actor.
    private static func observeTasks() -> Bool {
        #if os(Linux) && compiler(>=6.3)
            if RoutingExecutor.install() { return true }
        #endif
        return tern_hook_enqueue_global { job, original in
            guard let job else { return }
            if ConcurrencyHooks.isProbing {
                JobOwners.startTracking(at: job)
                original?(job)
            } else if let core = JobOwners.owner(of: job) {
                core.take(ScheduledJob(unsafeBitCast(job, to: UnownedJob.self), for: .process))
            } else {
                original?(job)
            }
        }
    }
}
