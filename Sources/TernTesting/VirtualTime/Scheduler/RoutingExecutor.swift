// The runtime's interface for replacing its executors is still experimental.
#if os(Linux) && compiler(>=6.3)
    @_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency

    /// The default executor of the process once a scheduler exists: every job that has no other executor arrives here,
    /// whatever its task has done before. A job that a scheduler owns goes to that scheduler; every other job runs as
    /// before.
    final class RoutingExecutor: TaskExecutor {
        /// The runtime's own executor.
        static let original: any TaskExecutor = PlatformExecutorFactory.defaultExecutor
        /// One for the process, which has one default executor. It stores nothing about schedulers.
        fileprivate static let shared = RoutingExecutor()

        /// Makes this the default executor of the process. It stays that until the process ends.
        ///
        /// - Returns: Whether the runtime uses it.
        static func install() -> Bool {
            _ = original
            _createExecutors(factory: Factory.self)
            return Task.defaultExecutor is RoutingExecutor
        }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            let pointer = unsafeBitCast(job, to: UnsafeMutableRawPointer.self)
            if ConcurrencyHooks.isProbing {
                JobOwners.startTracking(at: pointer)
            } else if let core = JobOwners.owner(of: pointer) {
                return core.take(ScheduledJob(job, for: .process))
            }
            Self.original.enqueue(ExecutorJob(job))
        }

        private struct Factory: ExecutorFactory {
            static var mainExecutor: any MainExecutor { PlatformExecutorFactory.mainExecutor }
            static var defaultExecutor: any TaskExecutor { RoutingExecutor.shared }
        }
    }
#endif
