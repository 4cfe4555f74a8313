// The runtime's interface for replacing its executors is still experimental.
#if os(Linux) && compiler(>=6.3)
    @_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency

    /// The default executor of the process, installed when the first scheduler is created. Every job without another
    /// executor arrives here, regardless of the earlier work of its task. A job that a scheduler owns is passed to that
    /// scheduler. Every other job runs as without this executor.
    final class RoutingExecutor: TaskExecutor {
        /// The runtime's own executor.
        static let original: any TaskExecutor = PlatformExecutorFactory.defaultExecutor
        /// The only instance, since a process has one default executor. It stores no state of schedulers.
        fileprivate static let shared = RoutingExecutor()

        /// Makes this the default executor of the process until the process ends.
        ///
        /// - Returns: Whether the runtime uses this executor.
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
