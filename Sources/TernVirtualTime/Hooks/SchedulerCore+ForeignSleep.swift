// The runtime passes the sleeps of a task to its executor, by a protocol that is still experimental.
#if os(Linux) && compiler(>=6.3)
    @_spi(ExperimentalScheduling) import _Concurrency

    extension SchedulerCore: SchedulingExecutor {
        package func enqueue<C: Clock>(
            _ job: consuming ExecutorJob,
            at instant: C.Instant,
            tolerance: C.Duration?,
            clock: C
        ) {
            if CurrentScheduler.isInExternalWait {
                Self.elsewhere?.enqueue(job, at: instant, tolerance: tolerance, clock: clock)
            } else {
                sleep(ScheduledJob(UnownedJob(job), for: .scheduler), for: clock.now.duration(to: instant), on: clock)
            }
        }

        package func enqueue<C: Clock>(
            _ job: consuming ExecutorJob,
            after delay: C.Duration,
            tolerance: C.Duration?,
            clock: C
        ) {
            if CurrentScheduler.isInExternalWait {
                Self.elsewhere?.enqueue(job, after: delay, tolerance: tolerance, clock: clock)
            } else {
                sleep(ScheduledJob(UnownedJob(job), for: .scheduler), for: delay, on: clock)
            }
        }

        /// The runtime's own executor, which sleeps in real time.
        fileprivate static var elsewhere: (any SchedulingExecutor)? {
            RoutingExecutor.original as? any SchedulingExecutor
        }

        private func sleep<C: Clock>(_ job: ScheduledJob, for delay: C.Duration, on clock: C) {
            let rest = delay as? Duration ?? .zero
            let task = TaskReference.current?.number ?? 0
            let isAsleep = change { state in
                guard !state.isClosed else { return false }
                // If calls suspend, the deadline was computed in an earlier job.
                let earlier = isExploring ? Duration.milliseconds(1) : .zero
                let duration = rest.rounded(addingAtMost: state.jobStart.duration(to: .now) + earlier)
                let id = state.newID()
                state.sleepers[id] = Sleeper(task: task, wakeup: .run(job), isOnSchedulerThread: true)
                let time = state.jobQueue.now.addingSaturated(duration)
                state.addTimer(id, at: time, task: task, canBeLate: true)
                if !adoptsForeignSleeps {
                    state.foreignSleeps.append("\(state.name(of: task)) for \(duration) on \(C.self)")
                }
                return true
            }
            if !isAsleep { take(job) }
        }
    }

    extension Duration {
        /// Rounds the remainder of a sleep up to the original duration: to a whole number of seconds if possible,
        /// otherwise to tenths, hundredths, and so on.
        ///
        /// The remainder is shorter than the original duration by the time that has passed since the deadline was
        /// computed. This time is at most the time since the beginning of the job.
        ///
        /// - Parameter elapsed: The maximum time since the deadline was computed.
        fileprivate func rounded(addingAtMost elapsed: Duration) -> Duration {
            let shortest = max(self, .zero)
            // A larger number of units may not fit into an integer.
            guard shortest < .seconds(1_000_000_000) else { return shortest }
            var unit = Duration.seconds(1)
            while unit > .nanoseconds(1) {
                let rounded = unit * Int64((shortest / unit).rounded(.up))
                if rounded <= shortest + max(elapsed, .zero) { return rounded }
                unit /= 10
            }
            return shortest
        }
    }

    /// An executor that passes each sleep to the scheduler that owns it.
    protocol SleepRouting: SchedulingExecutor {}

    extension SleepRouting {
        func enqueue<C: Clock>(
            _ job: consuming ExecutorJob,
            at instant: C.Instant,
            tolerance: C.Duration?,
            clock: C
        ) {
            let job = UnownedJob(job)
            executor(of: job)?.enqueue(ExecutorJob(job), at: instant, tolerance: tolerance, clock: clock)
        }

        func enqueue<C: Clock>(
            _ job: consuming ExecutorJob,
            after delay: C.Duration,
            tolerance: C.Duration?,
            clock: C
        ) {
            let job = UnownedJob(job)
            executor(of: job)?.enqueue(ExecutorJob(job), after: delay, tolerance: tolerance, clock: clock)
        }

        private func executor(of job: UnownedJob) -> (any SchedulingExecutor)? {
            JobOwners.owner(of: unsafeBitCast(job, to: UnsafeMutableRawPointer.self)) ?? SchedulerCore.elsewhere
        }
    }

    extension MainActorExecutor: SleepRouting {}
    extension RoutingExecutor: SleepRouting {}
#endif
