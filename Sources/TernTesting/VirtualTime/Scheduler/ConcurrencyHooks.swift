import CTernHooks

/// Sees the jobs that reach no executor of their own: those of `Task {}`, of detached tasks, and of the main actor.
///
/// The runtime has one place for each in a process. What no scheduler owns goes on as if they weren't there.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
enum ConcurrencyHooks {
    /// Whether the runtime has them, and nobody else uses them. They stay for ever.
    static let areInstalled: Bool = {
        // Made here, since the hook must not make it.
        _ = MainActorExecutor.shared
        let seesTasks = tern_hook_enqueue_global { job, original in
            guard let job else { return }
            if let core = JobOwners.owner(of: job) {
                core.take(unsafeBitCast(job, to: UnownedJob.self))
            } else {
                original?(job)
            }
        }
        let seesMainActor = tern_hook_main_executor { _ in MainActorExecutor.reference }
        return seesTasks && seesMainActor
    }()
}
