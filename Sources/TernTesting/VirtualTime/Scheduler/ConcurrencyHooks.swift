import CTernHooks
import Tern

/// Observes jobs that don't reach a scheduler's executor directly: those of `Task {}`, of detached tasks and of the
/// main actor.
///
/// The runtime has one hook of each kind per process. Jobs that belong to no scheduler run as if the hooks didn't
/// exist.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
enum ConcurrencyHooks {
    /// Marks the thread that installs the hooks.
    // Unsafe only by its type: the value is compared, and never dereferenced.
    nonisolated(unsafe) private static let probe = UnsafeMutableRawPointer(bitPattern: 1)

    /// Whether the runtime supports the hooks and no other code uses them. The hooks are never removed.
    static let areInstalled: Bool = {
        // Created here, because the hook must not create it.
        _ = MainActorExecutor.shared
        let seesTasks = tern_hook_enqueue_global { job, original in
            guard let job else { return }
            if tern_thread_value() == ConcurrencyHooks.probe {
                JobOwners.startTracking(at: job)
                original?(job)
            } else if let core = JobOwners.owner(of: job) {
                core.take(unsafeBitCast(job, to: UnownedJob.self))
            } else {
                original?(job)
            }
        }
        ExternalWait.finder.withLock { $0 = { SchedulerCore.onThisThread } }
        let seesMainActor = tern_hook_main_executor { _ in MainActorExecutor.reference }
        // A task that is made now gets the next task number, so all tasks with lower numbers existed before the hooks.
        let value = tern_thread_value()
        tern_set_thread_value(probe)
        Task.detached {}
        tern_set_thread_value(value)
        return seesTasks && seesMainActor
    }()
}
