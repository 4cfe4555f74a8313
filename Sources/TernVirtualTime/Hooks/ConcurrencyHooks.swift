import CTernHooks

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

    /// The reason why the order of tasks can't be controlled with this runtime. `nil` if it can.
    static let problem: String? = problem(without: install())

    /// A part of the runtime that a scheduler needs.
    enum Part: String, CaseIterable {
        case tasks = "the jobs of Task {} and Task.detached"
        case mainActor = "the jobs of the main actor"
        case creation = "the creation of tasks"
        case states = "the states of tasks"
    }

    /// - Parameter missing: The parts that this runtime doesn't have.
    static func problem(without missing: [Part]) -> String? {
        guard !missing.isEmpty else { return nil }
        return """
            Virtual time can't observe \(missing.map(\.rawValue).joined(separator: ", ")), so the order of events would \
            not be the same in every run. Use a toolchain that the page "Toolchains and hooks" of TernVirtualTime lists, \
            don't link the Swift runtime statically, and remove other code that replaces executors.
            """
    }

    /// Whether the creation of the task that marks the installation was observed.
    private static let seesCreation = Guarded(false)

    /// Installs the hooks, which are never removed.
    ///
    /// - Returns: The parts that the runtime doesn't have, or that other code uses.
    private static func install() -> [Part] {
        // The executor is created here, because the hook must not create it.
        _ = MainActorExecutor.shared
        FunctionNames.prepare()
        _ = YieldProbe.resume
        let seesTasks = observeTasks()
        tern_hook_creation { task, executor in
            guard let task else { return }
            if ConcurrencyHooks.isProbing { return ConcurrencyHooks.seesCreation.withLock { $0 = true } }
            JobOwners.addCreated(task, preferring: executor)
        }
        LinkedTestKit.kit?.connect()
        let seesMainActor = tern_hook_main_executor { _ in MainActorExecutor.reference }
        // A task that is created now gets the next task number, so all tasks with lower numbers existed before the
        // hooks.
        let value = tern_thread_value()
        tern_set_thread_value(probe)
        Task.detached {}
        tern_set_thread_value(value)
        var found: Set<Part> = []
        if seesTasks { found.insert(.tasks) }
        if seesMainActor { found.insert(.mainActor) }
        #if os(Linux) && compiler(>=6.3)
            if seesCreation.withLock({ $0 }) { found.insert(.creation) }
            if YieldProbe.resume != nil { found.insert(.states) }
        #else
            // The hooks for earlier runtimes and for Apple platforms don't use these parts.
            found.formUnion([.creation, .states])
        #endif
        return Part.allCases.filter { !found.contains($0) }
    }

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
