import CTernHooks
import Tern

/// Sees the jobs that reach no executor of their own: those of `Task {}`, of detached tasks, and of the main actor.
///
/// The runtime has one place for each in a process. What no scheduler owns goes on as if they weren't there.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
enum ConcurrencyHooks {
    /// What stands in the place of a scheduler while the hooks are installed.
    // Unsafe only by its type: it is compared, and points to nothing.
    nonisolated(unsafe) private static let probe = UnsafeMutableRawPointer(bitPattern: 1)

    /// Whether the runtime has them, and nobody else uses them. They stay for ever.
    static let areInstalled: Bool = {
        // Made here, since the hook must not make it.
        _ = MainActorExecutor.shared
        let seesTasks = tern_hook_enqueue_global { job, original in
            guard let job else { return }
            if tern_thread_value() == ConcurrencyHooks.probe {
                JobOwners.beginToLook(at: job)
                original?(job)
            } else if let core = JobOwners.owner(of: job) {
                core.take(unsafeBitCast(job, to: UnownedJob.self))
            } else {
                original?(job)
            }
        }
        ExternalWait.finder.withLock { $0 = { SchedulerCore.onThisThread } }
        let seesMainActor = tern_hook_main_executor { _ in MainActorExecutor.reference }
        // The number of a task made now is that of the last one that nobody has seen.
        let value = tern_thread_value()
        tern_set_thread_value(probe)
        Task.detached {}
        tern_set_thread_value(value)
        return seesTasks && seesMainActor
    }()
}
